"""Observations and masks from a view alone, and the memory of a seat: the same numbers as boards give."""

from __future__ import annotations

import numpy as np
import pytest

from duskfall.errors import Refused
from duskfall.fog import Game, March, ViewMemory, action_mask, encode, march_of
from tests.boards import field, play
from tests.counts import share
from tests.fog.random_games import admitted_turn, chance, random_position


def test_a_view_encodes_to_the_observation_and_mask_of_its_seat_in_random_wars() -> None:
    for number in range(share(60)):
        dice = chance("encoded", number)
        game = Game(random_position(dice, most=12))
        for _ in range(40):
            for seat in range(game.seats):
                view = game.view(seat)
                assert (encode(view) == game.observation(seat)).all(), f"war {number}, turn {game.turn}, seat {seat}"
                mask = action_mask(view)
                assert (mask[:-1].reshape(-1, 4, 2) == game.legal(seat).mask[:, :, np.newaxis]).all()
                assert mask[-1] == 1
            game.advance(admitted_turn(game, dice))
            if game.outcome is not None:
                break


def test_where_half_is_off_no_mask_allows_it() -> None:
    assert np.flatnonzero(action_mask(field("A2 . ^ B2").view(0))).tolist() == [6, 7, 32]
    assert np.flatnonzero(action_mask(field("A2 . ^ B2", half=False).view(0))).tolist() == [6, 32]


def test_an_action_is_a_packed_march_and_the_last_one_passes() -> None:
    assert march_of(6, 4, 1) == March(0, 1)
    assert march_of(7, 4, 1) == March(0, 1, half=True)
    assert march_of(4, 4, 1) is None, "it would leave the board"
    assert march_of(32, 4, 1) is None
    with pytest.raises(Refused, match="0 to 32"):
        march_of(33, 4, 1)


def test_a_view_of_everything_has_no_viewer_to_encode_for() -> None:
    with pytest.raises(Refused, match="one viewer"):
        encode(field("A2 . ^ B2").view(None))


def test_memory_counts_turns_since_a_tile_was_seen_and_keeps_a_general_until_its_seat_is_out() -> None:
    game = field("A9 . . B20 . . C2")
    memory = ViewMemory()
    seen = []
    for orders in ({}, {0: "0>1"}, {0: "1>2"}, {1: "3>2"}, {}, {}, {1: "surrender"}):
        play(game, orders)
        general, since = memory.update(game.view(0)).reshape(-1, 2).T.tolist()
        seen.append((general[3], since[3]))
    assert seen == [(0, -1), (0, -1), (1, 0), (1, 1), (1, 2), (1, 3), (0, 4)]


def test_memory_begins_anew_with_a_game() -> None:
    memory = ViewMemory()
    game = field("A9 . . B2")
    play(game, {0: "0>1"})
    memory.update(game.view(0))
    assert memory.update(field("A9 . . B2").view(0))[0, :, 1].tolist() == [0, 0, -1, -1]
