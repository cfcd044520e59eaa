"""The warlord of Weltendämmerung: how it weighs plans, what that costs, and that nothing else decides."""

from __future__ import annotations

import subprocess
import sys
from typing import cast

import pytest

from duskfall.bots import BUILT_IN, Deadline, SeatInfo
from duskfall.bots.welten import Captain, QuickWarlord, Warlord
from duskfall.bots.welten import plan_search as search_module
from duskfall.bots.welten.game_model import GameModel
from duskfall.bots.welten.plan_search import PlanSearch, WeighedPlan, dailors_score
from duskfall.bots.welten.policy.plan import STORM, Numbers
from duskfall.bots.welten.policy.playing import Playout
from duskfall.bots.welten.policy.repertoire import PLANS
from duskfall.errors import Refused
from duskfall.formats.welten.scenarios import scenario_text
from duskfall.play import Setup
from duskfall.welten import GUIDE, ORIGINAL, Game, Phase, PlayerOrder, Rules, Side
from duskfall.welten.board import ROUNDS, WINNER, Board
from tests.counts import SEED, share
from tests.welten.boards import draw
from tests.welten.original import sound_program

ASKED = Deadline(deadline_ms=1000)
BOTH_RULES = pytest.mark.parametrize("rules", [GUIDE, ORIGINAL], ids=lambda rules: rules.name)

SKIRMISH = scenario_text(
    draw(
        """
        . . . . . . # . . . . ~ . . . . . . . .
        . S . B . . # . R . . ~ . . o . a . . .
        . F L . B . G0 . . . . _ . . . v a r . .
        . S . B . . # . A . . ~ . b . k a . G1 .
        . . . . . . # . . . . ~ . . w . a . . .
        """,
        border=12,
    )
)


def setup_on(land: str, rules: Rules, seed: int = 0) -> Setup:
    return Setup.of("welten", {"rules": rules.name, "scenario": land}, seed)


def seated(kind: type[Warlord] | type[Captain], setup: Setup, seat: int) -> Warlord | Captain:
    return kind(SeatInfo.of(setup, seat, 2))


def play(setup: Setup, *kinds: type[Warlord] | type[Captain]) -> tuple[Game, list[PlayerOrder]]:
    """Plays a whole game; an order that is not legal raises."""
    game, given = cast("Game", setup.start()), list[PlayerOrder]()
    bots = [seated(kind, setup, seat) for seat, kind in enumerate(kinds)]
    while (outcome := game.outcome) is None:
        seat = int(game.player)
        for order in bots[seat].choose(game.view(seat), ASKED):
            game.advance({seat: [order]})
            given.append(order)
            if game.outcome:
                break
    assert outcome is not None
    return game, given


@BOTH_RULES
def test_the_warlord_gives_no_illegal_order(rules: Rules) -> None:
    games = share(250)
    for seed in range(games * SEED, games * (SEED + 1)):
        try:
            play(setup_on(SKIRMISH, rules, seed), QuickWarlord, QuickWarlord)
        except Refused as refused:
            pytest.fail(f"seed {seed}: {refused}")


@BOTH_RULES
def test_the_warlord_plays_on_a_land_of_the_originals_shape(rules: Rules) -> None:
    _, land = sound_program()
    seats = (QuickWarlord, Captain) if SEED % 2 else (Captain, QuickWarlord)
    game, _ = play(setup_on(scenario_text(land), rules, SEED), *seats)
    assert game.outcome is not None


