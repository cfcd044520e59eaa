"""Reasons of bots: every goal has its sentence, and a match keeps those that are asked for."""

from __future__ import annotations

from string import Formatter
from typing import Any

import pytest

from duskfall.bots import BotMatch, Deadline, seat_bots
from duskfall.bots.games import GAMES
from duskfall.bots.reasons import sentence
from duskfall.fog import March
from duskfall.play import WORLDS, Match, Setup, TurnReason

SETUP = Setup.of("fog", {"width": 12, "height": 12, "turn_limit": 30}, seed=4)


class Teller:
    """Does nothing, and tells whatever it was given as its reason."""

    def __init__(self, reason: Any) -> None:
        self.reason = reason

    def choose(self, view: object, deadline: Deadline) -> list[March]:
        del view, deadline
        return []


def played(*bots: Any, explain: bool) -> BotMatch:
    with BotMatch(Match(SETUP, lockstep=False), bots, explain=explain) as contest:
        contest.play()
    return contest


@pytest.mark.parametrize("game", WORLDS)
def test_every_goal_has_a_sentence_with_numbers_that_it_has(game: str) -> None:
    goals, sentences = WORLDS[game].goals, GAMES[game].sentences
    assert set(sentences) == set(goals)
    for goal, text in sentences.items():
        assert {name for _, name, _, _ in Formatter().parse(text) if name} <= set(goals[goal])
        assert sentence(game, TurnReason(1, 0, goal, tuple(range(len(goals[goal]))))).endswith(".")


def test_a_match_keeps_the_reason_of_every_turn_when_asked_to_and_none_otherwise() -> None:
    marshal, settler = seat_bots(["marshal", "settler"], SETUP)
    kept = played(marshal, settler, explain=True).reasons
    assert [(reason.turn, reason.seat) for reason in kept] == [(turn, 0) for turn in range(1, 31)]
    assert played(*seat_bots(["marshal", "settler"], SETUP), explain=False).reasons == []


@pytest.mark.parametrize("reason", [None, "because", 7, {"goal": "land"}, [], object()])
def test_a_reason_that_is_none_is_left_out_and_no_fault(reason: object) -> None:
    contest = played(Teller(reason), seat_bots(["wanderer", "settler"], SETUP)[1], explain=True)
    assert contest.reasons == []
    assert contest.faults[0].in_all == 0
