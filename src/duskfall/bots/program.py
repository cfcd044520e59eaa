"""A bot that is a program in any language: frames to its stdin, answers from its stdout, its log from stderr."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, Final

from duskfall.bots.bot import Deadline, SeatInfo
from duskfall.bots.faults import Fault, FaultKind
from duskfall.bots.frames import VIEWS, end_frame, line, read_reply, refused_orders, start_frame, welten_legal
from duskfall.bots.mind import Mind
from duskfall.bots.process import Process
from duskfall.bots.sandbox import Limits
from duskfall.errors import Malformed, Refused
from duskfall.play import Order, Outcome, world_named

FIRST_MS: Final = 15_000
"""The least time for the first answer: until then an interpreter has to start, on a machine that may be busy."""

LEAVE_S: Final = 0.5
"""Seconds that a program has after the end to finish its log."""


class Program:
    """A program that plays. It runs from the first question until `leave`."""

    def __init__(
        self,
        program: Path,
        chair: SeatInfo,
        *,
        trust: bool = False,
        limits: Limits = Limits(),  # noqa: B008 -- frozen
        first_ms: int = FIRST_MS,
    ) -> None:
        self._chair = chair
        self._world = world_named(chair.game)
        self._first_ms = first_ms
        self._n = 0
        self._refused: list[tuple[str, str, str]] = []
        self._last_fault: str | None = None
        self._mind = Mind(chair) if chair.game == "welten" else None
        self.process = Process(program, trust, limits)

    @property
    def log(self) -> str:
        """What the program wrote to stderr, as far as it was kept."""
        return self.process.log.text()

    def choose(self, view: Any, clock: Deadline) -> list[Order]:
        """Ask the program; a `Fault` if it gives no answer that can be read in time."""
        if self._n == 0:
            self.process.send(line(start_frame(self._chair, clock.deadline_ms)))
        self._n += 1
        self.process.send(line(self._question(view)))
        self._refused = []
        wait_ms = clock.deadline_ms if self._n > 1 else max(clock.deadline_ms, self._first_ms)
        try:
            orders = self._answer(time.monotonic() + wait_ms / 1000)
        except Fault as fault:
            self._last_fault = str(fault)
            raise
        self._last_fault = None
        return orders

    def _question(self, view: Any) -> dict[str, Any]:
        frame = {
            "type": "turn",
            "n": self._n,
            "view": VIEWS[self._chair.game](view),
            "refused": refused_orders(self._refused),
            "fault": self._last_fault,
        }
        if self._mind is not None:
            frame["legal"] = welten_legal(self._mind.game(view).legal(self._chair.seat))
        return frame

    def _answer(self, until: float) -> list[Order]:
        while True:
            texts = read_reply(self.process.line(until), self._chair.seat, self._n)
            if texts is None:
                continue  # an answer to an earlier question, which came too late and has been a fault already
            try:
                return [self._world.read(text) for text in texts]
            except Malformed as malformed:
                raise Fault(FaultKind.MALFORMED, str(malformed)[:200]) from malformed

    def refuse(self, order: Order, refused: Refused) -> None:
        """Tell the program with the next question that the rules did not allow an order."""
        self._refused.append((str(order), str(refused.code), str(refused)))

    def leave(self, view: Any, outcome: Outcome | None) -> None:
        """Say how the game ended and let the program go; nothing of it is left afterwards."""
        del view
        self.process.send(line(end_frame(outcome)))
        self.process.close(LEAVE_S)