@pytest.mark.parametrize("kind", [Warlord, QuickWarlord])
@pytest.mark.parametrize("side", list(Side))
def test_a_thought_is_counted_in_games_played_out(
    kind: type[Warlord], side: Side, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[int] = []
    really = Playout.play

    def counting(self: Playout, start: Board, plan: Numbers, number: int, rounds: int = 15) -> Board:
        played.append(number)
        return really(self, start, plan, number, rounds)

    monkeypatch.setattr(Playout, "play", counting)
    setup = setup_on(SKIRMISH, GUIDE)
    game, warlord = cast("Game", setup.start()), seated(kind, setup, side)
    game.play(*["end"] * side)
    warlord.choose(game.view(side), ASKED)
    budget = kind.games[Phase.MOVEMENT]
    assert 0.7 * budget <= len(played) <= budget
    assert isinstance(warlord, Warlord)
    assert warlord.reason is not None
    assert warlord.reason.games == len(played)


def test_the_quick_warlord_plays_fewer_games_out() -> None:
    assert all(QuickWarlord.games[phase] < Warlord.games[phase] for phase in Phase)
    assert BUILT_IN["welten"].keys() == {"recruit", "captain", "warlord-quick", "warlord"}


def test_all_plans_meet_the_same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_on(SKIRMISH, GUIDE)
    model = GameModel(SeatInfo.of(setup, 0, 2))
    numbers: dict[bytes, list[int]] = {}
    really = Playout.play

    def noting(self: Playout, start: Board, plan: Numbers, number: int, rounds: int = 15) -> Board:
        numbers.setdefault(plan[:7].tobytes(), []).append(number)
        return really(self, start, plan, number, rounds)

    monkeypatch.setattr(Playout, "play", noting)
    plans = [WeighedPlan(plan) for plan in PLANS[Side.ELDOIN]]
    PlanSearch(model, 1).weigh(model.board(setup.start().view(0)), Side.ELDOIN, plans, (STORM,), 24, 1000)
    longest = max(numbers.values(), key=len)
    assert len(numbers) == len(plans)
    assert longest == list(range(1000, 1000 + len(longest)))
    assert all(tried == longest[: len(tried)] for tried in numbers.values())


def test_what_earlier_phases_showed_counts_but_less_and_less(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = setup_on(SKIRMISH, GUIDE)
    model = GameModel(SeatInfo.of(setup, 0, 2))
    board, search = model.board(setup.start().view(0)), PlanSearch(model, 1)
    monkeypatch.setattr(search_module, "dailors_score", lambda _: 0.5)  # now all plans are equally good
    for favourite in PLANS[Side.ELDOIN]:
        known = [WeighedPlan(plan, games=10, score=6.0 if plan == favourite else 4.0) for plan in PLANS[Side.ELDOIN]]
        means = []
        for _ in range(4):
            known = search.weigh(board, Side.ELDOIN, [each.next_phase() for each in known], (STORM,), 12, 0)
            assert known[0].plan == favourite
            means.append(known[0].mean)
        assert means == sorted(means, reverse=True)
        assert 0.5 < means[-1] < means[0] < 0.6


def test_dailor_takes_the_plan_that_wins_at_the_west_edge() -> None:
    land = scenario_text(
        draw(
            """
            . . . . . . . . . . . . . . . . . . . . o
            """,
            border=0,
        )
    )
    setup = setup_on(land, ORIGINAL)
    game, warlord = cast("Game", setup.start()), cast("Warlord", seated(QuickWarlord, setup, 1))
    game.play("end")
    warlord.choose(game.view(1), ASKED)
    assert warlord.reason is not None
    assert warlord.reason.plan == "west"
    assert warlord.reason.chance == 1.0
    assert {name for name, _ in warlord.reason.others} == {plan.name for plan in PLANS[Side.DAILOR]} - {"west"}


def test_a_victory_counts_more_than_any_defeat_and_an_early_one_more_than_a_late_one() -> None:
    setup = setup_on(SKIRMISH, GUIDE)
    model = GameModel(SeatInfo.of(setup, 0, 2))
    board = model.board(setup.start().view(0))
    defeat = dailors_score(board)
    board.facts[WINNER] = Side.DAILOR
    board.facts[ROUNDS] = 14
    late = dailors_score(board)
    board.facts[ROUNDS] = 3
    assert 0 <= defeat < late < dailors_score(board) <= 1


def test_plans_of_a_side_have_different_names() -> None:
    for side in Side:
        names = [plan.name for plan in PLANS[side]]
        assert len(names) == len(set(names))


ELSEWHERE = """
import sys
from duskfall.bots import Deadline, SeatInfo, bot_named
from duskfall.play import Setup
setup = Setup.of("welten", {"rules": sys.argv[1]}, 11)
bot = bot_named("warlord-quick", SeatInfo.of(setup, 0, 2))
print(*bot.choose(setup.start().view(0), Deadline(1000)), bot.reason, sep="\\n")
"""


@BOTH_RULES
def test_the_same_view_and_seed_give_the_same_orders_in_another_process(rules: Rules) -> None:
    setup = Setup.of("welten", {"rules": rules.name}, 11)
    bot = cast("Warlord", seated(QuickWarlord, setup, 0))
    here = [*map(str, bot.choose(setup.start().view(0), ASKED)), str(bot.reason)]
    there = subprocess.run([sys.executable, "-c", ELSEWHERE, rules.name], capture_output=True, text=True, check=True)
    assert there.stdout.splitlines() == here


def test_the_same_seed_gives_the_same_game_and_another_one_another() -> None:
    setup = setup_on(SKIRMISH, GUIDE, 3)
    _, first = play(setup, QuickWarlord, QuickWarlord)
    _, again = play(setup, QuickWarlord, QuickWarlord)
    others = [play(setup_on(SKIRMISH, GUIDE, seed), QuickWarlord, QuickWarlord)[1] for seed in range(4, 9)]
    assert first == again
    assert any(first != other for other in others)


@BOTH_RULES
def test_the_warlord_beats_the_captain(rules: Rules) -> None:
    games, won = share(20), 0
    for side in Side:
        seats = (QuickWarlord, Captain) if side is Side.ELDOIN else (Captain, QuickWarlord)
        for seed in range(games):
            outcome = play(Setup.of("welten", {"rules": rules.name}, seed), *seats)[0].outcome
            won += outcome is not None and outcome.winner is side
    assert won >= 0.7 * 2 * games
