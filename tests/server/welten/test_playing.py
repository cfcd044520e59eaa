"""Weltendämmerung over the wire: who may say what, and what everyone is told."""

from __future__ import annotations

import asyncio
from base64 import b64decode
from dataclasses import replace
from typing import Any

import pytest

from duskfall.formats.welten.pictures import png_of, tile_sheet
from duskfall.formats.welten.tiles import TileSet, own_tiles, tiles_text
from duskfall.protocol.welten.board import BoardShown
from duskfall.server.live.welten.room import WeltenRoom
from duskfall.server.settings import UNLIMITED
from duskfall.server.transport.encoding import CompactJson
from tests.server.serving import Client, Serving, live, secret_of, serving, settled
from tests.server.welten.duels import (
    AXES,
    COMMANDER,
    LANE,
    SWORD,
    TO_THE_COMMANDER,
    WYRM,
    duel,
    order,
    patched,
    sit,
    until_played,
)

STORIES = {
    "moves, attacks and gates": (
        f"move {SWORD} 5,1", "undo", f"move {SWORD} 3,2", "end", f"move {WYRM} 4,2", "end",
        f"attack {SWORD} 4,2", "end", "end", "gate 0", "end", "gate 1",
    ),
    "a gate that is broken, and an end": ("end", f"move {WYRM} 4,1", "end", "end", f"attack {WYRM} 2,1", "resign"),
}  # fmt: skip


def hall(server: Serving, name: str = "hall") -> WeltenRoom:
    room = server.lobby.rooms[name]
    assert isinstance(room, WeltenRoom)
    return room


async def play_out(ada: Client, bo: Client, room: str = "hall") -> None:
    """Let the wyrm decide the game."""
    sides = {"eldoin": ada, "dailor": bo}
    player = "eldoin"
    for n, text in enumerate(TO_THE_COMMANDER):
        news = await order(sides[player], n, text, room)
        player = news["patch"]["player"]


@live
async def test_a_game_begins_when_both_sides_are_taken_and_both_see_the_same_board() -> None:
    async with serving() as server:
        ada = await sit(server, "Ada", side="dailor", scenario=LANE)
        assert ada.last("welten_room")["state"] == "lobby"
        bo = await sit(server, "Bo")
        views = [await client.until("welten_view") for client in (ada, bo)]
        assert [view["side"] for view in views] == ["dailor", "eldoin"]
        assert views[0]["view"] == views[1]["view"]
        assert (views[0]["n"], views[0]["view"]["state"], views[0]["view"]["player"]) == (0, 1, "eldoin")
        assert [player["username"] for player in ada.last("players_update")] == ["Bo", "Ada"]


@live
async def test_the_wyrm_comes_and_the_game_ends_with_the_commander() -> None:
    async with serving() as server:
        ada, bo = await duel(server)
        await play_out(ada, bo)
        for client in (ada, bo):
            end = await client.until("game_end")
            assert end["winner"] == {"index": 1, "username": "Bo"}
            assert (end["places"], end["reason"], end["turn"]) == ([2, 1], "commander", 5)
        over = ada.last("welten_events")
        assert [event["type"] for event in over["events"]] == ["hit", "destroyed", "over"]
        assert over["patch"]["outcome"] == {"winner": "dailor", "reason": "commander"}
        assert over["legal"] == {"units": [], "gates": [], "eldoin": [], "dailor": []}
        stored = server.server.lobby.services.store.match(end["replay_id"])
        assert stored is not None
        assert stored.ended is not None
        assert [line for line in stored.lines if line[0] != "="] == [
            "0 end", "1 move 3 path ULLLLLL", "1 end", "0 end", "1 attack 3 1,1",
        ]  # fmt: skip


@pytest.mark.parametrize("texts", STORIES.values(), ids=STORIES)
@live
async def test_patches_lead_to_the_very_board_after_every_order(texts: tuple[str, ...]) -> None:
    async with serving() as server:
        ada, bo = await duel(server)
        game = hall(server).live
        assert game is not None
        view = ada.last("welten_view")["view"]
        for n, text in enumerate(texts):
            news = await order(ada if view["player"] == "eldoin" else bo, n, text)
            view = patched(view, news["patch"])
            assert view == CompactJson.loads(CompactJson.dumps(BoardShown.of(game.game.view(None))))
            assert news["order"].split()[0] == text.split()[0]


