"""Who meets whom, on which board, from which seat."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from duskfall.arena import Format, Ledger, run
from duskfall.arena.schedules import pairs, schedule_of
from duskfall.errors import Refused
from tests.arena.tournaments import HereRunner, invented, played, tiny

ROOMY = {"width": 40, "height": 40}
"""A board with room for sixteen."""


def lower_is_better(one: int, other: int) -> bool:
    return one < other


def test_in_a_round_robin_everyone_meets_everyone_on_the_same_boards_from_both_seats() -> None:
    plan = tiny("a:A b:B c:C", games=6, seed=100)
    fixtures = next(schedule_of(plan))
    met = Counter((fixture.entrants, fixture.setup.seed) for fixture in fixtures)
    seatings = [(one, other) for one in range(3) for other in range(3) if one != other]
    assert met == Counter({(seating, seed): 1 for seating in seatings for seed in (100, 101, 102)})
    assert len(fixtures) == plan.matches == 18


@pytest.mark.parametrize("format_", ["round-robin", "swiss", "ladder"])
def test_numbers_follow_the_seeds_and_every_format_has_as_many_matches_as_it_says(format_: str) -> None:
    plan = tiny("a:A b:B c:C d:D e:E", format=format_)
    standing = played(plan, HereRunner(invented(lower_is_better)))
    seeds = [each.seed for each in standing.results]
    assert seeds == sorted(seeds)
    assert [each.number for each in standing.results] == list(range(plan.matches))


def test_results_are_consumed_in_order_whoever_finishes_first() -> None:
    plan = tiny("a:A b:B c:C", games=4)
    seen: list[int] = []
    with Ledger.open(None, plan) as ledger, HereRunner(invented(lower_is_better)) as runner:
        run(plan, ledger, runner, lambda standing: seen.append(standing.results[-1].number))
        arrived = [each.number for each in ledger.results()]
    assert seen == arrived == list(range(12))


def test_in_a_free_for_all_each_board_is_played_once_from_every_seat() -> None:
    plan = tiny(" ".join(["wanderer"] * 16), seats=16, games=32, options=ROOMY)
    fixtures = next(schedule_of(plan))
    at = Counter(
        (seat, entrant, fixture.setup.seed) for fixture in fixtures for seat, entrant in enumerate(fixture.entrants)
    )
    assert len(fixtures) == 32
    assert set(at.values()) == {1}
    assert len(at) == 16 * 16 * 2


def test_with_more_bots_than_seats_every_group_plays() -> None:
    plan = tiny("a:A b:B c:C d:D", seats=3, games=3, options=ROOMY)
    groups = {tuple(sorted(fixture.entrants)) for fixture in next(schedule_of(plan))}
    assert groups == set(combinations(range(4), 3))


def test_in_a_swiss_tournament_winners_meet_winners_and_nobody_meets_twice() -> None:
    plan = tiny("a:A b:B c:C d:D e:E f:F g:G h:H", format="swiss", rounds=3, games=2)
    standing = played(plan, HereRunner(invented(lower_is_better)))
    met = Counter(tuple(sorted(each.entrants)) for each in standing.results)
    assert set(met.values()) == {2}
    second = {tuple(sorted(each.entrants)) for each in standing.results if each.round == 1}
    assert second == {(0, 2), (4, 6), (1, 3), (5, 7)}
    assert standing.ranking[0].entrant == 0


def test_in_a_swiss_tournament_of_five_everyone_rests_once_in_five_rounds() -> None:
    plan = tiny("a:A b:B c:C d:D e:E", format="swiss", rounds=5, games=2)
    standing = played(plan, HereRunner(invented(lower_is_better)))
    assert [row.games for row in standing.rows] == [8] * 5


def test_pairs_meet_again_only_when_nobody_else_is_left() -> None:
    everyone: Counter[tuple[int, ...]] = Counter(combinations(range(4), 2))
    assert pairs([0, 1, 2, 3], everyone) == [(0, 1), (2, 3)]
    assert pairs([0, 1, 2, 3], everyone - Counter([(1, 2), (0, 3)])) == [(0, 3), (1, 2)]


def test_as_many_rounds_as_bots_bring_any_ladder_into_order() -> None:
    plan = tiny("a:A b:B c:C d:D e:E", format="ladder", games=2)
    assert plan.rounds == 5
    standing = played(plan, HereRunner(invented(lambda one, other: one > other)))
    assert [row.entrant for row in standing.ranking] == [4, 3, 2, 1, 0]


def test_on_a_ladder_an_even_score_leaves_the_upper_one_where_it_is() -> None:
    plan = tiny("wanderer wanderer", format="ladder", games=2, rounds=1)
    assert [row.entrant for row in played(plan).ranking] == [0, 1]


def test_a_comparison_asks_for_no_more_than_its_window_once_it_is_decided() -> None:
    plan = tiny("a:A b:B", format=Format.COMPARE, games=1000)
    runner = HereRunner(invented(lower_is_better))
    standing = played(plan, runner)
    assert (standing.trial.verdict, len(standing.results)) == ("better", 16)
    assert max(runner.asked) < 32


@pytest.mark.parametrize(
    ("bots", "choices", "reason"),
    [
        ("settler", {}, "with 2 seats 2 to 1000 are needed"),
        ("settler wanderer", {"games": 5}, "choose 6"),
        ("settler wanderer", {"format": "swis"}, "did you mean 'swiss'"),
        (
            "settler wanderer wanderer",
            {"format": "ladder", "seats": 3, "games": 3, "options": ROOMY},
            "on a ladder two meet",
        ),
        ("settler wanderer", {"options": {"players": 3}}, "say how many play with --seats"),
        ("settler wanderer", {"rounds": 3}, "a round-robin has 1 to 1"),
        (
            " ".join(["wanderer"] * 30),
            {"seats": 15, "games": 15, "options": ROOMY},
            "choose fewer games, or the format swiss",
        ),
        ("settler wanderer", {"seed": -1}, "a seed is a whole number"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(bots: str, choices: dict[str, object], reason: str) -> None:
    with pytest.raises(Refused) as refused:
        tiny(bots, **choices)
    assert reason in str(refused.value)
