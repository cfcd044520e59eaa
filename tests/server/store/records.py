"""Example records."""

from __future__ import annotations

from duskfall.server.store import Logged, MatchBegun, MatchEnded, SeatRecord, Store, StoredMatch

ANN = "a11" * 20
BOB = "b0b" * 20


def begun(match: str = "m1", *, game: str = "fog", seed: int = 7) -> MatchBegun:
    """A match between Ann and a bot."""
    seats = (SeatRecord(ANN, "Ann"), SeatRecord(None, "settler", bot="settler"))
    return MatchBegun(match, "green-oak", game, {"width": 30, "teams": [[0], [1]]}, seed, seats, {"pace": 0.5}, "1")


def logged(match: str, numbers: range) -> list[Logged]:
    """Entries of a match's log."""
    return [Logged(match, number, line(match, number)) for number in numbers]


def line(match: str, number: int) -> str:
    """The text of an entry, different for each."""
    return f"0 {match}:{number}"


def ended(match: str = "m1", winner: int | None = 0) -> MatchEnded:
    """The end of a match."""
    return MatchEnded(match, winner, (1, 2), "capital", 120)


def unfinished(store: Store) -> list[StoredMatch]:
    """Matches that have begun and not ended, with their logs."""
    found = [store.match(each.match) for each in store.unfinished()]
    assert None not in found
    return [stored for stored in found if stored is not None]
