"""Charges games to those who open them, by processor time and by bytes stored, and refuses what exceeds the budget."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from duskfall.errors import Refusal, Refused
from duskfall.server.settings import Limits
from duskfall.server.transport.allowance import Allowance

SEAT_TURN_US: Final = 500
"""Microseconds of processor time that one seat costs each turn of Fog of War, whatever the board: a view, an update or
a bot's answer, and the log (measured with built-in bots, their process included)."""

TILE_TURN_NS: Final = 100
"""Nanoseconds that each tile of the board adds to that."""

DAY_S: Final = 86_400

CHAT_BYTES: Final = 120
"""Bytes of a chat message in the database, besides its text."""
ENTRY_BYTES: Final = 60
"""Bytes of the database that an entry of a log takes: the digest of a turn, or an order, with its key."""

MATCH_BYTES: Final = 1000
"""Bytes of the row of a match and of its index, long options apart."""


def turns_cost_us(seats: int, tiles: int, turn_ms: int) -> int:
    """Estimate the processor time of a game of Fog of War, in microseconds a second.

    >>> turns_cost_us(seats=8, tiles=900, turn_ms=500), turns_cost_us(seats=16, tiles=10_000, turn_ms=50)
    (9440, 480000)
    """
    return seats * (SEAT_TURN_US * 1000 + TILE_TURN_NS * tiles) // turn_ms


@dataclass(frozen=True, slots=True)
class Account:
    """Names the player and the network address that a room is charged to; None where it is not known."""

    user: str | None = None
    address: str | None = None


class RoomCosts:
    """Knows what the running games of each player and of each address cost."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._running: dict[str, tuple[Account, int]] = {}
        """By room: the account, and microseconds a second."""
        self._users: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    def check(self, room: str, account: Account, cost_us: int) -> None:
        """Refuse a game that would exceed the budget of its account. What the same room plays now is not counted."""
        known, present = self._running.get(room, (Account(), 0))
        budgets = (
            (account.user, known.user, self._users, self._limits.user_games_ms, "you"),
            (account.address, known.address, self._addresses, self._limits.address_games_ms, "your address"),
        )
        for who, before, used, budget_ms, whose in budgets:
            others = 0 if who is None else used[who] - (present if before == who else 0)
            if who is not None and cost_us > 0 and others + cost_us > budget_ms * 1000:
                raise Refused(
                    Refusal.TOO_COSTLY,
                    f"room {room}",
                    f"its game would take {_ms(cost_us)} ms of processor time a second, other games of {whose} take "
                    f"{_ms(others)}, and {budget_ms} are allowed",
                    "choose longer turns, a smaller board or fewer seats, or end another game",
                )

    def charge(self, room: str, account: Account, cost_us: int) -> None:
        """Count a game that begins; nothing is checked."""
        self.release(room)
        if cost_us > 0:
            self._running[room] = (account, cost_us)
            self._add(account, cost_us)

    def release(self, room: str) -> None:
        """Stop counting the game of a room, which is over."""
        account, cost_us = self._running.pop(room, (Account(), 0))
        self._add(account, -cost_us)

    def _add(self, account: Account, cost_us: int) -> None:
        for who, used in ((account.user, self._users), (account.address, self._addresses)):
            if who is not None and cost_us:
                used[who] += cost_us
                if not used[who]:
                    del used[who]


def _ms(cost_us: int) -> int:
    return -(-cost_us // 1000)


class StoredBytes:
    """Bounds what the games of one player, or of one address, add to the database in a day.

    >>> stored = StoredBytes(Limits(stored_mb=1))
    >>> stored.charge(Account("ada", "10.0.0.1"), 1_200_000)
    >>> stored.check(Account("bo", "10.0.0.2"))
    >>> stored.check(Account("bo", "10.0.0.1"))
    Traceback (most recent call last):
    duskfall.errors.Refused: new games: yours have filled 1 MB of the database in a day; try again later
    """

    def __init__(self, limits: Limits) -> None:
        self._stored_mb = limits.stored_mb
        self._allowance = Allowance(limits.stored_mb * 1_000_000 / DAY_S, DAY_S)

    def charge(self, account: Account, count: int) -> None:
        """Count bytes that a game has added."""
        for who in _names(account):
            self._allowance.spend(who, count)

    def check(self, account: Account) -> None:
        """Refuse a game of an account that has filled its part of the database."""
        if any(self._allowance.wait_s(who) > 0 for who in _names(account)):
            reason = f"yours have filled {self._stored_mb} MB of the database in a day"
            raise Refused(Refusal.TOO_MANY, "new games", reason, "try again later")


def _names(account: Account) -> list[str]:
    """Name the player and the address of an account so that they cannot be taken for one another."""
    return [f"{kind} {who}" for kind, who in (("player", account.user), ("address", account.address)) if who]
