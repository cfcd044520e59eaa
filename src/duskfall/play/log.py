"""The log of a match: accepted orders and turn marks with digests, in sequence; a match is restored from it.

Each entry is a line: `0 412>413` is an order of seat 0, `=17 9f...` marks turn 17 as played, with the digest after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Self, TypeAlias

from duskfall.errors import Malformed, Refusal, Refused
from duskfall.play.game import Seat

MAX_ORDERS: Final = 256
"""Marches of one seat between two turns, and as many other orders, of live games and of files alike; an order to leave
is always taken (Fog of War specification, turns and orders)."""

_MAX_LOGGED: Final = 2 * MAX_ORDERS + 1
"""Orders of one seat between two marks: marches, others, and the one by which it leaves."""

_ORDER: Final = re.compile(r"(0|[1-9][0-9]?) ([ -~]{1,300})")
_MARK: Final = re.compile(r"=(0|[1-9][0-9]{0,8}) ([0-9a-f]{32})")


@dataclass(frozen=True, slots=True)
class LoggedOrder:
    """An accepted order of a seat."""

    seat: Seat
    order: str
    """The text of the order."""

    def __str__(self) -> str:
        return f"{self.seat} {self.order}"


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of a turn that was played. Mark 0 is the beginning."""

    turn: int
    digest: str
    """The digest of the whole state after it."""

    def __str__(self) -> str:
        return f"={self.turn} {self.digest}"


Entry: TypeAlias = LoggedOrder | Mark


def parse_entry(line: str) -> Entry:
    """Reads an entry from its line.

    >>> parse_entry("0 412>413")
    LoggedOrder(seat=0, order='412>413')
    >>> parse_entry("0: 412>413")
    Traceback (most recent call last):
    duskfall.errors.Malformed: '0: 412>413': no entry of a log; write 'SEAT ORDER' or '=TURN DIGEST'
    """
    if found := _MARK.fullmatch(line):
        return Mark(int(found[1]), found[2])
    if found := _ORDER.fullmatch(line):
        return LoggedOrder(int(found[1]), found[2])
    raise Malformed(repr(line[:60]), "no entry of a log", "write 'SEAT ORDER' or '=TURN DIGEST'")


def _read(line: bytes) -> Entry:
    """Reads an entry that was checked before."""
    first, _, rest = line.decode().partition(" ")
    return Mark(int(first[1:]), rest) if first[0] == "=" else LoggedOrder(int(first), rest)


class Log:
    """Entries in sequence: mark 0 first, then each turn's orders before its mark.

    They are kept as lines, which take half the memory of objects: servers keep the logs of all live matches.

    >>> log = Log.parse(["=0 " + 32 * "a", "0 0>1", "=1 " + 32 * "b", "1 8>7"])
    >>> log.turn, len(log), log.cut(0).lines()
    (1, 4, ['=0 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'])
    """

    __slots__ = ("_given", "_last_mark", "_last_order", "_lines", "_marks")

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._lines: list[bytes] = []
        self._marks: list[int] = []
        self._last_mark = Mark(-1, "")
        self._last_order: LoggedOrder | None = None
        self._given: dict[Seat, int] = {}
        """The number of orders of each seat since the last mark."""
        for entry in entries:
            self.append(entry)

    @classmethod
    def parse(cls, lines: Iterable[str]) -> Self:
        """Reads a log from its lines. Equal orders become one object: most logs repeat a few orders very often."""
        log = cls()
        orders: dict[str, tuple[Entry, bytes]] = {}
        for line in lines:
            read = orders.get(line)
            if read is None:
                entry = parse_entry(line)
                read = entry, line.encode()
                if isinstance(entry, LoggedOrder):
                    orders[line] = read
            log._add(*read)
        return log

    def lines(self, first: int = 0) -> list[str]:
        """Writes the log as lines, from the entry of that number on, counted from 0."""
        return [line.decode() for line in self._lines[first:]]

    def append(self, entry: Entry) -> None:
        """Appends the next entry."""
        self._add(entry, str(entry).encode())

    def _add(self, entry: Entry, line: bytes) -> None:
        if isinstance(entry, Mark):
            if entry.turn != len(self._marks):
                raise Refused(Refusal.INCONSISTENT, f"mark of turn {entry.turn}", f"turn {len(self._marks)} comes next")
            self._marks.append(len(self._lines))
            self._last_mark = entry
            self._given.clear()
        else:
            if not self._marks:
                raise Refused(Refusal.INCONSISTENT, f"{entry}", "a log begins with the mark of turn 0")
            given = self._given.get(entry.seat, 0)
            if given >= _MAX_LOGGED:
                reason = f"seat {entry.seat} has {_MAX_LOGGED} orders in turn {len(self._marks)} already"
                raise Refused(Refusal.OUT_OF_RANGE, f"{entry}", reason)
            self._given[entry.seat] = given + 1
            self._last_order = entry
        self._lines.append(line)

    @property
    def turn(self) -> int:
        """The last turn that was played; -1 before the beginning is marked."""
        return len(self._marks) - 1

    @property
    def last_mark(self) -> Mark:
        """The mark of the last turn."""
        return self._last_mark

    @property
    def last_order(self) -> LoggedOrder | None:
        """The last order."""
        return self._last_order

    def digests(self) -> list[str]:
        """Lists the digest of each turn, that of the beginning first."""
        return [self._lines[number].decode().partition(" ")[2] for number in self._marks]

    def since(self, number: int) -> list[Entry]:
        """Lists the entries from that number on, counted from 0."""
        return list(map(_read, self._lines[number:]))

    def number_of_mark(self, turn: int) -> int:
        """Returns the number of the entry that marks a turn, counted from 0."""
        return self._marks[turn]

    def cut(self, turn: int) -> Log:
        """Returns the log as it stood after that turn."""
        if not 0 <= turn <= self.turn:
            raise Refused(Refusal.OUT_OF_RANGE, f"turn {turn}", f"the log has turns 0 to {self.turn}")
        return Log(map(_read, self._lines[: self._marks[turn] + 1]))

    def turns(self, after: int = 0, last: int | None = None) -> Iterator[tuple[Mark, list[LoggedOrder]]]:
        """Yields each turn after `after` and up to `last`, with its orders."""
        end = self.turn if last is None else min(last, self.turn)
        for turn in range(max(after, 0) + 1, end + 1):
            first, last = self._marks[turn - 1] + 1, self._marks[turn]
            mark = _read(self._lines[last])
            if isinstance(mark, Mark):
                orders = map(_read, self._lines[first:last])
                yield mark, [entry for entry in orders if isinstance(entry, LoggedOrder)]

    def __iter__(self) -> Iterator[Entry]:
        return map(_read, self._lines)

    def __len__(self) -> int:
        return len(self._lines)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Log) and self._lines == other._lines

    __hash__ = None  # type: ignore[assignment]  # a log grows

    def __repr__(self) -> str:
        return f"<Log, {len(self)} entries, turn {self.turn}>"
