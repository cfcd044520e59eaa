"""Turns of finished matches from which somebody is about to play on, kept for the moment until a room is made."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from duskfall.errors import Refusal, Refused
from duskfall.play import Match, Replay
from duskfall.server.store import Origin

MOST_KEPT: Final = 64
LONGEST_LOG: Final = 100_000
"""Entries of the log before a position: sixteen players who march in each of 5,000 turns give fewer."""
MOST_ENTRIES: Final = 1_000_000
"""Of all logs that are kept, some hundred megabytes."""
KEPT_S: Final = 600.0


def position_of(replay: Replay, turn: int) -> Match:
    """The match as it stood at a turn, played again and compared with its log up to there."""
    if not 0 <= turn <= replay.turns:
        raise Refused(Refusal.NO_SUCH, f"turn {turn}", f"the match has the turns 0 to {replay.turns}")
    log = replay.log.cut(turn)
    if len(log) > LONGEST_LOG:
        reason = f"{len(log)} orders and turns lie before it"
        raise Refused(Refusal.OUT_OF_RANGE, f"turn {turn}", reason, f"play on where it is at most {LONGEST_LOG}")
    match = Match.resumed(replay.setup, log, replay.players, lockstep=False)
    if match.outcome is not None:
        raise Refused(Refusal.GAME_OVER, f"turn {turn}", "the game was over by then", "play on from an earlier turn")
    return match


@dataclass(frozen=True, slots=True)
class PlayOnPoint:
    """A match as it stood at a turn."""

    match: Match
    origin: Origin | None
    """The match that it was, if the server keeps it."""


class PlayOnPoints:
    """PlayOnPoints by names that nobody guesses. Used on the loop only."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kept: OrderedDict[str, tuple[PlayOnPoint, float]] = OrderedDict()

    def keep(self, match: Match, origin: Origin | None = None) -> str:
        """Keep a match for whoever has its name; the oldest make room."""
        name = secrets.token_urlsafe(12)
        self._kept[name] = (PlayOnPoint(match, origin), self._clock() + KEPT_S)
        self._forget()
        return name

    def find(self, name: str) -> PlayOnPoint:
        """The position of that name."""
        self._forget()
        if name not in self._kept:
            raise Refused(Refusal.NO_SUCH, "position", "it is not kept any more", "choose the turn again")
        return self._kept[name][0]

    def drop(self, name: str) -> None:
        """Somebody plays it on: nobody else can."""
        self._kept.pop(name, None)

    def _forget(self) -> None:
        entries = sum(len(kept.match.log) for kept, _ in self._kept.values())
        while self._kept:
            oldest, until = next(iter(self._kept.values()))
            if len(self._kept) <= MOST_KEPT and entries <= MOST_ENTRIES and until > self._clock():
                return
            entries -= len(oldest.match.log)
            self._kept.popitem(last=False)
