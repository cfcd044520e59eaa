"""Decodes, verifies and draws replay files that people send, in a process with limits of its own."""

from __future__ import annotations

from typing import Final

from duskfall.bots.programs.sandbox import Limits
from duskfall.play import Match, Replay, Seat
from duskfall.server.live.limited_process import LIMITS
from duskfall.server.replays.play_on import match_at
from duskfall.server.replays.process import replay_process
from duskfall.server.replays.timelines import compressed_timeline
from duskfall.server.transport.waiting_requests import WaitingRequests

MOST_WAITING: Final = 16
"""Files that arrive, wait or are worked on; each is kept in memory meanwhile."""
MOST_OF_ADDRESS: Final = 2
"""Those of one network address."""


class Uploads:
    """Works on files, one after the other. For the event loop only."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        self.waiting = WaitingRequests(1, MOST_WAITING, MOST_OF_ADDRESS)
        """Counts files from their first byte to the answer."""
        self._process = replay_process("the file", limits)

    async def timeline(self, data: bytes, seat: Seat | None) -> bytes:
        """The timeline of a file, compressed with gzip."""
        return await self._process.run(_timeline, data, seat)

    async def match(self, data: bytes, turn: int) -> Match:
        """The match of a file as it stood after a turn."""
        return await self._process.run(_match, data, turn)

    def close(self) -> None:
        """End the process."""
        self._process.close()


# In the process


def _timeline(data: bytes, seat: Seat | None) -> bytes:
    return compressed_timeline(Replay.decode(data, "the file"), seat)


def _match(data: bytes, turn: int) -> Match:
    return match_at(Replay.decode(data, "the file"), turn)
