"""The marshal: what it chooses on drawn boards, that it depends on views alone, and how strong it is."""

from __future__ import annotations

import pickle
import subprocess
import sys
from itertools import combinations

import numpy as np
import pytest

from duskfall.bots import BotMatch, Deadline, SeatInfo, seat_bots
from duskfall.bots.fog import Marshal
from duskfall.bots.fog.gathering import Gathering
from duskfall.bots.fog.sweeping import Sweep
from duskfall.errors import Refused
from duskfall.fog import Game, March, Position, View
from duskfall.fog.events import unpack_march
from duskfall.fog.position import EMPTY, FOG
from duskfall.play import Match, Order, Setup
from tests.bots.test_opponents import winner_of
from tests.counts import share

ASKED = Deadline(deadline_ms=1000)


def view_of(board: str, turn: int = 0) -> View:
    game = Game(Position.parse(board))
    for _ in range(turn):
        game.advance({})
    return game.view(0)


def chosen(board: str) -> tuple[list[March], str]:
    marshal = Marshal(SeatInfo("fog", {}, seat=0, seats=2, seed=1))
    marches = marshal.choose(view_of(board), ASKED)
    return marches, marshal.reason.goal if marshal.reason else ""


def test_it_takes_a_general_that_it_can_take() -> None:
    board = """
        A2 a9 .
        .  B3 .
        .  .  .
    """
    assert chosen(board) == ([March(1, 4)], "strike")


def test_two_armies_that_suffice_only_together_are_gathered_for_the_strike() -> None:
    board = """
        A1 a12 a12 B9
        .  .   .   .
    """
    marches, goal = chosen(board)
    assert (marches, goal) == ([March(1, 2)], "strike")


def test_an_army_steps_into_the_way_of_one_that_would_take_the_general() -> None:
    board = """
        A2 a1 a1 b9 b1
        .  a12 .  .  .
        .  .   .  .  B5
    """
    marches, goal = chosen(board)
    assert marches[0].source == 6
    assert goal in ("block", "intercept", "defend")


def test_nothing_is_ordered_by_a_seat_that_is_out() -> None:
    game = Game(Position.parse("A9 b1 B1 . C1"))
    game.advance({0: [March(0, 1)]})
    game.advance({0: [March(1, 2)]})
    assert Marshal(SeatInfo("fog", {}, 1, 3, 1)).choose(game.view(1), ASKED) == []


def goes_from(board: str, turn: int, seats: int) -> list[int]:
    """The tiles from which the marshal at seat 0 marches when it sees a board only in that turn."""
    marches = Marshal(SeatInfo("fog", {}, seat=0, seats=seats, seed=1)).choose(view_of(board, turn), ASKED)
    return [march.source for march in marches]


def test_among_many_the_general_keeps_a_reserve_against_the_strongest() -> None:
    board = "A50 . . . . . B{} . C1"
    assert goes_from(board.format(1), turn=30, seats=3) == [0]
    assert goes_from(board.format(400), turn=30, seats=3) == []


def test_a_tower_that_bars_the_only_way_is_taken() -> None:
    game = Game(Position.parse("A1 a40 !25 . . B1"))
    for _ in range(45):
        game.advance({})
    marshal = Marshal(SeatInfo("fog", {}, seat=0, seats=2, seed=1))
    for _ in range(6):
        game.advance({0: marshal.choose(game.view(0), ASKED)})
    assert int(game.view(0).terrain[2]) == 0


def test_a_walk_through_the_fog_keeps_off_what_was_seen() -> None:
    terrain = np.full(15 * 15, FOG, np.int32)
    terrain[:45] = EMPTY
    terrain[30 + 7] = 0
    guard = np.where(terrain == 0, 9, 0).astype(np.int32)
    chance = np.where(terrain == FOG, 1.0, 0.0)
    march, turns = Sweep(15, 15).march(guard, terrain, 0, np.zeros_like(terrain), chance)
    assert (unpack_march(march, 15), turns) == (March(37, 52), 8)


def test_the_general_of_somebody_who_does_nothing_is_found_and_taken() -> None:
    games = share(100)
    taken = 0
    for seed in range(games):
        setup = Setup.of("fog", {"turn_limit": 250}, seed)
        game, marshal = setup.start(), Marshal(SeatInfo.of(setup, seed % 2, 2))
        while game.outcome is None:
            game.advance({seed % 2: marshal.choose(game.view(seed % 2), ASKED)})
        taken += game.outcome.reason == "last_alive"
    assert taken >= 0.8 * games


def brought_by_hand(armies: list[int], goal: int, turns: int) -> int:
    """The most armies that reach a tile of a row, all of it ours: those of the longest useful stretch on each side."""
    left = [sum(armies[goal - n : goal]) - n for n in range(goal + 1)]
    right = [sum(armies[goal + 1 : goal + 1 + n]) - n for n in range(len(armies) - goal)]
    sums = [a + b for i, a in enumerate(left) for j, b in enumerate(right) if i + j <= turns]
    return max(sums)


