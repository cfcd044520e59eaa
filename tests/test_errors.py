"""Refusals carry a code, the input, the reason and a cure."""

from __future__ import annotations

import pickle

import pytest

from duskfall.errors import IllegalOrder, Malformed, Refusal, Refused, UnknownName


def test_a_refusal_says_what_why_and_what_to_do() -> None:
    refused = Refused(Refusal.OUT_OF_RANGE, "17 players", "a game has 2 to 16", "choose fewer")
    assert str(refused) == "17 players: a game has 2 to 16; choose fewer"
    assert refused.code == "OUT_OF_RANGE"


def test_codes_are_spelled_as_they_are_named() -> None:
    assert all(refusal.value == refusal.name for refusal in Refusal)


@pytest.mark.parametrize(
    "refused",
    [
        Refused(Refusal.IMPOSSIBLE, "x", "y", "z"),
        Malformed("x", "y"),
        IllegalOrder(Refusal.TOO_FEW, "x", "y"),
        UnknownName("bot", "x", ["y"]),
    ],
)
def test_refusals_cross_process_borders_whole(refused: Refused) -> None:
    copy = pickle.loads(pickle.dumps(refused))
    assert type(copy) is type(refused)
    assert (str(copy), copy.code) == (str(refused), refused.code)


def test_an_unknown_name_far_from_all_others_gets_the_list_alone() -> None:
    assert str(UnknownName("bot", "zzz", ["b", "a"])) == "zzz: no such bot; Known: a, b"
