"""Digests: a hash of the whole state after each turn, by which a replay is verified.

Each game computes its own (`digest` in `fog/game.py` and `welten/game.py`), the log marks every turn with it
(`play/match.py`), and a match that repeats a log compares the two.
"""

from __future__ import annotations

from typing import Self

from duskfall.errors import Refusal, Refused
from duskfall.play.log import Mark


class Diverged(Refused):
    """Raised where the rules do not confirm a log."""

    def __init__(self, turn: int, reason: str) -> None:
        self.turn = turn
        """The first turn that differs."""
        super().__init__(Refusal.INCONSISTENT, f"turn {turn}", reason)

    def __reduce__(self) -> tuple[type[Self], tuple[int, str]]:  # type: ignore[override]  # no code
        return type(self), (self.turn, self.reason)


def compare(logged: Mark, played: Mark) -> None:
    """Compares the mark of a turn in a log with that of the turn played again; raises `Diverged` where they differ."""
    if played.turn != logged.turn:
        first = min(played.turn, logged.turn)
        raise Diverged(first, f"the log marks turn {logged.turn} after turn {played.turn}")
    if played.digest != logged.digest:
        raise Diverged(logged.turn, f"the log has the digest {logged.digest}, the rules come to {played.digest}")
