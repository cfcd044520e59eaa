"""Schedules decide which bots meet: each yields rounds of fixtures and receives their results, in order.

A schedule is a generator of rounds. The next round depends only on the plan and on earlier results, so a tournament
that was stopped asks for the same matches again, wherever they are played.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Sequence
from itertools import combinations
from typing import Final, TypeAlias

from duskfall.arena.comparison import Terms, Trial, Verdict
from duskfall.arena.fixtures import Entrant, Fixture, Played
from duskfall.arena.plan import Format, Plan, rungs

Schedule: TypeAlias = Generator[Sequence[Fixture], Sequence[Played], None]
"""Yields the fixtures of a round, is sent their results in the same order, and ends with the tournament."""

AT_ONCE: Final = 32
"""Matches of a comparison that are asked for together, unless there are workers for more. Matches after the deciding
one are not counted."""

_MAX_TRIES: Final = 10_000
"""Ways to pair a Swiss round that are tried before two bots may meet again."""


def schedule_of(plan: Plan, at_once: int = AT_ONCE) -> Schedule:
    """Return the schedule of a plan."""
    match plan.format:
        case Format.ROUND_ROBIN:
            return round_robin(plan)
        case Format.SWISS:
            return swiss(plan)
        case Format.LADDER:
            return ladder(plan)
        case Format.COMPARE:
            return comparison(plan, at_once)


def round_robin(plan: Plan) -> Schedule:
    """Let every bot meet every other on the same boards: all of the first board, then all of the second."""
    groups = list(combinations(range(len(plan.bots)), plan.seats))
    yield _round(plan, 0, 0, groups)


def swiss(plan: Plan) -> Schedule:
    """Let neighbours in the standing meet, if possible no two of them twice; bots that are left over rest."""
    points: defaultdict[Entrant, float] = defaultdict(float)
    games: Counter[Entrant] = Counter()
    met: Counter[tuple[Entrant, ...]] = Counter()
    number = 0
    for round_ in range(plan.rounds):
        # Bots that have rested have played fewer games, so the mean score counts.
        order = sorted(range(len(plan.bots)), key=lambda bot: (-points[bot] / max(1, games[bot]), bot))
        resting = _resting(order, games, len(order) % plan.seats)
        playing = [bot for bot in order if bot not in resting]
        groups = pairs(playing, met) if plan.seats == 2 else _cut(playing, plan.seats)
        fixtures = _round(plan, number, round_, groups)
        number += len(fixtures)
        for played in (yield fixtures):
            for seat, bot in enumerate(played.entrants):
                points[bot] += played.score(seat)
                games[bot] += 1
        met.update(tuple(sorted(group)) for group in groups)


def ladder(plan: Plan) -> Schedule:
    """Let neighbours meet, the 1st and the 2nd, then the 2nd and the 3rd; they swap if the lower one is better."""
    order = list(range(len(plan.bots)))
    number = 0
    for round_ in range(plan.rounds):
        meeting = rungs(len(order), round_)
        fixtures = _round(plan, number, round_, [(order[upper], order[lower]) for upper, lower in meeting])
        number += len(fixtures)
        _climb(order, meeting, (yield fixtures))


def ladder_order(plan: Plan, results: Sequence[Played]) -> list[Entrant]:
    """Return the bots by rung after the rounds that are complete, the highest rung first."""
    order, first = list(range(len(plan.bots))), 0
    for round_ in range(plan.rounds):
        meeting = rungs(len(order), round_)
        last = first + len(meeting) * plan.games
        if last > len(results):
            break
        _climb(order, meeting, results[first:last])
        first = last
    return order


def _climb(order: list[Entrant], meeting: Sequence[tuple[int, int]], results: Iterable[Played]) -> None:
    points: defaultdict[Entrant, float] = defaultdict(float)
    for played in results:
        for seat, bot in enumerate(played.entrants):
            points[bot] += played.score(seat)
    for upper, lower in meeting:
        if points[order[lower]] > points[order[upper]]:
            order[upper], order[lower] = order[lower], order[upper]


def comparison(plan: Plan, at_once: int = AT_ONCE) -> Schedule:
    """Let the first two bots play pairs of games until it is known which is better, or the games are used up."""
    trial = Trial(plan.terms or Terms())
    at_once += at_once % 2
    for first in range(0, plan.games, at_once):
        numbers = range(first, min(first + at_once, plan.games))
        results = yield [plan.fixture(number, 0, number // 2, ((0, 1), (1, 0))[number % 2]) for number in numbers]
        if trial.hear(pair_scores(results)) is not Verdict.OPEN:
            return


def pair_scores(results: Sequence[Played]) -> list[float]:
    """Return the first bot's mean score in each pair of games, both of which were played on one board."""
    scores = [played.score(played.entrants.index(0)) for played in results]
    return [(one + other) / 2 for one, other in zip(scores[::2], scores[1::2], strict=False)]


def seatings(group: tuple[Entrant, ...]) -> list[tuple[Entrant, ...]]:
    """Return the rotations of a group around the board, which give each bot each seat once.

    >>> seatings((0, 1)), seatings((4, 7, 9))
    ([(0, 1), (1, 0)], [(4, 7, 9), (7, 9, 4), (9, 4, 7)])
    """
    return [group[turn:] + group[:turn] for turn in range(len(group))]


def pairs(order: Sequence[Entrant], met: Counter[tuple[Entrant, ...]]) -> list[tuple[Entrant, ...]]:
    """Pair neighbours of a standing so that no two meet again, if a bounded search finds a way.

    >>> pairs([0, 1, 2, 3], Counter({(0, 1): 1}))
    [(0, 2), (1, 3)]
    """
    budget = _MAX_TRIES

    def paired(rest: Sequence[Entrant], again: int) -> list[tuple[Entrant, ...]] | None:
        nonlocal budget
        if not rest:
            return []
        one = rest[0]
        for other in rest[1:]:
            budget -= 1
            meetings = met[min(one, other), max(one, other)]
            if meetings > again:
                continue
            others = paired([bot for bot in rest[1:] if bot != other], again)
            if others is not None:
                return [(one, other), *others]
            if budget < 0:
                return None
        return None

    for again in range(max(met.values(), default=0) + 1):
        budget = _MAX_TRIES
        if (found := paired(order, again)) is not None:
            return found
    return _cut(order, 2)


def _cut(order: Sequence[Entrant], size: int) -> list[tuple[Entrant, ...]]:
    return [tuple(order[start : start + size]) for start in range(0, len(order) - size + 1, size)]


def _resting(order: Sequence[Entrant], games: Counter[Entrant], count: int) -> set[Entrant]:
    """Return the bots that rest: the last ones among those that have rested least."""
    willing = sorted(range(len(order)), key=lambda place: (-games[order[place]], -place))
    return {order[place] for place in willing[:count]}


def _round(plan: Plan, number: int, round_: int, groups: Sequence[tuple[Entrant, ...]]) -> list[Fixture]:
    """Return the fixtures of each group on each board of the round, from every seat."""
    first = round_ * plan.boards
    seated = [
        (board, seats) for board in range(first, first + plan.boards) for group in groups for seats in seatings(group)
    ]
    return [plan.fixture(number + i, round_, board, seats) for i, (board, seats) in enumerate(seated)]
