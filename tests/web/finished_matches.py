"""Finished matches, written into the data folder of a server before it starts."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from duskfall.bots import BUILT_IN, Deadline, SeatInfo
from duskfall.errors import Refused
from duskfall.play import Match, Setup
from duskfall.server.store import Record, Store, sqlite_url
from tests.play.matches import played
from tests.server.http.conftest import records_of

NAMES = ("Ada", "Grace", "Alan", "Edsger", "Barbara", "Niklaus", "Donald", "Frances")
FRESH_MS = 1000


def by_bots(setup: Setup, bots: Sequence[str], most: int) -> Match:
    """Play a match between built-in bots to its end, or to the given turn."""
    match = Match(setup, NAMES[: len(bots)], lockstep=False)
    players = [BUILT_IN[setup.game][name](SeatInfo.of(setup, seat, len(bots))) for seat, name in enumerate(bots)]
    while match.outcome is None and match.turn < most:
        for seat in sorted(match.waiting):
            answer = players[seat].choose(match.game.view(seat), Deadline(FRESH_MS))
            for order in answer if isinstance(answer, Sequence) else (answer,):
                try:
                    match.submit(seat, order)
                except Refused:
                    break
        if setup.game == "fog":
            match.play_turn()
    return match


@cache
def archive() -> dict[str, Match]:
    """A duel of each game, short enough for tests, by the id that the server shall know it by."""
    return {"fogduel": played("fog", 7, turn_limit=120), "weltenduel": played("welten", 7)}


def showcase() -> dict[str, Match]:
    """Longer matches for pictures: four settlers for 500 turns, and two captains."""
    four = Setup.of("fog", {"width": 24, "height": 24, "players": 4, "turn_limit": 500}, 11)
    return {
        "weltenshow": by_bots(Setup.of("welten", {}, 3), ["captain", "captain"], 4000),
        "fogshow": by_bots(four, ["settler"] * 4, 500),
    }


def store_matches(folder: Path, matches: dict[str, Match]) -> None:
    """Write matches into the database of a server that does not run yet."""
    records: list[Record] = [
        record for name, match in matches.items() for record in records_of(name, match, "abandoned")
    ]

    async def write(store: Store) -> None:
        await store.write(*records)

    # Playwright's own loop runs in this thread, and a thread has but one.
    with Store.open(sqlite_url(folder)) as store, ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(write(store))).result()
