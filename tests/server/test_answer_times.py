"""When answers to orders leave: at times that follow from the order's own arrival, not from the orders of others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duskfall.server.live.answer_grid import AnswerGrid
from duskfall.server.store import StoreFailed
from tests.server.serving import OPEN_FIELD, live, serving, settled
from tests.soak.ack_times import auc


class StillClock:
    """A clock that stands still until it is told the time."""

    def __init__(self) -> None:
        self.now = 100.0
        self._calls: list[tuple[float, asyncio.Handle]] = []

    def time(self) -> float:
        """The time that it was told last."""
        return self.now

    def call_at(self, when: float, callback: Callable[[], None], /) -> asyncio.Handle:
        """Call when the time has come."""
        handle = asyncio.Handle(callback, (), asyncio.get_running_loop())
        self._calls.append((when, handle))
        return handle

    async def advance(self, seconds: float) -> None:
        """Let time pass, a millisecond at a time, with everything that happens in it."""
        for _ in range(round(seconds * 1000)):
            self.now = round(self.now + 0.001, 6)
            due = [handle for when, handle in self._calls if when <= self.now]
            self._calls = [(when, handle) for when, handle in self._calls if when > self.now]
            for handle in due:
                if not handle.cancelled():
                    handle._run()
            await turn_of_loop()


async def turn_of_loop() -> None:
    """Let the callbacks of futures run, and the callbacks of those."""
    for _ in range(3):
        await asyncio.sleep(0)


async def when_released(came_ms: int, commit_ms: int, turn_ms: int = 500) -> float:
    """When the answer to an order leaves that comes and is committed at these times, in milliseconds."""
    clock = StillClock()
    grid = AnswerGrid(turn_ms, clock)
    await clock.advance(came_ms / 1000)
    written = asyncio.get_running_loop().create_future()
    answered = grid.answer(written)
    for ms in range(200):
        if ms == commit_ms:
            written.set_result(None)
            await turn_of_loop()
        if answered.done():
            return (clock.now - 100.0) * 1000
        await clock.advance(0.001)
    raise AssertionError("it never left")


@given(st.integers(0, 60), st.integers(0, 14), st.integers(0, 14))
def test_answers_leave_at_a_time_that_does_not_depend_on_the_commit(came: int, commit: int, other: int) -> None:
    assert asyncio.run(when_released(came, commit)) == asyncio.run(when_released(came, other))


@given(st.integers(0, 60), st.integers(0, 150))
def test_answers_leave_on_the_first_tick_after_commits_that_take_long(came: int, commit: int) -> None:
    left = asyncio.run(when_released(came, commit))
    assert left % 25 in (pytest.approx(0, abs=1.1), pytest.approx(25, abs=1.1)), "on a tick, as the clock counts"
    earliest = came + max(commit, 15)
    assert earliest - 1.1 <= left <= earliest + 25.1


@pytest.mark.parametrize(("turn_ms", "step_ms"), [(50, 12.5), (80, 20.0), (100, 25.0), (500, 25.0), (5000, 25.0)])
def test_a_step_is_a_quarter_of_a_turn_and_at_most_25_ms(turn_ms: int, step_ms: float) -> None:
    assert AnswerGrid(turn_ms, StillClock()).step_s * 1000 == pytest.approx(step_ms)


@live
async def test_a_turn_takes_with_it_what_was_answered_before_it_and_nothing_else() -> None:
    clock, left = StillClock(), list[str]()
    grid, written = AnswerGrid(500, clock), asyncio.get_running_loop().create_future()
    grid.answer(written).add_done_callback(lambda _: left.append("order"))
    grid.turn(written).add_done_callback(lambda _: left.append("turn"))
    await clock.advance(0.012)
    grid.answer(written).add_done_callback(lambda _: left.append("order of the next turn"))
    await clock.advance(0.010)
    assert left == [], "nothing leaves before it is committed"
    written.set_result(None)
    await turn_of_loop()
    assert left == ["order", "turn"]
    await clock.advance(0.030)
    assert left == ["order", "turn", "order of the next turn"]


@live
async def test_answers_leave_as_soon_as_they_are_committed_when_the_server_stops() -> None:
    clock = StillClock()
    grid, written = AnswerGrid(500, clock), asyncio.get_running_loop().create_future()
    first = grid.answer(written)
    grid.end()
    last = grid.answer(written)
    assert not first.done()
    written.set_result(None)
    await turn_of_loop()
    await clock.advance(0.001)
    assert first.done()
    assert last.done()


@live
async def test_answers_to_orders_that_could_not_be_kept_fail_like_the_write() -> None:
    clock = StillClock()
    grid, written = AnswerGrid(500, clock), asyncio.get_running_loop().create_future()
    answered = grid.answer(written)
    written.set_exception(StoreFailed("the disk is full"))
    written.exception()
    await clock.advance(0.040)
    with pytest.raises(StoreFailed):
        answered.result()


ORDERS: dict[str, list[Any]] = {
    "a march": ["attack", 39, 40],
    "a march with an id": ["attack", 39, 40, False, "first"],
    "a march that is repeated": ["attack", 39, 38, False, "known"],
    "a march with an id that is refused": ["attack", 39, 99_999, False, "wrong"],
    "a pass": ["pass"],
    "clearing": ["clear_moves"],
    "surrender": ["surrender"],
}


@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
@live
async def test_every_answer_to_an_order_waits_for_the_grid(order: list[Any]) -> None:
    async with serving() as server:
        ada, _ = await server.duel(map=OPEN_FIELD, turnMs=5000, lockstep=False)
        await ada.ok("attack", 39, 38, False, "known")
        clock = StillClock()
        server.match()._answers = AnswerGrid(500, clock)
        heard, answers = ada.now, list[Any]()
        await ada.emit(order[0], tuple(order[1:]), callback=answers.append)
        await settled(ada)
        await server.server.store.flush()
        await settled(ada)
        assert (answers, ada.all("attack_result", heard)) == ([], []), "it is committed, but nothing has left"
        await clock.advance(0.050)
        await settled(ada)
        assert len(answers) == 1
        assert len(ada.all("attack_result", heard)) == (order[0] == "attack" and answers[0]["ok"])


@live
async def test_a_player_who_comes_back_sees_the_board_when_the_grid_lets_it_go() -> None:
    async with serving() as server:
        ada, _ = await server.duel(map=OPEN_FIELD, turnMs=5000, lockstep=False)
        await ada.leave()
        clock = StillClock()
        server.match()._answers = AnswerGrid(500, clock)
        again = await server.player("Ada", "den")
        await server.server.store.flush()
        await settled(again)
        assert again.all("game_update") == []
        await clock.advance(0.050)
        await again.until("game_update")


def test_the_best_threshold_guesses_where_both_are_alike_and_knows_where_they_are_not() -> None:
    assert auc([1.0, 2.0, 3.0, 4.0], [1.5, 2.5, 1.6, 3.5]) == pytest.approx(0.5625)
    assert auc([1.0, 2.0], [3.0, 4.0]) == auc([3.0, 4.0], [1.0, 2.0]) == 1.0
