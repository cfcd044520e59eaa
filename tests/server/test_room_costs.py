"""Costs: games, lands and questions take no more of the processor than whoever asks for them is allowed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from duskfall.formats.welten.scenarios import parse_scenario, scenario_text
from duskfall.protocol.welten import legal
from duskfall.server.live.bots import BotPool, Question
from duskfall.server.lobby.room_costs import Account, RoomCosts, turns_cost_us
from duskfall.server.settings import UNLIMITED, Limits
from duskfall.welten import UNIT_TYPES, Game, Placement, Scenario, Side
from tests.server.serving import Client, Serving, live, secret_of, serving
from tests.server.welten.duels import LANE, duel, order

LARGEST = {"width": 100, "height": 100, "players": 16, "turnMs": 50}
ROOMS = 19
"""As many as one address may open in a minute, but one."""


def limited(**limits: Any) -> Limits:
    """No limits but these."""
    return replace(UNLIMITED, **limits)


def swarm(width: int, height: int, units: int) -> Scenario:
    """A meadow on which the farthest-moving walkers of Dailor stand everywhere, and Eldoin's commander in a corner."""
    kind = max((kind for kind in UNIT_TYPES if kind.side is Side.DAILOR and not kind.sails), key=lambda k: k.movement)
    commander = next(kind.number for kind in UNIT_TYPES if kind.must_live)
    step = (width * height - 1) // units
    places = [(number * step % width, number * step // width) for number in range(units)]
    army = [Placement(kind.number, *place) for place in places] + [Placement(commander, width - 1, height - 1)]
    land = np.full((height, width), 0x69, np.uint8)
    return Scenario("swarm", land, tuple(sorted(army, key=lambda unit: (unit[0], unit[2], unit[1]))), (), width // 2)


# Games


async def fill_with_bots(server: Serving, number: int, **options: Any) -> tuple[Client, list[str]]:
    """Open a room with as many bots as it takes; gives the refusals."""
    host, room = await server.player(f"Host {number}", f"room {number}"), f"room {number}"
    options = {**LARGEST, **options}
    replies = [await host.ask("set_options", room, options)]
    replies += [await host.ask("invite_bot", room, "settler") for _ in range(options["players"] - 1)]
    replies.append(await host.ask("set_force_start", room, True))
    return host, [reply["code"] for reply in replies if not reply["ok"]]


def work_us(server: Serving) -> int:
    """The processor time that all running games are expected to take, in microseconds a second."""
    return sum(
        turns_cost_us(len(room.occupants), room.tiles, room.options.turnMs)
        for room in server.lobby.rooms.values()
        if room.state == "playing"
    )


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[int, float]:
    """When bots were first asked about each turn; they answer at once that they do nothing."""
    moments: dict[int, float] = {}

    def ask(pool: BotPool, question: Question, past: Any, answer: Callable[[Sequence[Any]], None]) -> None:
        del pool, past
        loop = asyncio.get_running_loop()
        moments.setdefault(question.view.turn, loop.time())
        loop.call_soon(answer, ())

    monkeypatch.setattr(BotPool, "ask", ask)
    return moments


@pytest.mark.usefixtures("asked")
@live
async def test_one_address_cannot_fill_the_server_with_large_fast_games_of_bots() -> None:
    async with serving(limits=replace(Limits(), new_sockets="1000/second")) as server:
        refusals: list[str] = []
        for number in range(ROOMS):
            _, codes = await fill_with_bots(server, number)
            refusals += codes
        assert 0 < work_us(server) <= Limits().address_games_ms * 1000
        assert "TOO_COSTLY" in refusals


@pytest.mark.usefixtures("asked")
@live
async def test_a_refusal_says_what_to_lower_and_a_cheaper_game_may_begin() -> None:
    async with serving(limits=limited(user_games_ms=20, address_games_ms=1000)) as server:
        ada = await server.player("Ada", "den")
        reply = await ada.ask("set_options", "den", LARGEST)
        assert reply["code"] == "TOO_COSTLY"
        assert "choose longer turns, a smaller board or fewer seats" in reply["message"]
        assert server.room().options.width == 30, "nothing has changed"
        await ada.ok("set_options", "den", {"players": 16, "turnMs": 500})
        await ada.ok("invite_bot", "den", "settler")
        await ada.ok("set_force_start", "den", True)
        await ada.turn(0)


@live
async def test_a_bot_that_would_make_a_game_too_costly_is_refused_and_does_not_sit() -> None:
    async with serving(limits=limited(address_games_ms=40)) as server:
        ada = await server.player("Ada", "den")
        await ada.ok("set_options", "den", {"players": 16, "turnMs": 50})
        replies = [await ada.ask("invite_bot", "den", "settler") for _ in range(6)]
        assert [reply.get("code") for reply in replies] == [None, None, *["TOO_COSTLY"] * 4]
        assert len(server.room().occupants) == 3


@live
async def test_a_game_that_has_ended_costs_nothing_any_more() -> None:
    async with serving(limits=limited(address_games_ms=25)) as server:
        ada, bo = await server.duel("den")
        zoe = await server.player("Zoe", "lair")
        assert await zoe.refused("set_options", "lair", {"lockstep": True}) == "TOO_COSTLY"
        await bo.ok("surrender")
        await ada.ok("pass")
        await ada.until("game_end")
        await ada.until("players_update", lambda players: not players[0]["ready"])
        await zoe.ok("set_options", "lair", {"lockstep": True})


def test_a_game_is_charged_to_its_player_and_to_its_address() -> None:
    costs = RoomCosts(limited(user_games_ms=10, address_games_ms=15))
    costs.charge("den", Account("ada", "10.0.0.1"), 10_000)
    for refused in (Account("ada", "10.0.0.2"), Account("bo", "10.0.0.1")):
        with pytest.raises(ValueError, match="10 ms of processor time"):
            costs.check("lair", refused, 10_000)
    costs.check("lair", Account("bo", "10.0.0.2"), 10_000)
    costs.check("den", Account("ada", "10.0.0.1"), 10_000)
    costs.release("den")
    costs.check("lair", Account("ada", "10.0.0.1"), 10_000)


@live
async def test_bots_alone_play_lockstep_no_faster_than_turns_can_be(asked: dict[int, float]) -> None:
    async with serving() as server:
        ada = await server.player("Ada", "den")
        await ada.ok("set_options", "den", {"players": 3, "lockstep": True, "width": 12, "height": 12})
        await ada.ok("invite_bot", "den", "wanderer")
        await ada.ok("invite_bot", "den", "wanderer")
        await ada.turn(0)
        await ada.ok("surrender")
        async with asyncio.timeout(30):
            while len(asked) < 12:
                await asyncio.sleep(0.005)
        moments = list(asked.values())
        assert min(later - earlier for earlier, later in pairwise(moments)) >= 0.045


# Commands


def game_in(server: Serving, room: str) -> Game:
    """The game of Weltendämmerung that a room plays."""
    live = server.lobby.rooms[room].live
    assert live is not None
    game: Game = live.match.game
    return game


@live
async def test_an_address_whose_commands_take_too_long_is_refused_until_it_has_waited() -> None:
    async with serving(limits=limited(address_ms=50)) as server:
        ada, bo = await duel(server)
        server.server.services.rate_limits.address_time.spend("127.0.0.1", 0.2)
        assert await ada.refused("welten_threats", "hall") == "TOO_FAST"
        assert await bo.refused("welten_order", "hall", 0, "end") == "TOO_FAST"
        async with asyncio.timeout(30):
            while not (await ada.ask("welten_threats", "hall"))["ok"]:
                await asyncio.sleep(0.05)


@live
async def test_questions_and_orders_of_one_address_take_a_bounded_share_of_the_processor() -> None:
    text = scenario_text(swarm(100, 100, 598))
    async with serving(limits=limited(address_ms=100, refusals=1000)) as server:
        ada = await server.player("Ada")
        await ada.ok("welten_join", "hall", secret_of("Ada"), {"scenario": text, "side": "both"})
        await ada.until("welten_view")
        game_in(server, "hall").threats(Side.ELDOIN)  # compiled from now on
        spent = 0.0
        spend = server.server.services.rate_limits.address_time.spend

        def noted(who: str, amount: float) -> None:
            nonlocal spent
            spent += amount
            spend(who, amount)

        server.server.services.rate_limits.address_time.spend = noted  # type: ignore[method-assign]
        began, n = time.monotonic(), 0
        for _ in range(150):
            await ada.ask("welten_threats", "hall", "eldoin")
            reply = await ada.ask("welten_order", "hall", n, "end")
            n = reply.get("n", n)
        passed = time.monotonic() - began
        # Two seconds may be used ahead of time, and one question may exceed what is left.
        assert spent <= 0.1 * (passed + 2) + 0.3


# Lands


@live
async def test_threats_are_computed_once_for_each_position_however_often_they_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    computed = 0
    threats = Game.threats

    def counted(game: Game, seat: int) -> Any:
        nonlocal computed
        computed += 1
        return threats(game, seat)

    async with serving() as server:
        ada, bo = await duel(server)
        monkeypatch.setattr(Game, "threats", counted)  # the rules are loaded by now, which computes some too
        watcher = await server.client()
        await watcher.ok("spectate", "hall")
        answers = [
            await client.ok("welten_threats", "hall", "eldoin") for client in (ada, bo, watcher) for _ in range(5)
        ]
        assert computed == 1
        assert all(answer == answers[0] for answer in answers)
        await order(ada, 0, "end")
        again = await bo.ok("welten_threats", "hall", "eldoin")
        assert computed == 2
        assert again["n"] == 1
        shown = legal.ThreatsShown.of(game_in(server, "hall"), Side.ELDOIN)
        assert again["threats"]["count"] == list(shown.count)


def test_the_threats_on_the_largest_land_of_a_room_are_cheap() -> None:
    game = Game(swarm(100, 100, 599))
    game.threats(Side.ELDOIN)
    began = time.thread_time()
    for _ in range(4):
        game.threats(Side.ELDOIN)
    assert (time.thread_time() - began) / 4 < 0.12


def test_threats_do_not_cost_more_on_a_larger_map() -> None:
    small, large = Game(swarm(80, 40, 200)), Game(swarm(80, 255, 200))
    times = []
    for game in (small, large):
        game.threats(Side.ELDOIN)
        began = time.thread_time()
        for _ in range(10):
            game.threats(Side.ELDOIN)
        times.append(time.thread_time() - began)
    assert times[1] < 3 * times[0]


@pytest.mark.parametrize(
    ("land", "what"),
    [
        (scenario_text(swarm(130, 100, 10)), "it has 13000 tiles; this server allows 10000"),
        (scenario_text(swarm(80, 40, 700)), "it has 701 units; this server allows 600"),
        (LANE.replace("2,1\n", "2,1 " * 300 + "\n"), "it has 301 gates; this server allows 200"),
    ],
    ids=["tiles", "units", "gates"],
)
@live
async def test_a_land_that_holds_too_much_opens_no_room(land: str, what: str) -> None:
    async with serving() as server:
        ada = await server.player("Ada")
        reply = await ada.ask("welten_join", "hall", secret_of("Ada"), {"scenario": land})
        assert reply["code"] == "OUT_OF_RANGE"
        assert what in reply["message"]
        assert not server.lobby.rooms
        await ada.ok("welten_join", "hall", secret_of("Ada"), {"scenario": LANE})


def test_a_land_with_thousands_of_gates_is_read_in_linear_time() -> None:
    rows = ["G" * 100] * 80
    gates = [f"{x},{y}" for y in range(80) for x in range(100)]
    army = ["F" + "." * 98 + "a", *["." * 100] * 79]
    text = "\n".join(["duskfall scenario 1", "name gates", "border 50", "land", *rows, "gates", *gates, "army", *army])
    began = time.thread_time()
    assert len(parse_scenario(text).gates) == 8000
    assert time.thread_time() - began < 1.5
