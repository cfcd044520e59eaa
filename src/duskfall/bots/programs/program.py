"""Lets a program in any language play: frames go to its stdin, answers come from its stdout, its log from stderr."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, Final

from duskfall.bots.bot import Deadline, SeatInfo
from duskfall.bots.faults import Fault, FaultKind
from duskfall.bots.games import GAMES
from duskfall.bots.programs.frames import RefusedOrder, end_frame, line, read_reply, start_frame, turn_frame
from duskfall.bots.programs.process import Process
from duskfall.bots.programs.sandbox import Limits
from duskfall.errors import Malformed, Refused
from duskfall.play import Order, Outcome, world_named

FIRST_MS: Final = 15_000
"""The least time for the first answer: until then an interpreter has to start, on a machine that may be busy."""

LEAVE_S: Final = 0.5
"""Seconds that a program has after the end to finish its log."""


class Program:
    """A bot that is a program. It runs until `leave`."""

    def __init__(
        self,
        program: Path,
        info: SeatInfo,
        *,
        trust: bool = False,
        limits: Limits = Limits(),  # noqa: B008 -- frozen
        first_ms: int = FIRST_MS,
    ) -> None:
        self._info = info
        self._world = world_named(info.game)
        self._frames = GAMES[info.game].frames(info)
        self._first_ms = first_ms
        self._n = 0
        self._refused: list[RefusedOrder] = []
        self._last_fault: str | None = None
        self.process = Process(program, trust, limits)

    @property
    def log(self) -> str:
        """The text that the program wrote to stderr, as far as it was kept."""
        return self.process.log.text()

    def choose(self, view: Any, deadline: Deadline) -> list[Order]:
        """Asks the program; raises a `Fault` if no readable answer comes in time."""
        if self._n == 0:
            self.process.send(line(start_frame(self._info, deadline.deadline_ms, self._frames)))
        self._n += 1
        self.process.send(line(turn_frame(self._n, view, self._frames, self._refused, self._last_fault)))
        self._refused = []
        wait_ms = deadline.deadline_ms if self._n > 1 else max(deadline.deadline_ms, self._first_ms)
        try:
            orders = self._answer(time.monotonic() + wait_ms / 1000)
        except Fault as fault:
            self._last_fault = str(fault)
            raise
        self._last_fault = None
        return orders

    def _answer(self, until: float) -> list[Order]:
        while True:
            texts = read_reply(self.process.line(until), self._info.seat, self._n)
            if texts is None:
                continue  # an answer to an earlier question, which came too late and has been a fault already
            try:
                return [self._world.read(text) for text in texts]
            except Malformed as malformed:
                raise Fault(FaultKind.MALFORMED, str(malformed)[:200]) from malformed

    def refuse(self, order: Order, refused: Refused) -> None:
        """Tells the program with the next question that the rules did not allow an order."""
        self._refused.append(RefusedOrder(str(order), str(refused.code), str(refused)))

    def leave(self, view: Any, outcome: Outcome | None) -> None:
        """Tells the program how the game ended, and ends it with all its processes."""
        del view
        self.process.send(line(end_frame(outcome)))
        self.process.close(LEAVE_S)
