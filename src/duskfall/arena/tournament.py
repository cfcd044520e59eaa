"""Plays a plan to its end: takes fixtures from the schedule, has a runner play them, and keeps and counts results."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from duskfall.arena.fixtures import Fixture, Played
from duskfall.arena.ledger import Ledger
from duskfall.arena.matches import start_bots, stop_bots
from duskfall.arena.plan import Format, Plan
from duskfall.arena.runners.runner import Runner
from duskfall.arena.schedules import AT_ONCE, schedule_of
from duskfall.arena.standings import Standing
from duskfall.bots import BUILT_IN, BotMatch, is_program, seat_bots
from duskfall.play import Match, Setup

Watch = Callable[[Standing], None]
"""Called after every result that was counted."""


def run(plan: Plan, ledger: Ledger, runner: Runner, watch: Watch | None = None) -> Standing:
    """Play the matches that the ledger does not hold yet, and return the final table."""
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
    """Play the missing fixtures, as many at once as the runner takes, and count all results in their order."""
    missing = [fixture for fixture in fixtures if ledger.result_of(fixture, held) is None]
    submitted = done = 0
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
        while submitted < len(missing) and submitted - done < runner.capacity:
            runner.submit(missing[submitted])
            submitted += 1
        finished = runner.finished()
        ledger.write(finished)
        held[finished.played.number] = finished.played
        done += 1


def dry_run(plan: Plan) -> None:
    """Check that every bot can be started, and compile the rules, before anything is played or written."""
    programs = [number for number, name in enumerate(plan.bots) if is_program(name)]
    for entrant in range(len(plan.bots)):
        others = [number for number in range(len(plan.bots)) if number != entrant and number not in programs]
        seats = (entrant, *others, *programs)[: plan.seats]
        stop_bots(start_bots(plan.fixture(0, 0, 0, seats)))
    setup = Setup(plan.game, plan.options, plan.seed)
    for name in BUILT_IN[plan.game]:
        names = [name] * plan.seats
        with BotMatch(Match(setup), seat_bots(names, setup)) as contest:
            contest.step()
