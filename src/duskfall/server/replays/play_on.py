"""Keeps turns of finished matches for a short while, until a player makes a room to play on from there."""

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
"""Entries of the log before a point: sixteen players who march in each of 5,000 turns give fewer."""
MOST_ENTRIES: Final = 300_000
"""Entries in the logs of all points together, some fifty megabytes."""
KEPT_S: Final = 600.0


def match_at(replay: Replay, turn: int) -> Match:
    """The match as it stood after a turn, played again and compared with its log up to there."""
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
    """A match as it stood after a turn."""

    match: Match
    origin: Origin | None
    """The finished match, if the store has it."""


class PlayOnPoints:
    """Keeps points under names that cannot be guessed. For the event loop only."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._points: OrderedDict[str, tuple[PlayOnPoint, float]] = OrderedDict()

    def keep(self, match: Match, origin: Origin | None = None) -> str:
        """Keep a match and give it a name; the oldest points make room."""
        name = secrets.token_urlsafe(12)
        self._points[name] = (PlayOnPoint(match, origin), self._clock() + KEPT_S)
        self._discard_old()
        return name

    def find(self, name: str) -> PlayOnPoint:
        """The point of that name."""
        self._discard_old()
        if name not in self._points:
            raise Refused(Refusal.NO_SUCH, "position", "the server no longer keeps it", "choose the turn again")
        return self._points[name][0]

    def drop(self, name: str) -> None:
        """Discard a point that a player has taken, so that no other player can take it."""
        self._points.pop(name, None)

    def _discard_old(self) -> None:
        entries = sum(len(point.match.log) for point, _ in self._points.values())
        while self._points:
            oldest, until = next(iter(self._points.values()))
            if len(self._points) <= MOST_KEPT and entries <= MOST_ENTRIES and until > self._clock():
                return
            entries -= len(oldest.match.log)
            self._points.popitem(last=False)
