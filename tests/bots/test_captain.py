"""The captain of Weltendämmerung on small boards, and the compiled playing-out that shares its policy."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest

from duskfall.bots import Deadline, SeatInfo, seat_bots
from duskfall.bots.welten.captain import CAPTAINS_PLAN, Captain
from duskfall.bots.welten.game_model import GameModel
from duskfall.bots.welten.policy.nearness import count_units, share_danger
from duskfall.bots.welten.policy.orders import orders_on
from duskfall.bots.welten.policy.playing import Playout
from duskfall.bots.welten.policy.scratch import scratch_for
from duskfall.play import Setup
from duskfall.welten import (
    GUIDE,
    ORIGINAL,
    RULE_SETS,
    Attack,
    End,
    Game,
    Gate,
    MoveTo,
    Phase,
    PlayerOrder,
    Rules,
    Side,
    View,
)
from duskfall.welten.board import REASON, Board
from duskfall.welten.rule_tables import rule_tables
from duskfall.welten.situation import layout_of, set_up, situation_on
from tests.counts import share
from tests.welten.boards import Field, field

ASKED = Deadline(deadline_ms=1000)
BOTH_RULES = pytest.mark.parametrize("rules", [GUIDE, ORIGINAL], ids=lambda rules: rules.name)


def game_of(setup: Setup) -> Game:
    return cast("Game", setup.start())


def board_of(game: Game) -> Board:
    return set_up(layout_of(game.scenario), game.situation)


def captains_orders(drawn: Field) -> list[PlayerOrder]:
    """What the captain orders on a drawing, which follows the moves."""
    board, tables = board_of(drawn.game), rule_tables(drawn.game.rules)
    orders = orders_on(board, tables, scratch_for(board, tables), CAPTAINS_PLAN)
    for order in orders:
        if isinstance(order, (MoveTo, Gate)):
            drawn.game.advance({drawn.game.player: [order]})
    return orders


def test_dailor_opens_its_gates_where_a_gate_is_shut() -> None:
    drawn = field("F . . G0 . a", ORIGINAL, Phase.GATES, Side.DAILOR, border=2)
    assert Gate(0) in captains_orders(drawn)


def test_dailor_leaves_its_gates_alone_where_a_gate_is_open() -> None:
    drawn = field("F . . G0 . a", GUIDE, Phase.GATES, Side.DAILOR, border=2)
    assert captains_orders(drawn) == [End()]


@pytest.mark.parametrize(("rules", "orders"), [(GUIDE, [Gate(0), End()]), (ORIGINAL, [End()])])
def test_eldoin_shuts_its_gates_in_the_terms_of_the_rules(rules: Rules, orders: list[PlayerOrder]) -> None:
    drawn = field("F . . G0 . a", rules, Phase.GATES, Side.ELDOIN)
    assert captains_orders(drawn) == orders


def test_dailor_steps_onto_the_west_edge_where_that_wins() -> None:
    drawn = field(
        """
        . . . . a . . . . .
        ^ ^ ^ ^ ^ ^ ^ ^ ^ F
        """,
        ORIGINAL,
        player=Side.DAILOR,
        border=0,
    )
    captains_orders(drawn)
    assert drawn.game.outcome is not None
    assert drawn.game.outcome.reason == "west_edge"


def test_eldoin_shoots_first_at_the_unit_that_may_reach_the_west_edge() -> None:
    art = ". . . . . v . . . . . . . B . . . . . . . l . ."
    at_the_edge = captains_orders(field(art, ORIGINAL, Phase.ATTACK))
    anywhere = captains_orders(field(art, GUIDE, Phase.ATTACK))
    assert at_the_edge == [Attack(1, 5, 0)]
    assert anywhere == [Attack(1, 21, 0)]


def test_walkers_go_around_a_wall_that_no_engine_can_break() -> None:
    # Straight on are five tiles, around the wall thirteen; the first round leads down, not to the wall.
    drawn = field(
        """
        F . # . . a
        . . # . . .
        . . # . . .
        . . . . . .
        """,
        player=Side.DAILOR,
        border=6,
        b={"a": 4},
    )
    captains_orders(drawn)
    unit = drawn.game.view().units[drawn.unit("a")]
    assert unit.y > 0


def test_engines_break_what_bars_the_way_and_not_their_own_sides_walls() -> None:
    drawn = field(
        """
        ^ ^ # ^ ^ ^ # ^ ^ ^ ^
        F . # . a k # a a a a
        ^ ^ # ^ ^ ^ # ^ ^ ^ ^
        """,
        phase=Phase.ATTACK,
        player=Side.DAILOR,
        border=5,
    )
    assert captains_orders(drawn)[0] == Attack(drawn.unit("k"), 2, 1)


def test_engines_spare_walls_that_are_in_nobodys_way() -> None:
    drawn = field(
        """
        F . . . . . . . . . . . . a k # .
        . . . . . . . . . . . . . . . # .
        """,
        phase=Phase.ATTACK,
        player=Side.DAILOR,
        border=17,
    )
    assert captains_orders(drawn) == [End()]


def test_units_do_not_crowd_at_a_gate_that_the_ram_has_yet_to_break() -> None:
    drawn = field(
        """
        ^ ^ ^ # . . . . . . . . . . . . . . . .
        F . . #0 . . . . . a a . . . . . . . . r
        ^ ^ ^ # . . . . . . . . . . . . . . . .
        """,
        player=Side.DAILOR,
        border=20,
    )
    captains_orders(drawn)
    units = drawn.game.view().units
    assert min(units[drawn.unit(name)].x for name in ("a", "a2")) > 6


def test_units_leave_room_for_the_ram_at_a_barred_gate() -> None:
    drawn = field(
        """
        ^ ^ ^ # ^ ^ ^ ^ ^ ^ ^ ^
        F . . #0 . . a a a a . r
        ^ ^ ^ # . . . . . . . .
        """,
        player=Side.DAILOR,
        border=12,
    )
    captains_orders(drawn)
    ram = drawn.game.view().units[drawn.unit("r")]
    assert (ram.x, ram.y) == (4, 1)


def test_an_engine_that_friends_hold_up_follows_when_they_have_gone() -> None:
    drawn = field(
        """
        ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^
        F . . . . . . . . . . . . . . . . . . . a a r .
        ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^
        """,
        player=Side.DAILOR,
        border=24,
    )
    captains_orders(drawn)
    assert drawn.game.view().units[drawn.unit("r")].x < 22


def test_friends_near_share_the_danger_of_a_tile() -> None:
    board = board_of(field(". . . . . . a a a . . . . . . . a . . .", player=Side.DAILOR).game)
    scratch = scratch_for(board, rule_tables(GUIDE))
    scratch.danger[:] = 6.0
    count_units(board, scratch, Side.DAILOR)
    share_danger(board, scratch, 0.5)
    crowded, lonely = (float(scratch.shared[board.stride + 1 + x]) for x in (7, 16))
    assert crowded < lonely < 6.0
    share_danger(board, scratch, 0.0)
    assert set(scratch.shared[board.stride + 1 : board.stride + 21].tolist()) == {6.0}


def test_eldoin_does_not_walk_into_the_arrows_of_many() -> None:
    drawn = field(
        """
        S . . . . . . . . . . . . . . . . . . . . . b
        . . . . . . . . . . . . . . . . . . . . . . b
        . . . . . . . . . . . . . . . . . . . . . . b
        """,
        b={"b": 0, "b2": 0, "b3": 0},
    )
    assert captains_orders(drawn) == [End()]


@BOTH_RULES
def test_the_feldherr_leaves_a_threatened_tile_for_a_safe_one(rules: Rules) -> None:
    drawn = field(
        """
        . . . . . . . . F . b
        """,
        rules,
        b={"b": 0},
    )
    captains_orders(drawn)
    assert drawn.game.view().units[drawn.unit("F")].x < 2


class Standing(Captain):
    """A captain that is told not to move."""

    def choose(self, view: View, deadline: Deadline) -> list[PlayerOrder]:
        """Returns the captain's orders without its moves."""
        return [order for order in super().choose(view, deadline) if not isinstance(order, MoveTo)]


