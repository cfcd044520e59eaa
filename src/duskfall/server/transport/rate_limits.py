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
from duskfall.protocol.messages import ConnectionLimits
from duskfall.protocol.welten.commands import WeltenJoin, WeltenLegal, WeltenOrder, WeltenReach, WeltenThreats
from duskfall.protocol.wire import Command
from duskfall.server.settings import Limits
from duskfall.server.transport.allowance import Allowance
from duskfall.server.transport.connection import Connection

_SWEEP_S: Final = 5.0
WORK_S: Final = 0.001
"""Seconds of processor time that are counted in one go."""
WORK_AHEAD_S: Final = 2.0
"""Seconds of their processor time that somebody may be ahead: a page that is opened asks for much at once."""

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
CLAIMS: Final = Rate("claims", "address", "ids and names tried from your address")
RETREATS: Final = Rate("retreats", "sid", "orders taken back")
WELTEN: Final = Rate("welten", "address", "orders from your address")

RATE_OF_COMMAND: Final[dict[type[Command], Rate]] = {
    ChatMessage: CHAT, PingTile: CHAT,
    JoinPrivate: ARRIVALS, WeltenJoin: ARRIVALS, PlayOn: ARRIVALS, Spectate: ARRIVALS,
    SetOptions: OPTIONS,
    WeltenOrder: WELTEN, WeltenLegal: WELTEN, WeltenThreats: WELTEN, WeltenReach: WELTEN,
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
                ("frames", limits.frames), ("packets", limits.other_packets),
                ("retreats", limits.retreats), ("claims", limits.failed_claims), ("name claims", limits.name_claims),
            )
        }  # fmt: skip
        self._connected: Counter[str] = Counter()
        self.socket_time = Allowance(limits.socket_ms / 1000, WORK_AHEAD_S)
        self.address_time = Allowance(limits.address_ms / 1000, WORK_AHEAD_S)

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

    def for_clients(self) -> ConnectionLimits:
        """Tell clients how much they may send: half of the limit at once, and the other half spread over its period.

        Events of any period are then within the limit, also those of the period before that are counted with them.
        """
        rate = self._rates["socket"]
        most = rate.amount - (COUNTED_TOGETHER - 1)
        burst = max(1, most // 2)
        return ConnectionLimits(max(1, most - burst) / rate.get_expiry(), burst, self.limits.chat_characters)

    def event(self, connection: C, shared_by: Callable[[C], str | None]) -> None:
        """Count an event of a connection, and of a player who has several connections.

        A few events are counted together. `shared_by` names the player who has other connections too, if one has.
        """
        self._check_time(connection)
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
            connection.excess += cost
            raise
        connection.excess = 0

    def spend(self, connection: Connection, seconds: float) -> None:
        """Charge a connection and its address with processor time that an event took."""
        connection.work_s += seconds
        if connection.work_s < WORK_S:
            return
        self.socket_time.spend(connection.sid, connection.work_s)
        self.address_time.spend(connection.address, connection.work_s)
        connection.work_s = 0.0

    def _check_time(self, connection: Connection) -> None:
        if self.socket_time.wait_s(connection.sid) or self.address_time.wait_s(connection.address):
            connection.excess += 1
            raise Refused(
                Refusal.TOO_FAST, "events", "they take too much of the server's time", "wait, then go on more slowly"
            )

    def command(self, connection: Connection, command: Command) -> None:
        """Count a command that has a rate of its own."""
        rate = RATE_OF_COMMAND.get(type(command))
        if rate is not None:
            self.hit(rate, connection)

    def hit(self, rate: Rate, connection: Connection) -> None:
        """Count one of something for a connection or its address."""
        self._hit(rate.name, getattr(connection, rate.by), rate.what)

    def charge(self, rate: Rate, connection: Connection, count: int) -> None:
        """Count something that is done already: it is not refused, but what comes after it may be."""
        if count > 0:
            self._counter.hit(self._rates[rate.name], rate.name, getattr(connection, rate.by), cost=count)

    def frames(self, connection: str, count: int) -> None:
        """Count frames of a WebSocket, of any kind, that were not taken as events at once."""
        self._hit("frames", connection, "frames", count)

    def packet(self, connection: str) -> None:
        """Count a packet that is no event."""
        self._hit("packets", connection, "packets that are no events")

    def check_claims(self, connection: Connection, owner: str | None = None) -> None:
        """Refuse somebody who claims to be a player while too many claims from their address have failed.

        `owner` is the player whose name is claimed, if the claim does not come from where that player is.
        """
        self._check(CLAIMS.name, connection.address, CLAIMS.what)
        if owner is not None:
            self._check("name claims", owner, "tries of this name")

    def failed_claim(self, connection: Connection, owner: str | None = None) -> None:
        """Count a claim that has failed."""
        self._counter.hit(self._rates[CLAIMS.name], CLAIMS.name, connection.address)
        if owner is not None:
            self._counter.hit(self._rates["name claims"], "name claims", owner)

    def _check(self, rate: str, who: str, what: str) -> None:
        item = self._rates[rate]
        if not self._counter.test(item, rate, who):
            raise _too_fast(what, item)

    def request(self, address: str) -> None:
        """Count an HTTP request of an address."""
        self._hit("requests", address, "requests from your address")

    def _hit(self, rate: str, who: str, what: str, cost: int = 1) -> None:
        item = self._rates[rate]
        if not self._counter.hit(item, rate, who, cost=cost):
            raise _too_fast(what, item)


def _too_fast(what: str, item: RateLimitItem) -> Refused:
    seconds = item.get_expiry()
    span = "a second" if seconds == 1 else "a minute" if seconds == 60 else f"in {seconds} seconds"
    return Refused(Refusal.TOO_FAST, what, f"at most {item.amount} {span}", "wait, then go on more slowly")