@live
async def test_an_order_for_another_state_of_the_game_is_stale() -> None:
    async with serving() as server:
        ada, bo = await duel(server)
        assert await ada.refused("welten_order", "hall", 1, "end") == "STALE"
        await order(ada, 0, f"move {SWORD} 4,1")
        assert await ada.refused("welten_order", "hall", 0, "end") == "STALE"
        assert await bo.refused("welten_order", "hall", 0, "end") == "STALE"
        await order(ada, 1, "end")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("march", "MALFORMED"),
        ("move 0", "MALFORMED"),
        ("clock", "MALFORMED"),
        (f"move {COMMANDER} 11,2", "UNREACHABLE"),
        (f"move {SWORD} 99,1", "OFF_MAP"),
        (f"move {SWORD} 1,1", "OCCUPIED"),
        (f"move {WYRM} 7,1", "NOT_YOURS"),
        ("move 77 7,1", "NO_UNIT"),
        (f"attack {SWORD} 3,2", "WRONG_PHASE"),
        ("gate 0", "WRONG_PHASE"),
        ("undo", "NOTHING_TO_UNDO"),
    ],
)
@live
async def test_an_order_that_is_not_allowed_is_refused_and_changes_nothing(text: str, code: str) -> None:
    async with serving() as server:
        ada, bo = await duel(server)
        table = hall(server).live
        assert table is not None
        before, heard = (table.game.digest(), len(table.match.log)), bo.now
        assert await ada.refused("welten_order", "hall", 0, text) == code
        await settled(ada, bo)
        assert (table.game.digest(), len(table.match.log)) == before
        assert bo.now == heard + 1


@live
async def test_nobody_orders_for_another_side_or_in_another_room() -> None:
    async with serving() as server:
        ada, bo = await duel(server)
        cy = await server.player("Cy")
        assert await bo.refused("welten_order", "hall", 0, "end") == "NOT_YOUR_TURN"
        assert await cy.refused("welten_order", "hall", 0, "end") == "NO_ROOM"
        await cy.ok("spectate", "hall")
        assert await cy.refused("welten_order", "hall", 0, "end") == "NOT_PLAYING"
        assert await ada.refused("welten_order", "cellar", 0, "end") == "NO_ROOM"
        assert await cy.refused("welten_join", "hall", secret_of("Ada"), {}) == "NOT_OWNER"
        assert await ada.refused("attack", 1, 2) == "IMPOSSIBLE"


@live
async def test_whoever_watches_sees_every_order_at_once() -> None:
    async with serving() as server:
        ada, bo = await duel(server)
        cy = await server.player("Cy")
        await cy.ok("spectate", "hall")
        assert (await cy.until("welten_view"))["side"] is None
        await order(ada, 0, "end")
        news = [await client.until("welten_events", lambda news: news["n"] == 1) for client in (ada, bo, cy)]
        assert news[0] == news[1] == news[2]


@live
async def test_at_one_screen_the_same_player_has_both_sides() -> None:
    async with serving() as server:
        ada = await sit(server, "Ada", side="both", scenario=LANE)
        assert (await ada.until("welten_view"))["side"] == "both"
        await play_out(ada, ada)
        end = await ada.until("game_end")
        assert (end["winner"], end["reason"]) == ({"index": 1, "username": "Ada"}, "commander")


@live
async def test_seats_are_given_as_wished_and_refused_when_taken() -> None:
    async with serving() as server:
        ada = await sit(server, "Ada", side="eldoin", scenario=LANE, clock=60)
        bo = await server.player("Bo")
        wishes: dict[str, list[dict[str, Any]]] = {
            "ROOM_FULL": [{"side": "eldoin"}, {"side": "both"}],
            "IMPOSSIBLE": [{"rules": "original"}, {"clock": 50}],
        }
        for code, options in wishes.items():
            for wish in options:
                assert await bo.refused("welten_join", "hall", secret_of("Bo"), wish) == code
        await bo.ok("welten_join", "hall", secret_of("Bo"), {"side": "dailor", "clock": 60})
        cy = await server.player("Cy")
        assert await cy.refused("welten_join", "hall", secret_of("Cy"), {}) == "GAME_RUNNING"
        assert await cy.refused("join_private", "hall", secret_of("Cy")) == "GAME_RUNNING"
        assert ada.last("welten_room")["options"] == {
            "scenario": "own", "rules": "guide", "clock": 60, "rated": False, "casual": "not asked", "listed": True,
        }  # fmt: skip


