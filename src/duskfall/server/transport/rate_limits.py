"""Limits how much connections, players and network addresses may send, and how many connections may stand.

The numbers are those of `settings.Limits`.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, TypeVar

from limits import RateLimitItem, parse
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter

from duskfall.errors import Refusal, Refused
from duskfall.protocol.commands import ChatMessage, JoinPrivate, PingTile, PlayOn, Spectate
from duskfall.protocol.fog.commands import SetOptions
from duskfall.protocol.welten.commands import WeltenJoin, WeltenLegal, WeltenOrder, WeltenThreats
from duskfall.protocol.wire import Command
from duskfall.server.settings import Limits
from duskfall.server.transport.connection import Connection

_SWEEP_S: Final = 5.0

C = TypeVar("C", bound=Connection)

COUNTED_TOGETHER: Final = 4
"""Events of a connection that are counted in one go: counting each costs a tenth of what an order does."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Names a rate of the settings, what it is counted by, and how a refusal calls the things that are counted."""

    name: str
    by: Literal["sid", "address"]
    what: str


CHAT: Final = Rate("chat", "sid", "messages")
ARRIVALS: Final = Rate("arrivals", "sid", "joins")
OPTIONS: Final = Rate("options", "address", "new options from your address")
GAMES: Final = Rate("games", "address", "new games from your address")
ROOMS: Final = Rate("rooms", "address", "new rooms from your address")
WELTEN: Final = Rate("welten", "address", "orders from your address")

RATE_OF_COMMAND: Final[dict[type[Command], Rate]] = {
    ChatMessage: CHAT, PingTile: CHAT,
    JoinPrivate: ARRIVALS, WeltenJoin: ARRIVALS, PlayOn: ARRIVALS, Spectate: ARRIVALS,
    SetOptions: OPTIONS,
    WeltenOrder: WELTEN, WeltenLegal: WELTEN, WeltenThreats: WELTEN,
}  # fmt: skip
"""The rates of commands that cost more than an event does; all events are limited besides."""


class LoopStorage(Storage):
    """Counts for the limits library on one thread; the library's own storage starts one a hundred times a second."""

    STORAGE_SCHEME: Final = ["duskfall-loop"]  # type: ignore[misc]  # how the library knows its storages apart

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._ends: dict[str, float] = {}
        self._swept = 0.0
        super().__init__()

    @property
    def base_exceptions(self) -> type[Exception]:
        """Name the errors of a storage; this one has none."""
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
        """Give the count in the present window."""
        return self._counts.get(key, 0) if self._ends.get(key, 0.0) > time.monotonic() else 0

    def get_expiry(self, key: str) -> float:
        """Tell when the window ends."""
        return self._ends.get(key, 0.0)

    def check(self) -> bool:
        """Tell that the storage is there."""
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
    """Refuses what exceeds the limits of a server."""

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

    def new_connection(self, address: str) -> None:
        """Count a connection that an address opens, before anything is sent through it."""
        self._hit("sockets", address, "connections from your address")

    def admit(self, address: str) -> None:
        """Count a connection that stands from now on, or refuse it."""
        limits = self.limits
        if self._connected.total() >= limits.sockets:
            raise Refused(Refusal.TOO_MANY, "connection", "the server is full", "try again later")
        if self._connected[address] >= limits.sockets_an_address:
            raise Refused(Refusal.TOO_MANY, "connection", f"{limits.sockets_an_address} come from your address already")
        self._connected[address] += 1

    def dismiss(self, address: str) -> None:
        """Stop counting a connection that was admitted."""
        self._connected[address] -= 1
        if not self._connected[address]:
            del self._connected[address]

    def event(self, connection: C, shared_by: Callable[[C], str | None]) -> None:
        """Count an event of a connection, and of a player who has several connections.

        A few events are counted together. `shared_by` names the player who has other connections too, if one has.
        """
        connection.uncounted += 1
        if connection.uncounted < COUNTED_TOGETHER and not connection.excess:
            return
        cost, connection.uncounted = connection.uncounted, 0
        try:
            self._hit("socket", connection.sid, "events", cost)
            self._hit("address", connection.address, "events from your address", cost)
            player = shared_by(connection)
            if player is not None:
                self._hit("user", player, "events of yours", cost)
        except Refused:
            connection.excess += 1
            raise
        connection.excess = 0

    def command(self, connection: Connection, command: Command) -> None:
        """Count a command that has a rate of its own."""
        rate = RATE_OF_COMMAND.get(type(command))
        if rate is not None:
            self.hit(rate, connection)

    def hit(self, rate: Rate, connection: Connection) -> None:
        """Count one of something for a connection or its address."""
        self._hit(rate.name, getattr(connection, rate.by), rate.what)

    def request(self, address: str) -> None:
        """Count an HTTP request of an address."""
        self._hit("requests", address, "requests from your address")

    def _hit(self, rate: str, who: str, what: str, cost: int = 1) -> None:
        item = self._rates[rate]
        if not self._counter.hit(item, rate, who, cost=cost):
            raise Refused(Refusal.TOO_FAST, what, f"at most {item}", "wait, then go on more slowly")
