"""Reads the tournaments that the owner of the server shows: the ledgers in a folder, which are never written here.

Another process may go on writing a ledger meanwhile; a standing that was counted once is continued from there.
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
"""Tournaments at most, the last written ones."""
LONGEST_NAME: Final = 100
AT_ONCE: Final = 5000
"""Matches that are counted in one request, a quarter of a second of work; the next request continues."""
MOST_COUNTED: Final = 100_000
"""Matches of one tournament."""
MOST_STANDINGS: Final = 8
"""Standings that are kept in memory."""


@dataclass(frozen=True, slots=True)
class TournamentSummary:
    """A tournament without its matches."""

    name: str
    plan: Plan
    reached: int
    """One more than the highest number of a match that was played."""
    written: datetime


@dataclass(frozen=True, slots=True)
class DamagedLedger:
    """A file that cannot be read as a ledger."""

    name: str
    reason: str


class Tournaments:
    """The ledgers in a folder, by their names without the suffix. Thread-safe."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._standings: OrderedDict[str, Standing] = OrderedDict()

    def summaries(self) -> list[TournamentSummary | DamagedLedger]:
        """All tournaments, the last written one first."""
        return [self._summary(name, path) for name, path in self._known().items()]

    def standing(self, name: str) -> tuple[Standing, int]:
        """The standing of a tournament as far as it is counted, and how many matches have been played."""
        with self._opened(name) as ledger, self._lock:
            standing = self._standings.pop(name, None)
            if standing is None or not _belongs(standing, ledger):
                standing = Standing(ledger.plan)
            catch_up(standing, ledger, min(AT_ONCE, MOST_COUNTED - len(standing.results)))
            self._standings[name] = standing
            if len(self._standings) > MOST_STANDINGS:
                self._standings.popitem(last=False)
            return standing, min(ledger.reached, MOST_COUNTED)

    def replay(self, name: str, number: int) -> bytes:
        """The replay of a match."""
        with self._opened(name) as ledger:
            if not 0 <= number < ledger.reached:
                raise _NotPlayed(number)
            return ledger.replay(number)

    def _known(self) -> dict[str, Path]:
        """The ledgers in the folder, by name. Only these names are looked up, never a path from a request."""
        found = []
        for path in self._folder.glob(f"*{SUFFIX}") if self._folder.is_dir() else ():
            with suppress(OSError):  # the file was removed meanwhile
                if path.is_file() and len(path.stem) <= LONGEST_NAME:
                    found.append((_written(path), path))
        return {path.stem: path for _, path in sorted(found, reverse=True)[:SHOWN]}

    def _summary(self, name: str, path: Path) -> TournamentSummary | DamagedLedger:
        try:
            with _hiding_path(name), Ledger.read(path) as ledger:
                return TournamentSummary(name, ledger.plan, ledger.reached, _written(path))
        except (Refused, OSError) as error:
            return DamagedLedger(name, error.reason if isinstance(error, Refused) else "it cannot be read")

    @contextmanager
    def _opened(self, name: str) -> Iterator[Ledger]:
        path = self._known().get(name)
        if path is None:
            raise Refused(Refusal.NO_SUCH, name[:LONGEST_NAME], "no tournament has this name", "see /api/tournaments")
        with _hiding_path(name), Ledger.read(path) as ledger:
            yield ledger


class _NotPlayed(Refused):
    def __init__(self, number: int) -> None:
        super().__init__(Refusal.NO_SUCH, f"match {number}", "it has not been played")


def _written(path: Path) -> datetime:
    """When a ledger was last written; while it is played, results are in the write-ahead log beside it."""
    last = path.stat().st_mtime
    with suppress(FileNotFoundError):
        last = max(last, path.with_name(path.name + "-wal").stat().st_mtime)
    return datetime.fromtimestamp(last, UTC)


def _belongs(standing: Standing, ledger: Ledger) -> bool:
    """Whether a standing was counted from this ledger, and not from an earlier file of the same name."""
    if standing.plan != ledger.plan:
        return False
    return not standing.results or ledger.results(len(standing.results) - 1, 1) == standing.results[-1:]


@contextmanager
def _hiding_path(name: str) -> Iterator[None]:
    """Refuse a damaged ledger by its name, without its path on the disk."""
    try:
        yield
    except _NotPlayed:
        raise
    except Refused as refused:
        code = Refusal.OTHER_RULES if refused.code is Refusal.OTHER_RULES else Refusal.INCONSISTENT
        raise Refused(code, name, refused.reason) from refused
