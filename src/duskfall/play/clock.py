"""The clock of a match. It never reads the time itself: the caller passes the time, in milliseconds.

>>> from duskfall.play import Match, Setup
>>> match = Match(Setup.of("fog", {"width": 12, "height": 12}), lockstep=False)
>>> clock = MatchClock(match, Pace.ticking(turn_ms=500), now_ms=0)
>>> clock.tick(499), clock.due_ms, clock.tick(500), match.turn, clock.due_ms
(False, 500, True, 1, 1000)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

from duskfall.errors import Refusal, Refused
from duskfall.play.game import Seat
from duskfall.play.match import Match
from duskfall.tempo import Tempo

TURN_MS: Final = (50, 500, 5000)
"""The shortest, the usual and the longest turn where a clock plays the turns."""
DEADLINE_MS: Final = (50, 1000, 60_000)
"""The same for the time that lockstep waits for silent seats."""
BANK_MS: Final = (1000, 1_800_000, 86_400_000)
"""The same for the whole time of a side, where orders advance the game."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The pace of a match: turns of a fixed length, lockstep with a deadline, or a time bank for each seat."""

    lockstep: bool
    limit_ms: int

    @classmethod
    def ticking(cls, turn_ms: int = TURN_MS[1]) -> Self:
        """Makes turns of a fixed length.

        >>> Pace.ticking(20)
        Traceback (most recent call last):
        duskfall.errors.Refused: 20 ms: a turn takes 50 to 5000 ms
        """
        return cls(False, _within(turn_ms, TURN_MS, "a turn takes"))

    @classmethod
    def in_lockstep(cls, deadline_ms: int = DEADLINE_MS[1]) -> Self:
        """Ends a turn when all seats have given orders; after the deadline, silent seats pass."""
        return cls(True, _within(deadline_ms, DEADLINE_MS, "a deadline is"))

    @classmethod
    def of_banks(cls, bank_ms: int = BANK_MS[1]) -> Self:
        """Gives each seat so much time for the whole game; a seat that uses it up loses."""
        return cls(False, _within(bank_ms, BANK_MS, "a bank holds"))


def _within(given: int, bounds: tuple[int, int, int], what: str) -> int:
    least, _, most = bounds
    if not least <= given <= most:
        raise Refused(Refusal.OUT_OF_RANGE, f"{given} ms", f"{what} {least} to {most} ms")
    return given


class MatchClock:
    """Advances a match when time is up. Call `tick` after every order and when `due_ms` has passed."""

    def __init__(self, match: Match, pace: Pace, now_ms: int, banks: Sequence[int] | None = None) -> None:
        """Starts the clock; `banks` is the time left of each seat, when a match is resumed."""
        self.match = match
        self.pace = pace
        self._ticks = match.game.tempo is Tempo.TICK
        self._banks = [0 if self._ticks else pace.limit_ms] * match.seats if banks is None else list(banks)
        self._turn = match.turn
        self._began = now_ms
        self._playing = self._side()
        match.lockstep = pace.lockstep

    @property
    def due_ms(self) -> int | None:
        """The time at which the match goes on without further orders; None after its end."""
        if self.match.outcome is not None:
            return None
        if self._ticks:
            return self._began + self.pace.limit_ms
        return None if self._playing is None else self._began + self._banks[self._playing]

    def left_ms(self, seat: Seat, now_ms: int) -> int:
        """Returns the time that a seat has left: for this turn, or in its bank."""
        if self._ticks:
            return max(0, self._began + self.pace.limit_ms - now_ms)
        return max(0, self._banks[seat] - (now_ms - self._began if seat == self._playing else 0))

    def tick(self, now_ms: int) -> bool:
        """Takes the current time; true if time was up, so that a turn was played or a seat has lost."""
        due = self.due_ms
        up = due is not None and now_ms >= due and (not self._ticks or self.match.turn == self._turn)
        if up:
            if self._ticks:
                self.match.play_turn()
            elif self._playing is not None and self.match.outcome is None:
                self.match.remove(self._playing)
        self._settle(now_ms, due if up else None)
        return up

    def stand_still(self, from_ms: int, to_ms: int) -> None:
        """Leaves out a span in which play was impossible, such as the downtime of a server."""
        self._began += to_ms - from_ms

    def _settle(self, now_ms: int, due: int | None) -> None:
        if self._ticks:
            if self.match.turn != self._turn:
                # The next turn begins when this one was due, so that small delays do not add up; long ones do.
                late = due is None or self.pace.lockstep or now_ms - due >= self.pace.limit_ms
                self._began = now_ms if late or due is None else due
                self._turn = self.match.turn
            return
        if self._playing is not None:
            self._banks[self._playing] -= now_ms - self._began
        self._began, self._playing = now_ms, self._side()

    def _side(self) -> Seat | None:
        return None if self._ticks else next(iter(self.match.waiting), None)