@pytest.mark.parametrize("seed", range(20))
def test_gathering_in_a_row_brings_what_trying_all_choices_brings(seed: int) -> None:
    armies = np.random.default_rng(seed).integers(1, 9, 11).astype(np.int32)
    terrain = np.zeros(11, np.int32)
    brought = Gathering(11, 1).plan(armies, terrain, 0, 4, 10)
    assert brought == [brought_by_hand(armies.tolist(), 4, turns) for turns in range(11)]


@pytest.mark.parametrize("seed", range(5))
def test_gathering_on_a_star_picks_the_best_tiles(seed: int) -> None:
    armies = np.random.default_rng(seed).integers(2, 9, 9).astype(np.int32)
    terrain = np.array([-2, 0, -2, 0, 0, 0, -2, 0, -2], np.int32)
    arms = [int(armies[tile]) - 1 for tile in (1, 3, 5, 7)]
    brought = Gathering(3, 3).plan(armies, terrain, 0, 4, 4)
    assert brought == [max(map(sum, combinations(arms, turns))) for turns in range(5)]


def test_the_marches_of_a_gathering_bring_what_it_promises() -> None:
    game = Game(Position.parse("a3 a2 A1 a4 a1 a6 . . B1"))
    view, gathering = game.view(0), Gathering(9, 1)
    promised = gathering.plan(view.armies, view.terrain, 0, 2, 5)[5]
    for left in range(5, 0, -1):
        view = game.view(0)
        gathering.plan(view.armies, view.terrain, 0, 2, left)
        game.advance({0: [unpack_march(gathering.march(left), 9)]})
    assert int(game.view(0).armies[2]) == 1 + 5 + promised


def test_a_view_with_nothing_behind_it_is_enough() -> None:
    setup = Setup.of("fog", {"width": 16, "height": 16}, seed=5)
    bot, twin = Marshal(SeatInfo.of(setup, 0, 2)), Marshal(SeatInfo.of(setup, 0, 2))
    game = setup.start()
    for _ in range(80):
        view = game.view(0)
        bare = pickle.loads(pickle.dumps(view))  # our own bytes
        marches = bot.choose(view, ASKED)
        assert twin.choose(bare, ASKED) == marches
        game.advance({0: marches} if marches else {})


_PLAY = """
import sys
from tests.bots.test_marshal import log_of
print(log_of(int(sys.argv[1])))
"""


def log_of(seed: int) -> str:
    setup = Setup.of("fog", {"width": 18, "height": 14, "turn_limit": 120}, seed)
    match = Match(setup, lockstep=False)
    with BotMatch(match, seat_bots(["marshal", "raider"], setup)) as contest:
        contest.play()
    return match.game.digest()


def test_another_process_plays_the_same_marches() -> None:
    there = subprocess.run([sys.executable, "-c", _PLAY, "4"], capture_output=True, text=True, check=True)
    assert there.stdout.strip() == log_of(4)


class ListeningMarshal(Marshal):
    """Keeps the orders that the rules refused."""

    def __init__(self, info: SeatInfo) -> None:
        super().__init__(info)
        self.refused: list[Order] = []

    def refuse(self, order: Order, refused: Refused) -> None:
        del refused
        self.refused.append(order)


@pytest.mark.parametrize(
    "options",
    [
        {"width": 10, "height": 10},
        {"width": 14, "height": 11, "half": False},
        {"width": 24, "height": 24, "players": 5},
        {"width": 40, "height": 30, "players": 8, "turn_limit": 300},
    ],
)
def test_not_one_order_is_refused_and_not_one_fault_happens(options: dict[str, int]) -> None:
    players = options.get("players", 2)
    names = ["marshal", *["raider"] * (players - 1)]
    for seed in range(share(50)):
        setup = Setup.of("fog", {"turn_limit": 500, **options}, seed)
        marshal = ListeningMarshal(SeatInfo.of(setup, 0, players))
        with BotMatch(Match(setup, names), [marshal, *seat_bots(names, setup)[1:]]) as contest:
            contest.play()
        assert marshal.refused == []
        assert contest.faults[0].in_all == 0


@pytest.mark.parametrize(("below", "least"), [("raider", 0.85), ("settler", 0.95)])
def test_it_beats_the_grades_below_it(below: str, least: float) -> None:
    games = share(100)
    won = 0
    for seed in range(games):
        names = ["marshal", below] if seed % 2 == 0 else [below, "marshal"]
        won += winner_of("fog", names, seed)[0] == names.index("marshal")
    assert won >= least * games
