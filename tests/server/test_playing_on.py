"""Playing on from a turn of a finished match: exactly from there, unrated, and as durable as any match."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from duskfall.errors import Refused
from duskfall.play import Log, Match, Replay
from duskfall.server.live.welten.room import WeltenRoom
from duskfall.server.ranking.rated import was_rated
from duskfall.server.replays.cache import replay_of
from duskfall.server.replays.play_on import KEPT_S, MOST_KEPT, PlayOnPoint, PlayOnPoints, match_at
from duskfall.server.store import Origin, sqlite_url
from tests.play.matches import recorded, setup_of
from tests.server.durability.records import kept
from tests.server.http.asking import get
from tests.server.running import running
from tests.server.serving import Client, Serving, live, secret_of, serving
from tests.server.welten.duels import order, until_played

FOG = recorded("fog", 7)
WELTEN = recorded("welten", 7)


def keep(server: Serving, replay: Replay, turn: int) -> str:
    return server.lobby.play_on_points.keep(match_at(replay, turn), Origin("earlier", turn))


async def play_on(
    server: Serving, replay: Replay, turn: int, seat: int = 0, bot: str = "settler", name: str = "Ada"
) -> Client:
    """A player who plays on in the room `again`."""
    client = await server.player(name)
    await client.ok("play_on", "again", secret_of(name), keep(server, replay, turn), seat, bot, 5000)
    return client


@pytest.mark.parametrize("turn", [0, 20, 59])
@pytest.mark.parametrize("seat", [0, 1])
@live
async def test_a_match_goes_on_exactly_where_it_stood(turn: int, seat: int) -> None:
    async with serving() as server:
        ada = await play_on(server, FOG, turn, seat)
        assert (await ada.until("game_start"))["playerIndex"] == seat
        assert (await ada.turn(turn))["turn"] == turn
        match = server.match("again").match
        assert match.log.digests() == FOG.log.digests()[: turn + 1]
        assert match.players == (("Ada", "settler") if seat == 0 else ("settler", "Ada"))
        assert [player["isBot"] for player in ada.last("players_update")] == [seat == 1, seat == 0]


@live
async def test_a_match_that_is_played_on_is_not_rated_and_says_so() -> None:
    async with serving() as server:
        ada = await play_on(server, FOG, 20)
        assert (await ada.until("game_start"))["options"]["rated"] is False
        await ada.ok("surrender")
        server.match("again")._tick()
        end = await ada.until("game_end")
        assert "Ada" not in {entry.name for entry in server.lobby.services.store.ratings()}
        stored = server.lobby.services.store.match(end["replay_id"])
        assert stored is not None
        assert not was_rated(stored.begun)
        assert stored.begun.origin == Origin("earlier", 20)
        card = await asyncio.to_thread(get, f"{server.url}/api/replays/{end['replay_id']}")
        assert card.json["playedOnFrom"] == {"id": "earlier", "turn": 20}
        replay_of(stored).verify()


@live
async def test_the_queued_orders_of_the_former_players_are_dropped() -> None:
    match = Match(setup_of("fog"), lockstep=False)
    for _ in range(8):
        match.play_turn()
    first = next(iter(match.game.legal(0)))
    for march in (first, type(first)(first.target, first.source), first):
        match.submit(0, march)
    match.play_turn()
    replay = Replay.of(match)
    async with serving() as server:
        await play_on(server, replay, 9)
        log = server.match("again").match.log
        assert log.lines()[-1] == "0 clear"
        assert log.cut(9) == replay.log


@live
async def test_weltendaemmerung_goes_on_too_against_a_bot_that_knows_whose_turn_it_is() -> None:
    async with serving() as server:
        turn = next(turn for turn in range(20, 60) if WELTEN.at(turn).game.view(None).player == 0)
        ada = await play_on(server, WELTEN, turn, 1, "recruit")
        view = await ada.until("welten_view")
        assert (view["n"], view["side"], view["view"]["player"]) == (turn, "dailor", "eldoin")
        now = await until_played(ada, "dailor")
        await order(ada, now["n"], "end", "again")
        room = server.lobby.rooms["again"]
        assert isinstance(room, WeltenRoom)
        assert room.live is not None
        assert room.live.match.log.digests()[: turn + 1] == WELTEN.log.digests()[: turn + 1]
        assert (room.casual, room.room_update().options.rated) == ("not asked", False)
        (stored,) = server.lobby.services.store.unfinished()
        assert stored.begun is not None
        assert stored.begun.origin == Origin("earlier", turn)


@live
async def test_refusals_name_what_is_wrong_and_make_no_room() -> None:
    async with serving() as server:
        ada = await server.player("Ada")
        secret, position = secret_of("Ada"), keep(server, FOG, 20)
        await server.player("Bo", "den")
        refused = {
            "NO_SUCH": ("again", secret, "no such position", 0, "settler"),
            "UNKNOWN_NAME": ("again", secret, position, 0, "recruit"),
            "NO_SEAT": ("again", secret, position, 2, "settler"),
            "IMPOSSIBLE": ("den", secret, position, 0, "settler"),
            "MALFORMED": ("again", secret, position, "0", "settler"),
            "NOT_OWNER": ("again", secret_of("Bo"), position, 0, "settler"),
        }
        assert {await ada.refused("play_on", *words) for words in refused.values()} == set(refused)
        assert [*server.lobby.rooms] == ["den"]
        await ada.ok("play_on", "again", secret, position, 0, "settler")
        bo = await server.player("Cy")
        assert await bo.refused("play_on", "third", secret_of("Cy"), position, 0, "settler") == "NO_SUCH", "it is taken"


@live
async def test_a_seat_that_was_out_of_the_game_by_then_cannot_be_taken() -> None:
    match = Match(setup_of("fog", players=3), lockstep=False)
    match.submit(1, match.read("surrender"))
    match.play_turn()
    async with serving() as server:
        ada = await server.player("Ada")
        position = keep(server, Replay.of(match), 1)
        assert await ada.refused("play_on", "again", secret_of("Ada"), position, 1, "settler") == "ELIMINATED"
        await ada.ok("play_on", "again", secret_of("Ada"), position, 2, "settler")
        names = [player["username"] for player in await ada.until("players_update")]
        assert names == ["settler", "settler 2", "Ada"]


def test_positions_are_kept_for_a_while_and_not_too_many_at_once() -> None:
    now = 0.0
    positions = PlayOnPoints(lambda: now)
    match = match_at(FOG, 0)
    names = [positions.keep(match) for _ in range(MOST_KEPT + 1)]
    with pytest.raises(Refused):
        positions.find(names[0])
    assert positions.find(names[1]) == PlayOnPoint(match, None)
    now = KEPT_S
    with pytest.raises(Refused):
        positions.find(names[-1])


@pytest.mark.parametrize(("replay", "bot"), [(FOG, "settler"), (WELTEN, "recruit")], ids=["fog", "welten"])
def test_a_match_that_is_played_on_survives_kill_9_and_verifies_as_a_whole(
    replay: Replay, bot: str, tmp_path: Path
) -> None:
    turn, game = 10, replay.setup.game
    with running(tmp_path, "--no-limits") as server:
        begun = asyncio.run(begin(server.address, replay, turn, bot))
        server.kill()
    (stored,) = kept(sqlite_url(tmp_path)).values()
    assert Log.parse(stored.lines).digests()[: turn + 1] == replay.log.digests()[: turn + 1]
    with running(tmp_path, "--no-limits") as server:
        came_back = asyncio.run(give_up(server.address, game))
        assert came_back >= begun >= turn
    (stored,) = kept(sqlite_url(tmp_path)).values()
    assert stored.ended is not None
    again = replay_of(stored)
    again.verify()
    assert again.log.cut(turn) == replay.log.cut(turn)
    assert sorted(again.players) == sorted(["Ada", bot])


async def begin(address: str, replay: Replay, turn: int, bot: str) -> int:
    """Play a file on from a turn, as a browser does; gives the turn that was shown last."""
    answer = await asyncio.to_thread(get, f"{address}/api/positions?turn={turn}", "POST", None, replay.encode())
    async with someone(address) as ada:
        await ada.ok("play_on", "again", secret_of("Ada"), answer.json["position"], 0, bot, 100)
        if replay.setup.game == "fog":
            return int((await ada.turn(turn + 2))["turn"])
        now = await until_played(ada, "eldoin")
        return int((await order(ada, now["n"], "end", "again"))["n"])


async def give_up(address: str, game: str) -> int:
    """Come back and give up; gives the turn at the end."""
    async with someone(address) as ada:
        await ada.ok("join_private" if game == "fog" else "welten_join", "again", secret_of("Ada"))
        await ada.until("game_update" if game == "fog" else "welten_view")
        await ada.ok("surrender")
        return int((await ada.until("game_end"))["turn"])


@asynccontextmanager
async def someone(address: str) -> AsyncIterator[Client]:
    client = Client()
    await client.connect(address)
    try:
        await client.ok("set_username", secret_of("Ada"), "Ada")
        yield client
    finally:
        await client.leave()
