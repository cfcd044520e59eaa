"""Copies of a game play on as the game itself does; what is no number or order is refused in words."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest

from duskfall.errors import Refusal, Refused
from duskfall.fog import Boards, Game, March, Options, advise


def pickled(game: Game) -> Game:
    return cast(Game, pickle.loads(pickle.dumps(game)))


def play_on(game: Game, turns: int) -> str:
    for _ in range(turns):
        wishes = {seat: advise(game.view(seat), "expanding", 3) for seat in range(game.seats)}
        game.advance({seat: [march] for seat, march in wishes.items() if march is not None})
    return game.digest()


@pytest.mark.parametrize("duplicate", [Game.clone, copy.deepcopy, pickled])
def test_a_copy_plays_on_as_the_game_does_and_leaves_it_alone(duplicate: Callable[[Game], Game]) -> None:
    game = Game.new(3, Options(width=12, height=12))
    game.observation(0)
    play_on(game, 20)
    before = game.digest()
    twin = duplicate(game)
    after = play_on(twin, 40)
    assert game.digest() == before
    assert play_on(game, 40) == after
    assert game.view(None).key() == twin.view(None).key()
    assert (game.observation(1) == twin.observation(1)).all()


def test_boards_hold_threads_and_are_not_copied() -> None:
    with pytest.raises(Refused, match="cannot be copied"):
        pickle.dumps(Boards(1, 1))


def test_numbers_of_numpy_are_numbers() -> None:
    game = Game.new(np.int64(7), Options(width=np.int64(12), height=np.int64(12)))  # type: ignore[arg-type]
    game.advance({})
    events = game.advance({np.int64(0): [March(np.int64(68), np.int64(67))]})  # type: ignore[dict-item,arg-type]
    assert str(events[0]).endswith("march=March.parse('68>67'), refusal=None)")


@pytest.mark.parametrize(
    ("attempt", "code"),
    [
        (lambda game: game.advance({0: ["68>67"]}), Refusal.MALFORMED),
        (lambda game: game.advance({"0": []}), Refusal.NO_SEAT),
        (lambda game: game.advance({True: []}), Refusal.NO_SEAT),
        (lambda game: game.view(1.5), Refusal.NO_SEAT),
        (lambda game: game.observation(True), Refusal.NO_SEAT),
        (lambda _: Game.new(cast(Any, 1.5)), Refusal.OUT_OF_RANGE),
        (lambda _: Options(turn_limit=cast(Any, 2.5)), Refusal.MALFORMED),
        (lambda _: Options(players=cast(Any, "2")), Refusal.MALFORMED),
        (lambda _: Options(half=cast(Any, "no")), Refusal.MALFORMED),
        (lambda _: Game.new(1, Options(), mountains=[[0], [0, 1]]), Refusal.INCONSISTENT),
    ],
)
def test_what_is_no_number_or_order_is_refused_in_words(attempt: Callable[[Any], object], code: Refusal) -> None:
    game = Game.new(7, Options(width=12, height=12))
    before = game.digest()
    with pytest.raises(Refused) as refused:
        attempt(game)
    assert refused.value.code == code
    assert game.digest() == before
