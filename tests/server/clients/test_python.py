"""The Python client against a real server: whole games, acknowledgements and refusals."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from duskfall.bots.online import OnlineBot
from duskfall.bots.sight import Sight
from duskfall.errors import Refusal, Refused
from duskfall.fog import March, Order, Surrender
from tests.server.clients.people import Person, connected, new_name

FAST = {"lockstep": True, "deadlineMs": 60_000, "width": 12, "height": 12, "players": 4}
"""Nobody waits for a clock."""


class Explorer(OnlineBot):
    """Takes whatever its first army can take, and remembers what it saw."""

    def __init__(self, *places: str, quits: int = 10_000, **rest: Any) -> None:
        super().__init__(*places, **rest)
        self.turns: list[int] = []
        self.sights: list[Sight] = []
        self.refusals: list[Refusal] = []
        self.begun = 0
        self.quits = quits

    def on_start(self) -> None:
        self.begun += 1

    def on_refused(self, order: Order, refused: Refused) -> None:
        del order
        self.refusals.append(refused.code)

    def on_turn(self, sight: Sight) -> list[Order]:
        self.turns.append(sight.turn)
        self.sights.append(sight)
        if sight.turn >= self.quits:
            return [Surrender()]
        for tile in sight.mine:
            for near in sight.neighbours(tile):
                if sight.terrain[near] not in {sight.seat, -2} and sight.armies[tile] - 1 > sight.guard(near):
                    return [March(tile, near)]
        return []


@pytest.mark.parametrize("dialect", ["pairs", "splice", "generals", "full"])
def test_a_bot_plays_a_whole_game_in_every_dialect(server: str, dialect: str) -> None:
    bot = Explorer(
        server, new_name("room"), new_name("Explorer"), dialect=dialect, options=FAST, invite=["wanderer"], quits=60
    )
    (ending,) = bot.run()
    assert ending.seat == bot.seat == 0
    assert ending.reason == "last_alive"
    assert ending.turn == bot.turns[-1] + 1 if bot.turns[-1] >= 60 else ending.won
    assert bot.turns == list(range(len(bot.turns)))
    assert bot.refusals == []
    grown = [len(sight.mine) for sight in bot.sights]
    assert grown[0] == 1 < grown[-1]
    assert bot.sights[-1].scores[0].tiles == grown[-1]


def test_a_bot_plays_several_games_in_one_room(server: str) -> None:
    bot = Explorer(server, new_name("room"), new_name("Explorer"), games=3, options=FAST, invite=["settler"], quits=5)
    endings = bot.run()
    assert [ending.winner for ending in endings] == [1, 1, 1]
    assert len({ending.replay for ending in endings}) == bot.begun == 3
    assert bot.turns == [0, 1, 2, 3, 4, 5] * 3


def test_a_bot_that_loses_its_connection_takes_its_seat_back(server: str) -> None:
    class Unlucky(Explorer):
        async def _attend(self, connection: Any) -> None:
            self.connections = [*getattr(self, "connections", []), connection]
            await super()._attend(connection)

        def on_turn(self, sight: Sight) -> list[Order]:
            orders = super().on_turn(sight)
            if sight.turn in {10, 20} and self.turns.count(sight.turn) == 1:
                # The network is gone in the middle of a turn: nobody says good-bye.
                socket = self.connections[-1]._client.eio.ws
                asyncio.run_coroutine_threadsafe(socket.close(), self.loop).result(10)
            return orders

        async def play(self) -> Any:
            self.loop = asyncio.get_running_loop()
            return await super().play()

    bot = Unlucky(
        server, new_name("room"), new_name("Unlucky"), options=FAST, invite=["wanderer"], quits=30,
        transports=["websocket"],
    )  # fmt: skip
    (ending,) = bot.run()
    assert len(bot.connections) == 3
    assert bot.begun == 1
    assert ending.reason == "last_alive"
    assert sorted(set(bot.turns)) == list(range(31)), "no turn passed without it, since the others waited"


def test_what_is_wrong_with_a_bot_is_said_in_words(server: str) -> None:
    class Broken(Explorer):
        def on_turn(self, sight: Sight) -> list[Order]:
            raise KeyError(f"attak {sight.seat}")

    room = new_name("room")
    bot = Broken(server, room, new_name("Broken"), options=FAST, invite=["wanderer"])
    with pytest.raises(Refused, match="KeyError: 'attak 0'"):
        bot.run()
    assert bot.faults.in_a_row == 10
    with pytest.raises(Refused, match="did you mean 'settler'"):
        Explorer(server, new_name("room"), new_name("Explorer"), invite=["setler"]).run()
    for url, name, code in (
        ("http://127.0.0.1:9", "Nobody", Refusal.NO_CONNECTION),
        ("127.0.0.1:9", "Nobody", Refusal.MALFORMED),
        (server, "settler", Refusal.NAME_TAKEN),
        (server, "x" * 25, Refusal.MALFORMED),
    ):
        with pytest.raises(Refused) as refused:
            Explorer(url, room, name).run()
        assert refused.value.code is code


def test_every_order_is_acknowledged_and_every_march_has_its_result(server: str) -> None:
    async def story() -> None:
        ada, bob = Person(), Person()
        room = new_name("room")
        async with connected(server, ada, bob):
            assert await ada.join(room) == 0
            await ada.do("set_options", room, FAST | {"half": False, "players": 2})
            assert await bob.join(room) == 1
            assert (await ada.hears("game_start"))["playerIndex"] == 0
            home = (await ada.hears("game_update"))["generals"][0]
            for code, *order in (
                ("NOT_ADJACENT", home, home + 2),
                ("NOT_ADJACENT", home, home + 13),
                ("OFF_MAP", home, 144),
                ("OFF_MAP", -1, 0),
                ("OFF_MAP", "12", 13),
                ("OFF_MAP", home + 0.5, home + 1),
                ("SPLIT_OFF", home, home + 1, True),
                ("MALFORMED", home),
                ("MALFORMED", home, home + 1, "half"),
                ("MALFORMED", home, home + 1, False, {}),
            ):
                reply = await ada.ask("attack", *order)
                assert (reply["ok"], reply["code"]) == (False, code), order
                assert reply["message"]
            # What is only known when its turn comes is not refused before: the board could be read from the answers.
            await ada.do("attack", home, home + 1, False, "too few")
            await ada.do("attack", home + 1, home + 2, False, "not mine")
            await bob.do("pass")
            update = await ada.hears("game_update", 2)
            assert update["turn"] == 1
            results = [result for result in ada.all("attack_result") if result["phase"] == "done"]
            assert [(r["ok"], r["code"], r["moveId"]) for r in results] == [
                (False, "TOO_FEW", "too few"), (False, "NOT_YOURS", "not mine"),
            ]  # fmt: skip
            places = [n for n, (event, _) in enumerate(ada.heard) if event in {"attack_result", "game_update"}]
            assert ada.heard[places[-1]][0] == "game_update", "results come before the update of their turn"
            for number in range(64):
                await ada.do("attack", home, home + 1, False, number)
            assert (await ada.ask("attack", home, home + 1))["code"] == "QUEUE_FULL"
            await ada.do("undo_move")
            await ada.do("attack", home, home + 1)
            await ada.do("clear_moves")
            await ada.do("undo_move")
            await bob.do("surrender")
            await ada.do("pass")
            end = await ada.hears("game_end")
            assert end["winner"] == {"index": 0, "username": ada.name}
            assert (end["places"], end["turn"]) == ([1, 2], 2)
            assert (await ada.hears("game_won"))["winner"] == 0
            assert (await bob.hears("game_end")) == end
            assert (await ada.ask("attack", home, home + 1))["code"] in {"GAME_OVER", "NOT_PLAYING"}

    asyncio.run(story())


def test_whoever_asks_for_no_acknowledgement_is_told_of_refusals(server: str) -> None:
    async def story() -> None:
        ada = Person()
        async with connected(server, ada):
            await ada.client.emit("attack", (1, 2))
            refusal = await ada.hears("refused")
            assert (refusal["event"], refusal["code"]) == ("attack", "NO_ROOM")
            await ada.client.emit("atack", (1, 2))
            refusal = await ada.hears("refused", 2)
            assert (refusal["event"], refusal["code"]) == ("atack", "UNKNOWN_EVENT")
            assert "did you mean 'attack'" in refusal["message"]

    asyncio.run(story())


def test_strangers_are_refused_and_told_why(server: str) -> None:
    async def story() -> None:
        ada, bob, eve = Person(), Person(), Person()
        room = new_name("room")
        async with connected(server, ada, bob, eve):
            await ada.join(room)
            await ada.do("set_options", room, FAST | {"players": 2})
            for code, event, *words in (
                ("MALFORMED", "set_username", None, "x" * 25),
                ("NAME_TAKEN", "set_username", None, ada.name),
                ("NAME_TAKEN", "set_username", None, "settler"),
                ("NO_ROOM", "spectate", new_name("room")),
                ("NO_ROOM", "chat_message", "hello"),
                ("NOT_OWNER", "abandon_game", room, eve.user),
                ("NOT_OWNER", "join_private", room, eve.user, "forged"),
            ):
                assert (await eve.ask(str(event), *words))["code"] == code, (event, words)
            await eve.do("set_username", eve.user, eve.name)
            await bob.join(room)
            await ada.hears("game_start")
            assert (await eve.ask("join_private", room, eve.user))["code"] == "GAME_RUNNING"
            await eve.hears("game_already_started")
            assert (await ada.ask("set_force_start", room, True))["code"] == "GAME_RUNNING"
            assert (await ada.ask("join_private", new_name("room"), ada.user))["code"] == "SEATED_ELSEWHERE"
            await eve.do("spectate", room)
            assert (await eve.ask("attack", 0, 1))["code"] == "NOT_PLAYING"
            await bob.do("surrender")
            await ada.do("pass")
            await eve.hears("game_end")
            assert (await eve.ask("join_private", room, eve.user))["code"] == "ROOM_FULL"
            assert (await bob.ask("invite_bot", room, "settler"))["code"] == "NOT_HOST"
            assert (await ada.ask("invite_bot", room, "setler"))["code"] == "UNKNOWN_NAME"

    asyncio.run(story())


def test_whoever_was_eliminated_is_back_in_the_next_game(server: str) -> None:
    async def story() -> None:
        ada, bob = Person(), Person()
        room = new_name("room")
        async with connected(server, ada, bob):
            await ada.join(room)
            await ada.do("set_options", room, FAST)
            await bob.join(room)
            for number in (1, 2):
                await ada.do("rematch", room)
                await bob.do("rematch", room)
                await bob.hears("game_update", 2 * number - 1)
                assert [player["eliminated"] for player in bob.all("players_update")[-1]] == [False, False]
                await ada.do("surrender")
                await bob.do("pass")
                await bob.hears("game_end", number)
                await bob.until(lambda: bob.all("players_update")[-1][0]["eliminated"])
                await ada.hears("game_end", number)

    asyncio.run(story())