@pytest.mark.parametrize(
    "options",
    [{"scenario": "nowhere"}, {"scenario": "/etc/passwd"}, {"scenario": "duskfall scenario 1\nland\n"},
     {"side": "west"}, {"clock": 0}, {"clock": 10**9}, {"rules": "mine"}, {"seed": 7}, [], "both"],
)  # fmt: skip
@live
async def test_a_room_with_impossible_options_is_never_opened(options: object) -> None:
    async with serving() as server:
        ada = await server.player("Ada")
        await ada.refused("welten_join", "hall", secret_of("Ada"), options)
        assert "hall" not in server.lobby.rooms


@live
async def test_a_draw_needs_both_and_resigning_needs_one() -> None:
    async with serving() as server:
        ada, bo = await duel(server)
        news = await order(bo, 0, "draw")
        assert news["events"] == [{"side": "dailor", "type": "draw offered"}]
        assert news["patch"]["offers"] == ["dailor"]
        assert await bo.refused("welten_order", "hall", 1, "draw") == "OFFER_STANDS"
        await order(ada, 1, "draw")
        end = await ada.until("game_end")
        assert (end["winner"], end["places"], end["reason"]) == (None, [1, 1], "draw")
        assert await ada.refused("welten_order", "hall", 2, "end") == "NOT_PLAYING"
        await ada.ok("rematch", "hall")
        await bo.ok("rematch", "hall")
        await ada.until("welten_view", lambda view: view["replay_id"] != end["replay_id"])
        await order(bo, 0, "resign")
        assert (await ada.until("game_end", lambda end: end["reason"] == "resign"))["winner"]["username"] == "Ada"


@live
async def test_the_players_change_sides_in_a_rematch() -> None:
    async with serving() as server:
        ada, bo = await duel(server)
        await order(bo, 0, "resign")
        end = await ada.until("game_end")
        await ada.ok("rematch", "hall")
        players = await bo.until("players_update", lambda players: players[0]["ready"])
        assert [player["username"] for player in players] == ["Ada", "Bo"], "who waits for the answer has not moved yet"
        await bo.ok("rematch", "hall")
        for client, side in ((ada, "dailor"), (bo, "eldoin")):
            view = await client.until("welten_view", lambda view: view["replay_id"] != end["replay_id"])
            assert view["side"] == side
        await settled(ada)
        assert [player["username"] for player in ada.last("players_update")] == ["Bo", "Ada"]
        await order(bo, 0, "end")


@live
async def test_games_on_the_default_land_are_rated_if_asked_for_and_those_against_oneself_are_not() -> None:
    async with serving(proxies=("127.0.0.1",)) as server:
        store = server.lobby.services.store
        cy = await sit(server, "Cy", "cellar", side="both", rated=True, clock=600)
        await cy.until("welten_view")
        assert {told["options"]["casual"] for told in cy.all("welten_room")} == {"seats"}, "the room says so"
        await order(cy, 0, "resign", "cellar")
        await cy.until("game_end")
        assert store.ratings("welten") == []
        ada = await sit(server, "Ada", side="eldoin", rated=True, clock=600, address="10.0.0.1")
        bo = await sit(server, "Bo", address="10.0.0.2")
        await bo.until("welten_view")
        assert bo.last("welten_room")["options"]["rated"] is True
        await order(ada, 0, "resign")
        await ada.until("game_end")
        assert [rating.name for rating in store.ratings("welten")] == ["Bo", "Ada"]


@pytest.mark.parametrize(
    ("options", "casual"),
    [({"clock": 600}, "not asked"), ({"rated": True}, "clock"), ({"rated": True, "rules": "original"}, "options")],
)
@live
async def test_a_game_that_is_not_asked_to_be_rated_or_has_no_clock_is_casual(
    options: dict[str, Any], casual: str
) -> None:
    async with serving() as server:
        ada, bo = await sit(server, "Ada", side="eldoin", address="10.0.0.1", **options), await sit(server, "Bo")
        for client in (ada, bo):
            await client.until("welten_view")
            told = client.last("welten_room")["options"]
            assert (told["rated"], told["casual"]) == (False, casual)
        await order(ada, 0, "resign")
        await ada.until("game_end")
        assert server.lobby.services.store.ratings("welten") == []


@live
async def test_who_leaves_a_rated_game_for_good_loses_it_by_the_clock() -> None:
    async with serving(proxies=("127.0.0.1",)) as server:
        ada = await sit(server, "Ada", side="eldoin", rated=True, clock=1, address="10.0.0.1")
        bo = await sit(server, "Bo", address="10.0.0.2")
        await ada.until("welten_view")
        await ada.leave()
        end = await bo.until("game_end")
        assert (end["reason"], end["winner"]["index"]) == ("clock", 1)
        assert [rating.name for rating in server.lobby.services.store.ratings("welten")] == ["Bo", "Ada"]


