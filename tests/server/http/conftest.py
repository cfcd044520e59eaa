from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from duskfall.play import Match, Setup
from duskfall.server.store import Logged, MatchBegun, MatchEnded, Named, Rated, Record, SeatRecord, Store, sqlite_url
from tests.server.running import RunningServer, running

SECRET_SEED = 13_370_000_000_000_000_007
"""Of the running match; no answer may contain it."""


@dataclass(frozen=True)
class Site:
    """A server with a few matches in its store."""

    server: RunningServer
    fog: str
    welten: str
    abandoned: str
    running: str


def fog_match(seed: int = 7) -> Match:
    """A short game of Fog of War with a winner."""
    match = Match(Setup.of("fog", {"width": 12, "height": 12}, seed), ["Ada", "Bo"], lockstep=False)
    for _ in range(40):
        for order in list(match.game.legal(0))[:1]:
            match.submit(0, order)
        match.play_turn()
    match.submit(1, match.read("surrender"))
    match.play_turn()
    return match


def welten_match() -> Match:
    """A short game of Weltendämmerung in which Dailor resigns."""
    match = Match(Setup.of("welten", {}, 9), ["Cy", "Di"])
    for _ in range(8):
        match.submit(match.game.view(None).player, match.read("end"))
    match.submit(1, match.read("resign"))
    return match


def records_of(name: str, match: Match, reason: str | None = None) -> list[Record]:
    """The records that a server would have written for a match."""
    setup = match.setup
    seats = tuple(SeatRecord(f"{seat:032x}", player) for seat, player in enumerate(match.players))
    begun = MatchBegun(name, f"room of {name}", setup.game, setup.options, setup.seed, seats, {}, setup.world.rules)
    logged = [Logged(name, number, line) for number, line in enumerate(match.log.lines())]
    outcome = match.outcome
    if outcome is not None:
        return [begun, *logged, MatchEnded(name, outcome.winner, outcome.places, str(outcome.reason), match.turn)]
    if reason is not None:
        return [begun, *logged, MatchEnded(name, None, (1, 1), reason, match.turn)]
    return [begun, *logged]


async def _write(store: Store, records: list[Record]) -> None:
    await store.write(*records)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder: Path = tmp_path_factory.mktemp("site")
    unfinished = Match(Setup.of("welten", {}, SECRET_SEED), ["Ada", "Bo"])
    unfinished.submit(0, unfinished.read("end"))
    broken_off = Match(Setup.of("fog", {"width": 12, "height": 12}, 3), ["Ada", "Bo"], lockstep=False)
    broken_off.play_turn()
    records = [
        Named(f"{0:032x}", "Ada"), Named(f"{1:032x}", "Bo"),
        *records_of("fog1", fog_match()), *records_of("welten1", welten_match()),
        *records_of("broken1", broken_off, "abandoned"), *records_of("running1", unfinished),
        Rated(f"{0:032x}", "fog", 27.0, 4.0, 3), Rated(f"{1:032x}", "fog", 23.0, 2.0, 3),
    ]  # fmt: skip
    with Store.open(sqlite_url(folder)) as store:
        asyncio.run(_write(store, records))
    with running(folder, "--no-limits") as server:
        yield Site(server, "fog1", "welten1", "broken1", "running1")