def winner(rules: Rules, seed: int, eldoin: type[Captain], dailor: type[Captain]) -> Side | None:
    """Plays captains against each other; every order has to be legal."""
    setup = Setup.of("welten", {"rules": rules.name}, seed)
    bots = [kind(SeatInfo("welten", setup.options, seat, 2, seed)) for seat, kind in enumerate((eldoin, dailor))]
    game = game_of(setup)
    while (outcome := game.outcome) is None:
        seat = int(game.player)
        for order in bots[seat].choose(game.view(seat), ASKED):
            game.advance({seat: [order]})
            if game.outcome:
                break
    return outcome.winner


@BOTH_RULES
def test_a_captain_that_may_not_move_wins_no_more_than_one_that_may(rules: Rules) -> None:
    seeds = range(share(20))
    moving = sum(winner(rules, seed, Captain, Captain) is Side.ELDOIN for seed in seeds)
    standing = sum(winner(rules, seed, Standing, Captain) is Side.ELDOIN for seed in seeds)
    assert standing <= moving
    assert all(winner(rules, seed, Captain, Standing) is Side.ELDOIN for seed in seeds)


@BOTH_RULES
def test_the_policy_moves_as_the_rules_do(rules: Rules) -> None:
    game = game_of(Setup.of("welten", {"rules": rules.name}, 3))
    tables = rule_tables(RULE_SETS[rules.name])
    scratch = scratch_for(board_of(game), tables)
    for _ in range(12):
        board = board_of(game)
        orders = orders_on(board, tables, scratch, CAPTAINS_PLAN)
        done = [order for order in orders if not isinstance(order, End)]
        game.advance({game.player: done})
        if game.phase is not Phase.ATTACK:
            assert situation_on(board) == game.situation
        game.advance({game.player: [End()]})


@BOTH_RULES
def test_a_game_is_played_out_to_its_end_and_the_same_number_gives_the_same_one(rules: Rules) -> None:
    setup = Setup.of("welten", {"rules": rules.name}, 0)
    model = GameModel(SeatInfo("welten", setup.options, 0, 2, 7))
    start = model.board(setup.start().view(0))
    kept = start.block.copy()
    first = Playout(model, 7).play(start, CAPTAINS_PLAN, 1).block.copy()
    playout = Playout(model, 7)
    other = playout.play(start, CAPTAINS_PLAN, 2).block.copy()
    again = playout.play(start, CAPTAINS_PLAN, 1)
    assert again.facts[REASON] != 0
    assert np.array_equal(again.block, first)
    assert not np.array_equal(other, first)
    assert np.array_equal(start.block, kept)


def test_the_captain_gives_the_same_orders_for_the_same_view() -> None:
    setup = Setup.of("welten", {}, seed=5)
    view = setup.start().view(0)
    answers = [seat_bots(["captain", "captain"], setup)[0].choose(view, ASKED) for _ in range(2)]
    assert answers[0] == answers[1]
