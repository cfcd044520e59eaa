"""Decides how long a client tries to come back after its connection was lost.

A reconnect takes these steps, in `OnlineBot.play`: wait (`ReconnectAttempts.wait`), open a new connection, join with
`userId` and token, which give the seat back, and clear the queue of marches (`OnlineBot._resume`). The server answers
the join with a complete update, so nothing of the lost connection is needed.
"""

from __future__ import annotations

import asyncio
import time
from typing import Final

from duskfall.bots.online.connection import Lost
from duskfall.errors import Refusal, Refused

PATIENCE_S: Final = 90
"""Seconds for which a client tries to come back. Seats are kept for a minute by default."""

_PAUSES_S: Final = (0.2, 0.5, 1, 2, 3)
"""Pauses before the first attempts; the last one is repeated."""


class ReconnectAttempts:
    """Counts attempts to reach a server again, with growing pauses, until the patience is over."""

    def __init__(self, url: str, patience_s: float) -> None:
        self._url = url
        self._patience_s = patience_s
        self._lost_since: float | None = None
        self._attempts = 0

    def succeed(self) -> None:
        """Starts over, because the client is back."""
        self._lost_since, self._attempts = None, 0

    async def wait(self, lost: Lost) -> None:
        """Waits before the next attempt; refuses if the server has been away for too long."""
        now = time.monotonic()
        self._lost_since = now if self._lost_since is None else self._lost_since
        if now - self._lost_since > self._patience_s:
            raise no_connection(self._url, f"lost for more than {self._patience_s:g} seconds", lost) from lost
        await asyncio.sleep(_PAUSES_S[min(self._attempts, len(_PAUSES_S) - 1)])
        self._attempts += 1


def no_connection(url: str, reason: str, lost: Lost) -> Refused:
    """Returns the refusal of a server that cannot be reached."""
    return Refused(Refusal.NO_CONNECTION, url, f"{reason} ({lost})", "start one with: duskfall serve")
