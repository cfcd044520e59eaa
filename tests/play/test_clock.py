from __future__ import annotations

from collections.abc import Callable

import pytest

from duskfall.errors import Refused
from duskfall.play import Match
from duskfall.play.clock import MatchClock, Pace
from tests.play.matches import setup_of


def test_a_ticking_clock_plays_turns_of_equal_length_though_it_is_asked_a_little_late() -> None:
    match = Match(setup_of("fog"))
    clock = MatchClock(match, Pace.ticking(500), 1000)
    assert [clock.tick(now) for now in (1499, 1510, 1999, 2003)] == [False, True, False, True]
    assert (match.turn, clock.due_ms) == (2, 2500)


def test_a_ticking_clock_that_was_asked_much_too_late_does_not_hurry_after() -> None:
    match = Match(setup_of("fog"))
    clock = MatchClock(match, Pace.ticking(500), 0)
    assert clock.tick(9000)
    assert (match.turn, clock.due_ms) == (1, 9500)


def test_a_ticking_clock_waits_for_nobody_and_is_hurried_by_nobody() -> None:
    match = Match(setup_of("fog"))
    MatchClock(match, Pace.ticking(), 0)
    for seat in (0, 1):
        match.submit(seat, match.read("pass"))
    assert match.turn == 0


def test_in_lockstep_the_deadline_begins_anew_when_everyone_has_spoken() -> None:
    match = Match(setup_of("fog"))
    clock = MatchClock(match, Pace.in_lockstep(1000), 0)
    for seat in (0, 1):
        match.submit(seat, match.read("pass"))
    assert match.turn == 1
    assert not clock.tick(900)
    assert clock.due_ms == 1900
    assert clock.left_ms(0, 1000) == 900


def test_in_lockstep_a_missed_deadline_is_a_pass() -> None:
    match = Match(setup_of("fog"))
    clock = MatchClock(match, Pace.in_lockstep(1000), 0)
    match.submit(0, match.read("pass"))
    assert clock.tick(1000)
    assert match.log.lines()[1] == "0 pass"
    assert match.turn == 1


def test_a_bank_runs_only_while_its_side_plays() -> None:
    match = Match(setup_of("welten"))
    clock = MatchClock(match, Pace.of_banks(10_000), 0)
    match.submit(0, match.read("end"))
    clock.tick(4000)
    assert (clock.left_ms(0, 9000), clock.left_ms(1, 9000)) == (6000, 5000)


def test_a_side_whose_bank_is_empty_has_lost_by_a_logged_order() -> None:
    match = Match(setup_of("welten"))
    clock = MatchClock(match, Pace.of_banks(10_000), 0)
    assert not clock.tick(9999)
    assert clock.tick(10_000)
    assert match.log.lines()[1] == "0 clock"
    assert match.outcome is not None
    assert (match.outcome.winner, clock.due_ms) == (1, None)


@pytest.mark.parametrize("game", ["fog", "welten"])
def test_a_clock_stands_still_while_nobody_can_play(game: str) -> None:
    match = Match(setup_of(game))
    clock = MatchClock(match, Pace.ticking() if game == "fog" else Pace.of_banks(2000), 0)
    due = clock.due_ms
    clock.stand_still(100, 60_100)
    assert due is not None
    assert clock.due_ms == due + 60_000


@pytest.mark.parametrize(("pace", "wrong_ms"), [(Pace.ticking, 5001), (Pace.in_lockstep, 49), (Pace.of_banks, 1)])
def test_paces_have_bounds(pace: Callable[[int], Pace], wrong_ms: int) -> None:
    with pytest.raises(Refused, match=f"{wrong_ms} ms"):
        pace(wrong_ms)


def test_nothing_is_due_after_the_end() -> None:
    match = Match(setup_of("fog"), lockstep=False)
    clock = MatchClock(match, Pace.ticking(), 0)
    match.remove(0)
    assert clock.tick(500)
    assert clock.due_ms is None
    assert not clock.tick(5000)
