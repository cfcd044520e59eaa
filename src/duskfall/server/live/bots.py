"""Lets built-in bots think in processes of their own, so that the server never waits for a thought."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, NamedTuple

from duskfall.bots import BUILT_IN, Bot, Deadline, SeatInfo
from duskfall.bots.games import GAMES
from duskfall.play import Log, Match, Order, Setup
from duskfall.server.live.worker_process import WorkerProcess

MOST_BOTS: Final = 10_000
"""Bots that a process remembers; one that is forgotten begins anew with its next view."""
PATIENCE_S: Final = 60.0
"""How long a question may take. A bot's kernels may be compiled meanwhile; only one that hangs takes longer."""
AT_ONCE: Final = 2
"""Questions that the process has at a time: one to work on and one to go on with. The others wait without a deadline,
so that many bots who have to be shown long matches, after a restart of the server, are not taken for one that hangs."""

_bots: OrderedDict[tuple[str, int], Bot] = OrderedDict()

_log = logging.getLogger(__name__)


class Past(NamedTuple):
    """A match so far, from which the memory of a bot is rebuilt."""

    setup: Setup
    lines: Sequence[str]
    """Its log."""


class Question(NamedTuple):
    """A view that a bot is asked about."""

    match: str
    name: str
    info: SeatInfo
    view: Any
    deadline: Deadline


def think(question: Question, past: Past | None = None) -> Sequence[Order] | None:
    """Asks a bot for its orders, in the bots' process; None if it remembers and must be told the past first."""
    key = (question.match, question.info.seat)
    bot = _bots.get(key)
    if bot is None:
        info = question.info
        if past is None and question.name in GAMES[info.game].remembering and question.view.turn > 0:
            return None
        bot = _bots[key] = BUILT_IN[info.game][question.name](info)
        if past is not None:
            show_again(bot, info.seat, past, question)
        if len(_bots) > MOST_BOTS:
            _bots.popitem(last=False)
    _bots.move_to_end(key)
    answer = bot.choose(question.view, question.deadline)
    return tuple(answer) if isinstance(answer, Sequence) else (answer,)


def show_again(bot: Bot, seat: int, past: Past, question: Question) -> None:
    """Asks a bot about every turn of a match before the one in question, so that it remembers what it had seen."""
    match = Match(past.setup, lockstep=False)
    bot.choose(match.game.view(seat), question.deadline)
    for entry in Log.parse(past.lines):
        turn = match.turn
        match.repeat(entry)
        if turn < match.turn < question.view.turn:
            bot.choose(match.game.view(seat), question.deadline)


def warm_up() -> None:
    """Lets the quick bots of Fog of War play a few turns, in their process, so that their rules are compiled."""
    setup = Setup.of("fog", {"width": 12, "height": 12})
    match = Match(setup, lockstep=False)
    names = BUILT_IN["fog"].keys() - GAMES["fog"].remembering
    bots = [BUILT_IN["fog"][name](SeatInfo.of(setup, 0, 2)) for name in sorted(names)]
    for _ in range(3):
        for bot in bots:
            bot.choose(match.game.view(0), Deadline(1000))
        match.play_turn()


class BotPool:
    """Is a process that bots think in. If it dies or hangs, it is started again.

    Bots that remember are then shown the match from its beginning; others begin anew with their next view.
    """

    def __init__(self, patience_s: float = PATIENCE_S) -> None:
        self._process = WorkerProcess()
        self._patience_s = patience_s
        self._free = asyncio.Semaphore(AT_ONCE)
        self._closed = False

    def ask(
        self, question: Question, past: Callable[[], Past], answer: Callable[[Sequence[Order]], None]
    ) -> asyncio.Task[None]:
        """Asks a bot, and calls back with its orders; a bot that fails or hangs gives none this time."""
        return asyncio.get_running_loop().create_task(self._ask(question, past, answer))

    async def _ask(
        self, question: Question, past: Callable[[], Past], answer: Callable[[Sequence[Order]], None]
    ) -> None:
        orders: Sequence[Order] | None = ()
        try:
            async with self._free, asyncio.timeout(self._patience_s):
                orders = await self._process.run(think, question, None)
                if orders is None:
                    orders = await self._process.run(think, question, past())
        except TimeoutError:
            _log.error("%s in match %s hangs; its process is started again", question.name, question.match)
            self._process.replace()
        except asyncio.CancelledError:
            if self._closed or not self._replaced(question):
                raise
        except Exception as error:  # noqa: BLE001  # a bot's failure has every form
            _log.error("%s in match %s failed: %r", question.name, question.match, error)
        answer(orders or ())

    async def warm(self) -> None:
        """Waits until the process stands and its rules are compiled, so that the first bot does not come late."""
        try:
            await self._process.run(warm_up)
        except BrokenProcessPool:
            _log.warning("the bots' process ended while it began; it is started again when a bot is asked")

    def close(self) -> None:
        """Ends the process; questions that it was asked are never answered."""
        self._closed = True
        self._process.close()

    @staticmethod
    def _replaced(question: Question) -> bool:
        """Tells whether a question was lost because its process was replaced, not because its asker is gone."""
        task = asyncio.current_task()
        lost = task is not None and task.cancelling() == 0
        if lost:
            _log.warning("the question for %s in match %s is lost", question.name, question.match)
        return lost
