"""Tournaments that the server's owner shows: the ledgers in a folder, read and never written.

Whoever plays a tournament goes on writing its ledger meanwhile; a table that was counted once counts on from there.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from duskfall.arena import Ledger, Plan, Standing
from duskfall.arena.standings import catch_up
from duskfall.errors import Refusal, Refused

SUFFIX: Final = ".db"
SHOWN: Final = 200
"""Tournaments at the most, those that were written to last."""
LONGEST_NAME: Final = 100
AT_ONCE: Final = 5000
"""Matches that are counted for one request, a quarter of a second of work; the next one goes on."""
MOST_COUNTED: Final = 100_000
"""Matches of one tournament."""
MOST_KEPT: Final = 8
"""Tables that are kept ready."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """A tournament at a glance."""

    name: str
    plan: Plan
    reached: int
    """One more than the highest number of a match that was played."""
    written: datetime


@dataclass(frozen=True, slots=True)
class Damaged:
    """A file that is no sound ledger."""

    name: str
    reason: str


class Tournaments:
    """The ledgers in a folder, by their names without the ending. Used from threads."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._tables: OrderedDict[str, Standing] = OrderedDict()

    def sketches(self) -> list[Sketch | Damaged]:
        """All of them, the one written to last first."""
        return [self._sketch(name, path) for name, path in self._known().items()]

    def standing(self, name: str) -> tuple[Standing, int]:
        """The table of a tournament as far as it is counted, and how far matches have been played."""
        with self._opened(name) as ledger, self._lock:
            table = self._tables.pop(name, None)
            if table is None or not _belongs(table, ledger):
                table = Standing(ledger.plan)
            catch_up(table, ledger, min(AT_ONCE, MOST_COUNTED - len(table.results)))
            self._tables[name] = table
            if len(self._tables) > MOST_KEPT:
                self._tables.popitem(last=False)
            return table, min(ledger.reached, MOST_COUNTED)

    def replay(self, name: str, number: int) -> bytes:
        """The replay of a match."""
        with self._opened(name) as ledger:
            if not 0 <= number < ledger.reached:
                raise _NotPlayed(number)
            return ledger.replay(number)

    def _known(self) -> dict[str, Path]:
        """The ledgers in the folder; what is not in this list is no tournament."""
        found = []
        for path in self._folder.glob(f"*{SUFFIX}") if self._folder.is_dir() else ():
            with suppress(OSError):  # a file that has gone meanwhile
                if path.is_file() and len(path.stem) <= LONGEST_NAME:
                    found.append((_written(path), path))
        return {path.stem: path for _, path in sorted(found, reverse=True)[:SHOWN]}

    def _sketch(self, name: str, path: Path) -> Sketch | Damaged:
        try:
            with _plainly(name), Ledger.read(path) as ledger:
                return Sketch(name, ledger.plan, ledger.reached, _written(path))
        except (Refused, OSError) as error:
            return Damaged(name, error.reason if isinstance(error, Refused) else "it cannot be read")

    @contextmanager
    def _opened(self, name: str) -> Iterator[Ledger]:
        path = self._known().get(name)
        if path is None:
            raise Refused(Refusal.NO_SUCH, name[:LONGEST_NAME], "no tournament has this name", "see /api/tournaments")
        with _plainly(name), Ledger.read(path) as ledger:
            yield ledger


class _NotPlayed(Refused):
    def __init__(self, number: int) -> None:
        super().__init__(Refusal.NO_SUCH, f"match {number}", "it has not been played")


def _written(path: Path) -> datetime:
    """When a ledger was last written to; while it is played, results are in the log beside it."""
    last = path.stat().st_mtime
    with suppress(FileNotFoundError):
        last = max(last, path.with_name(path.name + "-wal").stat().st_mtime)
    return datetime.fromtimestamp(last, UTC)


def _belongs(table: Standing, ledger: Ledger) -> bool:
    """Whether a table was counted from this ledger, and not from another one that had its name."""
    if table.plan != ledger.plan:
        return False
    return not table.results or ledger.results(len(table.results) - 1, 1) == table.results[-1:]


@contextmanager
def _plainly(name: str) -> Iterator[None]:
    """Refuse a damaged ledger by its name; where it lies on the disk is nobody's business."""
    try:
        yield
    except _NotPlayed:
        raise
    except Refused as refused:
        code = Refusal.OTHER_RULES if refused.code is Refusal.OTHER_RULES else Refusal.INCONSISTENT
        raise Refused(code, name, refused.reason) from refused
