"""Bots on the live server: their pools, what happens when a process hangs, and how memory is rebuilt."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from duskfall.bots import Deadline, SeatInfo, seat_bots
from duskfall.bots.fog import Marshal
from duskfall.fog import Pass
from duskfall.fog.position import FOG, FOG_OBSTACLE
from duskfall.play import Match, Order, Setup
from duskfall.server.live import bots
from duskfall.server.live.bots import AT_ONCE, BotPool, Past, Question
from tests.server.serving import Client, Serving, live, serving

ASKED = Deadline(deadline_ms=1000)
SETUP = Setup.of("fog", {"width": 16, "height": 16}, seed=3)


def played(turns: int) -> tuple[Match, list[list[Order]]]:
    """A match of the marshal against the settler, and the marshal's answers."""
    match, answers = Match(SETUP, lockstep=False), list[list[Order]]()
    marshal, settler = seat_bots(["marshal", "settler"], SETUP)
    for _ in range(turns):
        answers.append(list(marshal.choose(match.game.view(0), ASKED)))
        for seat, orders in enumerate((answers[-1], settler.choose(match.game.view(1), ASKED))):
            for order in orders:
                match.submit(seat, order)
        match.play_turn()
    answers.append(list(marshal.choose(match.game.view(0), ASKED)))
    return match, answers


def test_a_bot_that_was_lost_goes_on_as_if_it_had_not_been(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "_bots", OrderedDict())
    match, answers = played(60)
    question = Question("m", "marshal", SeatInfo.of(SETUP, 0, 2), match.game.view(0), ASKED)
    assert bots.think(question) is None  # it has to be told the past first
    assert bots.think(question, Past(SETUP, list(match.log.lines()))) == tuple(answers[-1])
    (bot,) = bots._bots.values()
    assert isinstance(bot, Marshal)
    assert bot._decider is not None
    remembered = bot._decider._memory
    assert (remembered.seen_turn >= 0).sum() == np.count_nonzero(
        ~np.isin(match.game.view(0).terrain, (FOG, FOG_OBSTACLE))
    )
    assert len(np.unique(remembered.seen_turn)) > 2  # it knows when each tile was seen, not only that it was


async def against_marshal(server: Serving) -> Client:
    """Ada (seat 0) in a game in lockstep with a marshal, which has begun."""
    ada = await server.player("Ada", "den")
    options = {"players": 2, "width": 20, "height": 20, "lockstep": True, "deadlineMs": 60_000}
    await ada.ok("set_options", "den", options)
    await ada.ok("invite_bot", "den", "marshal")
    await ada.until("game_update", lambda update: update["turn"] == 0)
    return ada


async def pass_turns(ada: Client, turns: range) -> None:
    for turn in turns:
        await ada.ok("pass")
        await ada.turn(turn)


def marches(match: Match) -> dict[int, list[str]]:
    """The orders that the log has of the marshal, by the turn that they led to; passes are left out."""
    return {
        mark.turn: [said.order for said in orders if said.seat == 1 and said.order != "pass"]
        for mark, orders in match.log.turns()
    }


def uninterrupted(match: Match) -> dict[int, list[str]]:
    """The orders of a marshal that is shown the same turns and never stops."""
    again, twin = Match(match.setup, lockstep=False), seat_bots(["wanderer", "marshal"], match.setup)[1]
    answers = {1: [str(order) for order in twin.choose(again.game.view(1), ASKED)]}
    for entry in match.log:
        turn = again.turn
        again.repeat(entry)
        if again.turn > turn:
            answers[again.turn + 1] = [str(order) for order in twin.choose(again.game.view(1), ASKED)]
    del answers[again.turn + 1]
    return answers


@live
async def test_when_their_process_is_killed_bots_go_on_with_what_they_had_seen() -> None:
    async with serving() as server:
        ada = await against_marshal(server)
        await pass_turns(ada, range(1, 16))
        (process,) = server.server.services.planning_bots._process._pool._processes
        os.kill(process, signal.SIGKILL)
        await pass_turns(ada, range(16, 31))
        match = server.match().match
        assert match.turn == 30
        played, expected = marches(match), uninterrupted(match)
    lost = [turn for turn in played if played[turn] != expected[turn]]
    assert len(lost) <= 1, "only the question that was asked when the process died has no answer"
    assert all(played[turn] == [] for turn in lost)
    assert sum(map(bool, played.values())) > 10


@live
async def test_when_the_server_starts_again_bots_go_on_with_what_they_had_seen(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        await pass_turns(await against_marshal(server), range(1, 16))
        await server.server.store.flush()
    async with serving(tmp_path, return_s=3600) as server:
        ada = await server.player("Ada", "den")
        await pass_turns(ada, range(16, 31))
        match = server.match().match
        played, expected = marches(match), uninterrupted(match)
    assert [turn for turn in played if played[turn] != expected[turn]] == []
    assert sum(map(bool, played.values())) > 10


@live
async def test_bots_that_plan_do_not_think_where_the_quick_ones_do() -> None:
    async with serving() as running:
        services = running.server.services
        assert services.fog_bots("marshal") is services.planning_bots
        assert services.fog_bots("settler") is services.quick_bots
        assert services.welten_bots("warlord") is services.warlord_bots
        assert services.welten_bots("warlord-quick") is services.warlord_bots
        assert services.welten_bots("captain") is services.slow_bots


class HangingProcess:
    """Never answers until it is replaced; then at once."""

    def __init__(self) -> None:
        self._asked: list[asyncio.Future[tuple[Order, ...]]] = []
        self._good = False

    def run(self, *_: object) -> asyncio.Future[tuple[Order, ...]]:
        answer: asyncio.Future[tuple[Order, ...]] = asyncio.get_running_loop().create_future()
        if self._good:
            answer.set_result((Pass(),))
        self._asked.append(answer)
        return answer

    def replace(self) -> None:
        self._good = True
        for answer in self._asked:
            answer.cancel()


def test_questions_that_wait_for_others_have_no_deadline_and_are_not_lost_with_the_process() -> None:
    async def ask() -> list[Sequence[Order]]:
        pool = BotPool(patience_s=0.05)
        pool._process = HangingProcess()  # type: ignore[assignment]
        question = Question("m", "wanderer", SeatInfo.of(SETUP, 0, 2), None, ASKED)
        heard: list[Sequence[Order]] = []
        await asyncio.gather(*(pool.ask(question, lambda: Past(SETUP, ()), heard.append) for _ in range(6)))
        return heard

    assert asyncio.run(ask()) == [()] * AT_ONCE + [(Pass(),)] * (6 - AT_ONCE)


def test_a_process_that_hangs_is_started_again() -> None:
    asyncio.run(_hang())


async def _hang() -> None:
    pool = BotPool()
    match = Match(SETUP, lockstep=False)
    match.play_turn()
    question = Question("m", "wanderer", SeatInfo.of(SETUP, 0, 2), match.game.view(0), ASKED)
    heard: list[Sequence[Order]] = []
    try:
        await pool.ask(question, lambda: Past(SETUP, ()), heard.append)
        (process,) = pool._process._pool._processes
        os.kill(process, signal.SIGSTOP)
        pool._patience_s = 0.2
        await pool.ask(question, lambda: Past(SETUP, ()), heard.append)
        pool._patience_s = 60
        await pool.ask(question, lambda: Past(SETUP, ()), heard.append)
    finally:
        pool.close()
    first, during, after = heard
    assert len(first) == 1
    assert during == ()
    assert after == first
