"""The raiding policy: its marches on drawn boards, and that it plays the same from a view as inside a rollout."""

from __future__ import annotations

import numpy as np
import pytest

from duskfall.dice import Dice
from duskfall.fog import Boards, Game, March, Options, Position, advise
from duskfall.fog.boards import _BOARD_SEEDS
from tests.counts import share


def raid(board: str, seat: int = 0) -> March | None:
    return advise(Game(Position.parse(board)).view(seat), "raiding", seed=1)


def test_the_nearest_army_that_suffices_strikes_at_a_general_in_sight() -> None:
    board = """
        A2 a9 a30 .
        .  .  B3  b1
        .  .  .   .
    """
    assert raid(board) == March(2, 6)


def test_an_army_that_would_come_too_weak_does_not_strike() -> None:
    board = """
        A2 a4  .
        .  B30 .
        .  .   .
    """
    assert raid(board) != March(1, 4)


def test_an_army_that_can_meet_an_enemy_near_the_general_does() -> None:
    board = """
        A1 a1 a1 .
        .  .  b8 .
        .  .  a1 .
        .  .  a20 .
        .  .  .  .
        .  .  .  B1
    """
    assert raid(board) == March(14, 10)


def test_when_no_army_suffices_the_general_is_reinforced() -> None:
    board = """
        A1 a1 a6 .   .
        .  .  .  .   .
        a1 .  .  .   .
        b9 .  .  .   .
        .  .  .  .   B1
    """
    assert raid(board) == March(2, 1)


def test_the_general_keeps_its_armies_while_others_can_take_land() -> None:
    assert raid("A9 a2 . . . B1") == March(1, 2)


@pytest.mark.parametrize("players", [2, 5])
def test_a_view_is_enough_to_play_as_in_a_rollout(players: int) -> None:
    options = Options(width=20, height=20, players=players, turn_limit=1000)
    boards = Boards(count=1, seed=4, options=options, observe=False)
    seed = Dice(4, 0, _BOARD_SEEDS).word()
    game = Game.new(seed, options)
    for _ in range(share(2000)):
        packed = boards.choose("raiding")[0]
        marches = {seat: advise(game.view(seat), "raiding", seed) for seat in range(players) if game.lives(seat)}
        told = [-1 if march is None else pack(march, 20) for march in (marches.get(seat) for seat in range(players))]
        assert packed.tolist() == told
        game.advance({seat: [march] for seat, march in marches.items() if march})
        if game.outcome is not None:
            break
        boards.step(packed[np.newaxis])


def pack(march: March, width: int) -> int:
    direction = [-width, width, -1, 1].index(march.target - march.source)
    return march.source * 8 + direction * 2 + march.half


def test_in_rollouts_the_raider_beats_a_policy_that_only_expands() -> None:
    boards = Boards(count=16, seed=9, options=Options(turn_limit=1000), observe=False, workers=1)
    tally = boards.rollout(1000, ["raiding", "expanding"])
    assert tally.wins[0] > 4 * tally.wins[1]
