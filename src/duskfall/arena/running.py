"""Plays a plan to its end: asks the schedule, gives fixtures to a runner, keeps results, consumes them in order."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Protocol, Self

from duskfall.arena.fixtures import Finished, Fixture, Played
from duskfall.arena.ledger import Ledger
from duskfall.arena.plan import Format, Plan
from duskfall.arena.playing import dismiss, seated
from duskfall.arena.schedules import AT_ONCE, schedule_of
from duskfall.arena.standings import Standing
from duskfall.bots import BUILT_IN, BotMatch, is_program, seat_bots
from duskfall.play import Match, Setup

Watch = Callable[[Standing], None]
"""Called after every result that was consumed."""


class Runner(Protocol):
    """Whoever plays matches: processes here, or a cluster. Leaving the block ends what is still being played."""

    @property
    def capacity(self) -> int:
        """How many matches it should hold, so that nobody waits for work."""

    def submit(self, fixture: Fixture) -> None:
        """Take a match on."""

    def finished(self) -> Finished:
        """Wait for the next match that ends, whichever it is."""

    def __enter__(self) -> Self:
        """Begin."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End."""


def cores() -> int:
    """The processors that we may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(plan: Plan, ledger: Ledger, runner: Runner, watch: Watch | None = None) -> Standing:
    """Play what the ledger does not hold yet; gives the table in the end."""
    standing = Standing(plan)
    held = {played.number: played for played in ledger.results()}
    schedule = schedule_of(plan, max(AT_ONCE, runner.capacity) if plan.format is Format.COMPARE else AT_ONCE)
    fixtures = next(schedule)
    while True:
        results = _play_round(fixtures, held, ledger, runner, standing, watch)
        try:
            fixtures = schedule.send(results)
        except StopIteration:
            return standing


def _play_round(
    fixtures: Sequence[Fixture],
    held: dict[int, Played],
    ledger: Ledger,
    runner: Runner,
    standing: Standing,
    watch: Watch | None,
) -> list[Played]:
    """Play the fixtures that are missing, as many at once as the runner likes, and consume all in their order."""
    missing = [fixture for fixture in fixtures if ledger.kept(fixture, held) is None]
    asked = done = 0
    results: list[Played] = []
    while True:
        while len(results) < len(fixtures) and (played := held.pop(fixtures[len(results)].number, None)) is not None:
            results.append(played)
            if not standing.complete:  # a comparison may be decided within a round
                standing.add(played)
                if watch is not None:
                    watch(standing)
        if done == len(missing) or standing.complete:
            return results
        while asked < len(missing) and asked - done < runner.capacity:
            runner.submit(missing[asked])
            asked += 1
        finished = runner.finished()
        ledger.write(finished)
        held[finished.played.number] = finished.played
        done += 1


def rehearse(plan: Plan) -> None:
    """See that every bot can take its seat, and that the rules are compiled, before anything is begun."""
    programs = [number for number, name in enumerate(plan.bots) if is_program(name)]
    for entrant in range(len(plan.bots)):
        others = [number for number in range(len(plan.bots)) if number != entrant and number not in programs]
        seats = (entrant, *others, *programs)[: plan.seats]
        dismiss(seated(plan.fixture(0, 0, 0, seats)))
    setup = Setup(plan.game, plan.options, plan.seed)
    for name in BUILT_IN[plan.game]:
        names = [name] * plan.seats
        with BotMatch(Match(setup), seat_bots(names, setup)) as contest:
            contest.step()
