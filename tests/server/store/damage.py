"""Unfinished matches in a store, and ways to damage them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from duskfall.play import Match, Setup
from duskfall.server.lobby.identity import Identities
from duskfall.server.store import Logged, MatchBegun, MoveAnswered, Record, SeatRecord, Store, sqlite_url
from tests.server.databases import rows
from tests.server.serving import secret_of

NAMES: Final = ("Ada", "Bo")
TABLES: Final = {"move_ids": '"match"', "entries": '"match"', "matches": "id"}
"""The tables with rows of matches, and their columns with the id of the match."""

DAMAGES: Final = {
    "a missing entry": "DELETE FROM entries WHERE \"match\" = '{0}' AND number = 5",
    "an unreadable entry": "UPDATE entries SET line = 'nonsense' WHERE \"match\" = '{0}' AND number = 5",
    "another digest": "UPDATE entries SET line = '=2 ' || '" + 32 * "0" + "' WHERE \"match\" = '{0}' AND number = 4",
    "no log": "DELETE FROM entries WHERE \"match\" = '{0}'",
    "options of another kind": "UPDATE matches SET options = '[7]' WHERE id = '{0}'",
    "unreadable players": "UPDATE matches SET sitters = '[{{\"nam' WHERE id = '{0}'",
    "one player too few": "UPDATE matches SET sitters = '[]' WHERE id = '{0}'",
    "options of no room": "UPDATE matches SET table_options = '{{\"turnMs\": \"soon\"}}' WHERE id = '{0}'",
    "an unknown game": "UPDATE matches SET game = 'chess' WHERE id = '{0}'",
    "other rules": "UPDATE matches SET rules = '0' WHERE id = '{0}'",
    "a seed that is no number": "UPDATE matches SET seed = 'x' WHERE id = '{0}'",
    "unreadable answers to move ids": "UPDATE move_ids SET refusal = '[' WHERE \"match\" = '{0}'",
}
"""A statement for each way in which a match may be damaged, with a place for its id."""


def played_match(turns: int = 6, seed: int = 7) -> Match:
    """A match of Fog of War that goes on: entries 0, 2, 4, ... of its log are marks."""
    match = Match(Setup.of("fog", {"width": 12, "height": 12}, seed), NAMES, lockstep=False)
    for _ in range(turns):
        match.submit(0, match.read("pass"))
        match.play_turn()
    return match


def records_of(folder: Path, name: str, match: Match, room_options: dict[str, Any] | None = None) -> list[Record]:
    """The records of a match that is being played in the room "room of NAME"."""
    setup, identities = match.setup, Identities.of_folder(folder)
    seats = tuple(SeatRecord(identities.user(secret_of(player)), player) for player in match.players)
    begun = MatchBegun(
        name, f"room of {name}", setup.game, setup.options, setup.seed, seats, room_options or {}, setup.world.rules
    )
    logged = [Logged(name, number, line) for number, line in enumerate(match.log.lines())]
    return [begun, *logged, MoveAnswered(name, 0, 0, '"first"', None, ("OFF_MAP", "no such tile"))]


def keep(folder: Path, records: Sequence[Record]) -> None:
    """Write records to the store in a folder."""

    async def write(store: Store) -> None:
        await store.write(*records)

    with Store.open(sqlite_url(folder)) as store:
        asyncio.run(write(store))


def rows_of(folder: Path, match: str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of a match, without the column that says why it is kept for repair."""
    found = {}
    for table, key in TABLES.items():
        names = [column[1] for column in rows(sqlite_url(folder), f"SELECT * FROM pragma_table_info('{table}')")]
        wanted = ", ".join(f'"{name}"' for name in names if name != "fault")
        found[table] = rows(sqlite_url(folder), f"SELECT {wanted} FROM {table} WHERE {key} = '{match}'")
    return found
