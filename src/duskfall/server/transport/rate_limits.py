"""Who may say how much: rates for every connection, player and network address, and how many connections stand."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Final

from limits import RateLimitItem, parse
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter

from duskfall.errors import Refusal, Refused
from duskfall.server.settings import Limits
from duskfall.server.transport.connection import Connection

_SWEEP_S: Final = 5.0

TOGETHER: Final = 4
"""Events of a connection that are counted in one go: counting each costs a tenth of what an order does."""


class LoopStorage(Storage):
    """Counts for the limits library, kept by one thread: the library's own starts a thread a hundred times a second."""

    STORAGE_SCHEME: Final = ["duskfall-loop"]  # type: ignore[misc]  # how the library knows its storages apart

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._ends: dict[str, float] = {}
        self._swept = 0.0
        super().__init__()

    @property
    def base_exceptions(self) -> type[Exception]:
        """Nothing can fail here."""
        return ValueError

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count, in a window that begins with the first count."""
        now = time.monotonic()
        if now - self._swept > _SWEEP_S:
            self._sweep(now)
        if self._ends.get(key, 0.0) <= now:
            self._ends[key] = now + expiry
            self._counts[key] = amount
        else:
            self._counts[key] += amount
        return self._counts[key]

    def _sweep(self, now: float) -> None:
        self._swept = now
        for key in [key for key, end in self._ends.items() if end <= now]:
            self.clear(key)

    def get(self, key: str) -> int:
        """The count in the present window."""
        return self._counts.get(key, 0) if self._ends.get(key, 0.0) > time.monotonic() else 0

    def get_expiry(self, key: str) -> float:
        """When the window ends."""
        return self._ends.get(key, 0.0)

    def check(self) -> bool:
        """Memory is always there."""
        return True

    def reset(self) -> int | None:
        """Forget all counts."""
        count = len(self._counts)
        self._counts.clear()
        self._ends.clear()
        return count

    def clear(self, key: str) -> None:
        """Forget one count."""
        self._counts.pop(key, None)
        self._ends.pop(key, None)


class RateLimits:
    """Keeps everyone within the limits."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._counter = FixedWindowRateLimiter(LoopStorage())
        self._rates: dict[str, RateLimitItem] = {
            name: parse(rate) for name, rate in (
                ("socket", limits.socket_events), ("user", limits.user_events), ("address", limits.address_events),
                ("chat", limits.chat_messages), ("arrivals", limits.arrivals), ("options", limits.new_options),
                ("games", limits.new_games), ("rooms", limits.new_rooms), ("sockets", limits.new_sockets),
                ("requests", limits.requests), ("welten", limits.welten_events),
            )
        }  # fmt: skip
        self._connected: Counter[str] = Counter()

    def knock(self, address: str) -> None:
        """Somebody opens a connection that nothing has been said through yet."""
        self._hit("sockets", address, "connections from your address")

    def admit(self, address: str) -> None:
        """Let a connection in, or refuse it."""
        limits = self.limits
        if self._connected.total() >= limits.sockets:
            raise Refused(Refusal.TOO_MANY, "connection", "the server is full", "try again later")
        if self._connected[address] >= limits.sockets_an_address:
            raise Refused(Refusal.TOO_MANY, "connection", f"{limits.sockets_an_address} come from your address already")
        self._connected[address] += 1

    def dismiss(self, address: str) -> None:
        """A connection that was admitted is gone."""
        self._connected[address] -= 1
        if not self._connected[address]:
            del self._connected[address]

    def event(self, line: Connection, alone: Callable[[Connection], bool]) -> None:
        """An event has come. A few are counted together, and who has but one connection is measured by that alone."""
        line.uncounted += 1
        if line.uncounted < TOGETHER and not line.excess:
            return
        cost, line.uncounted = line.uncounted, 0
        try:
            self._hit("socket", line.sid, "events", cost)
            self._hit("address", line.address, "events from your address", cost)
            if line.user is not None and not alone(line):
                self._hit("user", line.user, "events of yours", cost)
        except Refused:
            line.excess += 1
            raise
        line.excess = 0

    def chat(self, line: Connection) -> None:
        """Somebody wants to be heard."""
        self._hit("chat", line.sid, "messages")

    def arrival(self, line: Connection) -> None:
        """Somebody joins or comes to watch."""
        self._hit("arrivals", line.sid, "joins")

    def options(self, line: Connection) -> None:
        """Somebody chooses options."""
        self._hit("options", line.address, "new options from your address")

    def game(self, line: Connection) -> None:
        """A game shall begin for its host."""
        self._hit("games", line.address, "new games from your address")

    def room(self, line: Connection) -> None:
        """Somebody opens a room."""
        self._hit("rooms", line.address, "new rooms from your address")

    def welten(self, line: Connection) -> None:
        """Somebody orders or asks something in Weltendämmerung."""
        self._hit("welten", line.address, "orders from your address")

    def request(self, address: str) -> None:
        """Somebody asks over HTTP."""
        self._hit("requests", address, "requests from your address")

    def _hit(self, rate: str, who: str, what: str, cost: int = 1) -> None:
        item = self._rates[rate]
        if not self._counter.hit(item, rate, who, cost=cost):
            raise Refused(Refusal.TOO_FAST, what, f"at most {item}", "wait, then go on more slowly")
