"""Why bots of Weltendämmerung planned a phase and gave an order."""

from __future__ import annotations

import pytest

from duskfall.bots import BotMatch, seat_bots
from duskfall.bots.reasons import sentence
from duskfall.bots.welten.captain import CAPTAINS_PLAN
from duskfall.bots.welten.policy.orders import orders_on
from duskfall.bots.welten.policy.reasons import OrderReason, reasons_of
from duskfall.bots.welten.policy.repertoire import PLANS
from duskfall.bots.welten.policy.scratch import scratch_for
from duskfall.play import Match, Replay, Setup, TurnReason
from duskfall.play.welten_goals import WELTEN_GOALS
from duskfall.server.replays.welten import Renderer
from duskfall.welten import GUIDE, ORIGINAL, Attack, Gate, Phase, PlayerOrder, Rules, Side
from duskfall.welten.rule_tables import rule_tables
from duskfall.welten.situation import layout_of, set_up
from tests.bots.test_warlord import SKIRMISH
from tests.welten.boards import Field, field


def explained(drawn: Field) -> list[tuple[PlayerOrder, OrderReason | None]]:
    """The captain's orders on a drawing, each with its reason."""
    board, tables = set_up(layout_of(drawn.game.scenario), drawn.game.situation), rule_tables(drawn.game.rules)
    scratch, before = scratch_for(board, tables), board.cell.copy()
    orders = orders_on(board, tables, scratch, CAPTAINS_PLAN)
    return list(zip(orders, reasons_of(board, tables, scratch, before, orders), strict=True))


def test_an_attack_tells_the_damage_that_all_attacks_on_the_unit_are_expected_to_do() -> None:
    # The third archer waits for the dice of the first two, but is counted on.
    drawn = field("B . . . o . . . B . . B", phase=Phase.ATTACK)
    told = explained(drawn)
    assert [order for order, _ in told] == [Attack(drawn.unit("B"), 4, 0), Attack(drawn.unit("B2"), 4, 0)]
    assert [why for _, why in told] == 2 * [OrderReason("kill", {"damage": 21, "defence": 18})]


def test_an_attack_without_a_kill_in_sight_tells_its_own_damage() -> None:
    drawn = field("B . . . w", phase=Phase.ATTACK)
    assert explained(drawn)[0][1] == OrderReason("wound", {"damage": 7, "defence": 16})


def test_an_engine_tells_how_many_units_its_target_bars() -> None:
    drawn = field(
        """
        ^ ^ # ^ ^ ^
        F . # a a k
        ^ ^ # ^ ^ ^
        """,
        phase=Phase.ATTACK,
        player=Side.DAILOR,
        border=6,
    )
    order, why = explained(drawn)[0]
    assert order == Attack(drawn.unit("k"), 2, 1)
    assert why is not None
    assert why.goal == "breach"
    assert why.numbers["units"] >= 2


def test_a_march_tells_the_way_that_is_left() -> None:
    drawn = field("F . . . . . . . . . . . . . . . a", player=Side.DAILOR, border=0)
    order, why = explained(drawn)[0]
    assert str(order) == f"move {drawn.unit('a')} 6,0"
    assert why == OrderReason("to_commander", {"points": 5})


def test_the_feldherr_tells_the_danger_that_it_leaves() -> None:
    drawn = field(". . . . . . . . F . b", b={"b": 0})
    _, why = explained(drawn)[0]
    assert why == OrderReason("shelter", {"before": 7, "after": 0})


@pytest.mark.parametrize(
    ("rules", "side", "goal"), [(GUIDE, Side.ELDOIN, "shut_gate"), (ORIGINAL, Side.DAILOR, "open_gate")]
)
def test_a_gate_is_opened_or_shut(rules: Rules, side: Side, goal: str) -> None:
    border = 6 if side is Side.ELDOIN else 2
    drawn = field("F . . G0 . a", rules, Phase.GATES, side, border=border)
    order, why = explained(drawn)[0]
    assert order == Gate(0)
    assert why is not None
    assert why.goal == goal


def test_every_plan_is_a_goal_of_the_game() -> None:
    assert {plan.name for side in Side for plan in PLANS[side]} <= set(WELTEN_GOALS)


def played(explain: bool) -> tuple[Replay, list[TurnReason]]:
    setup = Setup.of("welten", {"scenario": SKIRMISH}, 4)
    with BotMatch(Match(setup), seat_bots(["warlord-quick", "recruit"], setup), explain=explain) as contest:
        contest.play()
    return Replay.of(contest.match, reasons=contest.reasons), contest.reasons


def test_a_match_keeps_the_plan_of_every_phase_and_the_reasons_of_its_orders() -> None:
    replay, reasons = played(explain=True)
    assert {reason.seat for reason in reasons} == {0}
    given = {mark.turn: said[0] for mark, said in replay.log.turns()}
    plans = {plan.name for plan in PLANS[Side.ELDOIN]}
    told = {reason.turn: reason.goal for reason in reasons}
    before = "end"
    for turn, said in given.items():
        if said.seat == 0:
            assert (told.get(turn) in plans) == (before == "end")
            assert turn in told or said.order == "end"
        before = said.order if said.seat == 0 else "end"
    assert all(sentence("welten", reason) for reason in reasons)
    assert Replay.decode(replay.encode()).reasons == tuple(reasons)
    assert played(explain=False)[1] == []


def test_the_timeline_of_a_replay_carries_the_reasons() -> None:
    replay, reasons = played(explain=True)
    recorder = Renderer().recorder(replay, None)
    seen = []
    for match in (replay.at(turn) for turn in range(6)):
        recorder.see(match)
        seen += [(match.turn, why.seat, why.goal) for why in recorder.frame(match).reasons]
    assert seen == [(why.turn, why.seat, why.goal) for why in reasons if why.turn < 6]
    assert Renderer().timeline(replay, None, replay.at(0)).explained == (0,)
