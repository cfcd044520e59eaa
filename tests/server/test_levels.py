"""The level of opponents that fits a player, derived from the duels that the server keeps."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import aiohttp
import pytest

from duskfall.bots import BUILT_IN
from duskfall.bots.games import GAMES
from duskfall.server.ranking.levels import Level, level_of
from duskfall.server.store import Finished, MatchBegun, MatchEnded, Origin, Record, SeatRecord, Store
from tests.server.serving import live, secret_of, serving

THEN = datetime(2026, 1, 1, tzinfo=UTC)
ADA, BO = "a" * 32, "b" * 32


def seat(name: str) -> SeatRecord:
    return SeatRecord(name, "Ada") if len(name) == 32 else SeatRecord(None, name, name)


def begun(number: int, *seats: str, game: str = "fog", origin: Origin | None = None) -> MatchBegun:
    return MatchBegun(f"m{number}", "oak", game, {}, 7, tuple(map(seat, seats)), {}, "1", origin)


def ended(number: int, winner: int | None, reason: str = "last_alive") -> MatchEnded:
    return MatchEnded(f"m{number}", winner, (1, 2), reason, 90)


def duel(number: int, bot: str, won: bool) -> Finished:
    return Finished(begun(number, ADA, bot), ended(number, 0 if won else 1), THEN, THEN)


def after(*results: str) -> Level:
    """Ada's level after duels such as `settler+`, the oldest first."""
    played = [duel(number, result[:-1], result[-1] == "+") for number, result in enumerate(results)]
    return level_of("fog", ADA, played[::-1])


@pytest.mark.parametrize("game", GAMES)
def test_every_built_in_bot_is_a_level(game: str) -> None:
    assert set(GAMES[game].levels) == set(BUILT_IN[game])
    assert GAMES[game].first_level in GAMES[game].levels


@pytest.mark.parametrize(
    ("results", "level", "row"),
    [
        ((), "settler", 0),
        (("settler+",), "settler", 1),
        (("settler+", "settler+"), "raider", 0),
        (("settler+", "settler-", "settler+"), "settler", 1),
        (("settler+", "settler+", "raider+", "raider+", "marshal+", "marshal+"), "marshal", 2),
        (("settler-", "settler-"), "wanderer", 0),
        (("settler-", "settler-", "wanderer-", "wanderer-", "wanderer-"), "wanderer", -3),
        (("settler-", "settler-", "wanderer+", "wanderer+"), "settler", 0),
        (("settler+", "marshal-"), "marshal", -1),
        (("settler+", "captain+"), "settler", 1),
    ],
)
def test_two_wins_in_a_row_raise_the_level_and_two_defeats_lower_it(
    results: tuple[str, ...], level: str, row: int
) -> None:
    found = after(*results)
    assert (found.level, found.row) == (level, row)


@pytest.mark.parametrize(
    "match",
    [
        (begun(9, ADA, BO), ended(9, 0)),
        (begun(9, BO, "settler"), ended(9, 0)),
        (begun(9, ADA, ADA), ended(9, 0)),
        (begun(9, ADA, "settler", "settler"), ended(9, 0)),
        (begun(9, ADA, "settler"), ended(9, None, "abandoned")),
        (begun(9, ADA, "settler", origin=Origin("m1", 7)), ended(9, 0)),
    ],
    ids=["people", "others", "alone", "crowd", "abandoned", "played on"],
)
def test_other_games_than_duels_with_a_bot_do_not_count(match: tuple[MatchBegun, MatchEnded]) -> None:
    assert level_of("fog", ADA, [Finished(*match, THEN, THEN)]) == Level("settler")


async def asked(url: str, secret: str | None = None, query: str = "") -> tuple[int, dict[str, Any]]:
    headers = {} if secret is None else {"X-Player-Secret": secret}
    async with aiohttp.ClientSession() as session, session.get(f"{url}/api/level{query}", headers=headers) as answer:
        assert answer.headers["cache-control"] == "no-store"
        return answer.status, await answer.json()


def won(number: int, user: str, bot: str, game: str = "fog") -> list[Record]:
    return [begun(number, user, bot, game=game), ended(number, 0)]


@live
async def test_the_server_tells_the_level_to_the_owner_of_the_secret_alone(database_url: str) -> None:
    async with serving(database=database_url) as server:
        ada, bo = (server.lobby.identities.user(secret_of(name)) for name in ("Ada", "Bo"))
        await server.server.store.write(
            *won(1, ada, "settler"), *won(2, bo, "wanderer"), *won(3, ada, "settler"), *won(4, ada, "recruit", "welten")
        )
        assert await asked(server.url, secret_of("Ada")) == (200, {"level": "raider", "row": 0, "last": "m3"})
        assert await asked(server.url, secret_of("Bo")) == (200, {"level": "wanderer", "row": 1, "last": "m2"})
        newcomer = {"level": "settler", "row": 0, "last": ""}
        assert await asked(server.url, secret_of("Cy")) == (200, newcomer)
        assert await asked(server.url) == (200, newcomer)
        welten = {"level": "recruit", "row": 1, "last": "m4"}
        assert await asked(server.url, secret_of("Ada"), "?game=welten") == (200, welten)


@live
async def test_a_short_secret_has_no_level_so_that_none_is_found_by_trying() -> None:
    async with serving() as server:
        await server.server.store.write(*won(1, server.lobby.identities.user("short"), "raider"))
        assert (await asked(server.url, "short"))[1]["last"] == ""


@live
async def test_only_the_newest_games_of_the_server_are_read(database_url: str) -> None:
    async with serving(database=database_url) as server:
        store: Store = server.server.store
        for number in range(6):
            await store.write(*won(number, ADA if number % 2 == 0 else BO, "settler"))
        found = store.finished_of(ADA, "fog", 4)
        assert [match.begun.match for match in found] == ["m4", "m2"]
