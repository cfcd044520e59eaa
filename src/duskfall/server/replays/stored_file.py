"""Keeps the match of a replay file in a store, so that the page of a server shows it."""

from __future__ import annotations

from typing import Final

from duskfall.play import Replay
from duskfall.server.store import Logged, MatchBegun, MatchEnded, SeatRecord, Store
from duskfall.server.store.records import ABANDONED

NAME: Final = "file"
"""The room that the match is listed under."""


async def store_replay(store: Store, replay: Replay, match: str) -> None:
    """Writes a match as if it had been played here, under the id `match`; the replay must have been verified."""
    setup, result, seats = replay.setup, replay.result, len(replay.players)
    holders = tuple(SeatRecord(None, player) for player in replay.players)
    begun = MatchBegun(match, NAME, setup.game, setup.options, setup.seed, holders, {}, setup.world.rules)
    logged = [Logged(match, number, line) for number, line in enumerate(replay.log.lines())]
    if result is None:
        ended = MatchEnded(match, None, (1,) * seats, ABANDONED, replay.turns)
    else:
        ended = MatchEnded(match, result.winner, result.places, result.reason, replay.turns)
    await store.write(begun, *logged, ended)
