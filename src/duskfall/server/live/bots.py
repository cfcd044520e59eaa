"""Lets built-in bots think in a process of their own, so that the server never waits for a thought."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import Any, Final, ParamSpec, TypeVar

from duskfall.bots import BUILT_IN, Bot, Deadline, SeatInfo
from duskfall.play import Match, Order, Setup

P = ParamSpec("P")
R = TypeVar("R")

MOST_BOTS: Final = 10_000
"""Bots that the process remembers; one that is forgotten begins anew with its next view."""

_bots: OrderedDict[tuple[str, int], Bot] = OrderedDict()

_log = logging.getLogger(__name__)


def think(match: str, name: str, info: SeatInfo, view: Any, deadline: Deadline) -> Sequence[Order]:
    """Ask a bot for its orders, in the bots' process."""
    key = (match, info.seat)
    bot = _bots.get(key)
    if bot is None:
        bot = _bots[key] = BUILT_IN[info.game][name](info)
        if len(_bots) > MOST_BOTS:
            _bots.popitem(last=False)
    _bots.move_to_end(key)
    answer = bot.choose(view, deadline)
    return tuple(answer) if isinstance(answer, Sequence) else (answer,)


def warm_up() -> None:
    """Let every built-in bot of Fog of War play a few turns, in the bots' process, so that its rules are compiled."""
    setup = Setup.of("fog", {"width": 12, "height": 12})
    match = Match(setup, lockstep=False)
    bots = [build(SeatInfo("fog", setup.options, 0, 2, 0)) for build in BUILT_IN["fog"].values()]
    for _ in range(3):
        for bot in bots:
            bot.choose(match.game.view(0), Deadline(1000))
        match.play_turn()


def _start_process() -> None:
    """Leave ending this process to the server; if the server is killed, the process ends itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        sentinel = parent.sentinel
        threading.Thread(target=lambda: (wait([sentinel]), os._exit(0)), daemon=True).start()


class BotPool:
    """Is the process that bots think in. If it dies, it is started again, and bots begin anew with their next view."""

    def __init__(self) -> None:
        self._pool = self._new_pool()

    @staticmethod
    def _new_pool() -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _start_process)

    def ask(
        self,
        match: str,
        name: str,
        info: SeatInfo,
        view: Any,
        deadline: Deadline,
        answer: Callable[[Sequence[Order]], None],
    ) -> None:
        """Ask a bot, and call back with its orders; a bot that fails gives none this time."""

        def answered(future: asyncio.Future[Sequence[Order]]) -> None:
            if future.cancelled():
                return
            error = future.exception()
            if error is None:
                answer(future.result())
                return
            _log.error("%s in match %s failed: %r", name, match, error)
            answer(())

        self._run(think, match, name, info, view, deadline).add_done_callback(answered)

    async def warm(self) -> None:
        """Wait until the process stands and its rules are compiled, so that the first bot does not come late."""
        try:
            await self._run(warm_up)
        except BrokenProcessPool:
            _log.warning("the bots' process ended while it began; it is started again when a bot is asked")

    def _run(self, work: Callable[P, R], *arguments: P.args, **_: P.kwargs) -> asyncio.Future[R]:
        """Run work in the process, in a new one if it has died."""
        loop = asyncio.get_running_loop()
        try:
            return loop.run_in_executor(self._pool, work, *arguments)
        except BrokenProcessPool:
            self._pool.shutdown(wait=False)
            self._pool = self._new_pool()
            return loop.run_in_executor(self._pool, work, *arguments)

    def close(self) -> None:
        """End the process."""
        # The pool forgets its process when it is shut down, and the process would end late.
        processes = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()