@live
async def test_a_land_with_tiles_of_its_own_brings_their_picture() -> None:
    async with serving() as server:
        plain = await sit(server, "Cy", "cellar", side="both", scenario=LANE)
        assert (await plain.until("welten_view"))["tiles"] is None
        tiles = TileSet(own_tiles().points[::-1], own_tiles().colours)
        painted = await sit(server, "Ada", side="both", scenario=f"{LANE}\ntiles\n{tiles_text(tiles)}")
        address = (await painted.until("welten_view"))["tiles"]
        assert b64decode(address.removeprefix("data:image/png;base64,")) == png_of(tile_sheet(tiles), 1)


@live
async def test_undo_takes_back_moves_of_the_running_state_only() -> None:
    async with serving() as server:
        ada, bo = await duel(server)
        await order(ada, 0, f"move {SWORD} 5,1")
        news = await order(ada, 1, "undo")
        assert news["events"] == [{"unit": SWORD, "x": 3, "y": 1, "b": 10, "type": "move undone"}]
        await order(ada, 2, f"move {SWORD} 5,1")
        await order(ada, 3, "end")
        assert await bo.refused("welten_order", "hall", 4, "undo") == "NOTHING_TO_UNDO"


@live
async def test_a_screen_is_told_reach_targets_odds_and_threats() -> None:
    async with serving() as server:
        ada, bo = await duel(server)
        legal = ada.last("welten_view")["legal"]
        assert legal == {"units": [SWORD, COMMANDER], "gates": [], "eldoin": ["end", "draw", "resign"],
                         "dailor": ["draw", "resign"]}  # fmt: skip
        can = await ada.ok("welten_legal", "hall", SWORD)
        ways = {(way["x"], way["y"]): (way["cost"], way["b"], way["path"]) for way in can["ways"]}
        assert ways[5, 0] == (3, 7, "URR")
        assert (can["n"], can["targets"]) == (0, [])
        assert [(tile % 12, tile // 12) for tile in can["range"]] == [(3, 0), (2, 1), (4, 1), (3, 2)]
        assert (await ada.ok("welten_legal", "hall", WYRM))["ways"] == []
        assert await ada.refused("welten_legal", "hall", 4) == "NO_UNIT"
        threats = (await ada.ok("welten_threats", "hall"))["threats"]
        assert (threats["side"], threats["least"][12 + 1], threats["most"][12 + 1]) == ("eldoin", 34, 42)
        assert (await bo.ok("welten_threats", "hall"))["threats"]["side"] == "dailor"
        enemy = await ada.ok("welten_reach", "hall", WYRM)
        assert (enemy["n"], enemy["unit"], 12 + 5 in enemy["reach"]) == (0, WYRM, True)
        assert 12 + 3 in enemy["hits"], "the sword bearers are within its reach"
        assert await ada.refused("welten_reach", "hall", 4) == "NO_UNIT"
        for n, text in enumerate(["end", f"move {WYRM} 5,1", "end", "end"]):
            await order(ada if n in (0, 3) else bo, n, text)
        (target,) = (await bo.ok("welten_legal", "hall", WYRM))["targets"]
        assert (target["unit"], target["destroyed"], target["structure"]) == (SWORD, 1.0, None)
        assert [chance["probability"] for chance in target["chances"]] == [0.125, 0.25, 0.25, 0.25, 0.125]
        assert [chance["damage"] for chance in target["chances"]] == [30, 31, 32, 33, 34]
        assert (await bo.ok("welten_legal", "hall", AXES))["targets"] == []


@live
async def test_a_bot_plays_its_side_by_itself() -> None:
    async with serving() as server:
        ada = await sit(server, "Ada", side="eldoin", scenario=LANE)
        assert await ada.refused("invite_bot", "hall", "settler") == "UNKNOWN_NAME"
        await ada.ok("invite_bot", "hall", "captain")
        await ada.until("welten_view")
        while (now := await until_played(ada, "eldoin"))["outcome"] is None:
            await order(ada, now["n"], "end")
        await ada.until("game_end")
        assert ada.last("game_end")["winner"] == {"index": 1, "username": "captain"}
        assert any(news["side"] == "dailor" and news["order"] != "end" for news in ada.all("welten_events"))


@live
async def test_who_comes_back_after_a_game_against_a_bot_waits_until_it_is_invited_again() -> None:
    async with serving() as server:
        ada = await sit(server, "Ada", side="eldoin", scenario=LANE)
        await ada.ok("invite_bot", "hall", "captain")
        await ada.until("welten_view")
        await order(ada, 0, "resign")
        await ada.until("game_end")
        await ada.ok("leave_game")
        again = await sit(server, "Ada")
        await again.until("players_update", lambda players: [player["username"] for player in players] == ["Ada"])
        assert hall(server).live is None
        await again.ok("invite_bot", "hall", "captain")
        await again.until("welten_view")


@live
async def test_two_tabs_of_a_player_hand_the_seat_over() -> None:
    async with serving() as server:
        ada, bo = await duel(server)
        await order(ada, 0, "end")
        again = await server.client()
        await again.ok("welten_join", "hall", secret_of("Ada"), {}, ada.last("joined_as_player")["token"])
        assert (await ada.until("notice"))["code"] == "REPLACED"
        assert (await again.until("welten_view"))["n"] == 1
        await order(bo, 1, "end")
        await order(again, 2, "end")


@live
async def test_whoever_leaves_keeps_the_seat_and_whoever_abandons_loses() -> None:
    async with serving(grace_s=0, idle_room_s=0) as server:
        ada, bo = await duel(server)
        await ada.ok("leave_game")
        assert bo.last("players_update")[0]["connected"] is False
        await bo.leave()
        server.lobby.sweep(asyncio.get_running_loop().time() + 3600)
        back = await sit(server, "Ada")
        assert (await back.until("welten_view"))["side"] == "eldoin"
        await back.ok("abandon_game", "hall", secret_of("Ada"))
        assert hall(server).state == "ended"


@live
async def test_a_game_that_nobody_comes_back_to_is_forgotten_after_a_month_and_an_untouched_one_after_a_day() -> None:
    async with serving() as server:
        ada, bo = await duel(server)
        cy = await sit(server, "Cy", "cellar", side="both", scenario=LANE)
        await cy.until("welten_view")
        await order(ada, 0, "end")
        for client in (ada, bo, cy):
            await client.ok("leave_game")
        played, untouched = hall(server), hall(server, "cellar")
        left = max(played.empty_since or 0, untouched.empty_since or 0)
        day, states = 86_400, []
        for days in (0.9, 1.1, 29.9, 30.1):
            server.lobby.sweep(left + days * day)
            states.append((played.state, untouched.state))
        assert states == [("playing", "playing"), ("playing", "ended"), ("playing", "ended"), ("ended", "ended")]


@live
async def test_chat_is_heard_by_everyone_and_pings_come_from_players() -> None:
    async with serving() as server:
        ada, bo = await duel(server)
        cy = await server.player("Cy")
        await cy.ok("spectate", "hall")
        await cy.ok("chat_message", "<b>hello</b>")
        assert (await ada.until("chat_message")) == {"index": -1, "username": "Cy", "text": "‹b›hello‹/b›"}
        await bo.ok("ping_tile", 13)
        assert (await cy.until("ping_tile")) == {"index": 1, "tile": 13}
        assert await cy.refused("ping_tile", 13) == "NOT_PLAYING"
        assert await bo.refused("ping_tile", 36) == "OFF_MAP"


@live
async def test_one_question_tells_what_the_whole_side_can_do() -> None:
    async with serving() as server:
        ada, bo = await duel(server)
        whole = await bo.ok("welten_legal", "hall")
        assert (whole["n"], whole["side"], whole["legal"]["attacks"], whole["legal"]["gates"]) == (0, "eldoin", [], [])
        assert {unit for unit, *_ in whole["legal"]["moves"]} == {SWORD, COMMANDER}
        for unit, *tiles in whole["legal"]["moves"]:
            ways = (await ada.ok("welten_legal", "hall", unit))["ways"]
            assert tiles == [number for way in ways for number in (way["x"], way["y"])]
        await order(ada, 0, "end")
        assert (await ada.ok("welten_legal", "hall", None))["side"] == "dailor"


@live
async def test_a_long_answer_counts_as_several_questions() -> None:
    async with serving(limits=replace(UNLIMITED, welten_events="100/minute")) as server:
        ada = await sit(server, "Ada", side="both")
        await ada.until("welten_view")
        codes = [(await ada.ask("welten_legal", "hall")).get("code") for _ in range(6)]
        assert codes == [None] * 5 + ["TOO_FAST"], "each counts as 24, and the one beyond the limit is still answered"
