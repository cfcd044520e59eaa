"""The threat map against a plain count."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duskfall.welten import GUIDE, ORIGINAL, UNIT_TYPES, Game, Phase, Rules, Scenario, Side
from duskfall.welten.rules import Reach
from tests.welten.boards import field
from tests.welten.test_movement import crowded_lands, plain_reach

E, D = Side.ELDOIN, Side.DAILOR
BOTH = pytest.mark.parametrize("rules", [GUIDE, ORIGINAL], ids=lambda rules: rules.name)


def plain_threats(game: Game, seat: Side, moving: bool) -> tuple[list[list[int]], list[list[int]]]:
    """How many enemies of a seat hit each tile, and the sum of their A."""
    scenario = game.scenario
    count = [[0] * scenario.width for _ in range(scenario.height)]
    damage = [[0] * scenario.width for _ in range(scenario.height)]
    for number, unit in enumerate(game.view().units):
        kind = UNIT_TYPES[unit.type]
        if kind.side is seat or not unit.alive:
            continue
        places = {(unit.x, unit.y)} | (set(plain_reach(game, number)) if moving else set())
        limit = kind.range**2 if game.rules.reach is Reach.EXACT else (kind.range + 1) ** 2 - 1
        for y in range(scenario.height):
            for x in range(scenario.width):
                if any((x - a) ** 2 + (y - b) ** 2 <= limit for a, b in places):
                    count[y][x] += 1
                    damage[y][x] += kind.attack
    return count, damage


@given(crowded_lands(), st.sampled_from([GUIDE, ORIGINAL]), st.sampled_from(list(Side)))
def test_threats_are_what_a_plain_count_finds(scenario: Scenario, rules: Rules, seat: Side) -> None:
    game = Game(scenario, rules)
    for state in range(1, 5):
        # Dailor moves in state 2 and attacks in 4, Eldoin moves in 1 and attacks in 3. What follows upon an attack is
        # the movement of the next round, which the plain search with today's points does not know.
        moving = state <= (2 if seat.other is D else 1)
        if state <= (4 if seat.other is D else 3):
            count, damage = plain_threats(game, seat, moving)
            threats = game.threats(seat)
            assert threats.count.tolist() == count
            assert threats.least.tolist() == damage
            assert np.array_equal(threats.most, threats.least + 4 * threats.count)
        game.play("end")


@BOTH
def test_an_enemy_that_has_yet_to_move_threatens_from_all_it_can_reach(rules: Rules) -> None:
    board = field("F . . . . . a", rules)
    row = board.game.threats(E).count[0].tolist()
    assert row == [1] * 7
    board.play("end", "end")  # Dailor has moved; its attack is to come
    row = board.game.threats(E).count[0].tolist()
    assert row == [0] * 5 + [1, 1]


@BOTH
def test_an_enemy_that_has_struck_threatens_from_where_it_will_go_next_round(rules: Rules) -> None:
    board = field("F . S a . . a", rules, Phase.ATTACK, D)
    assert board.game.threats(E).count[0].tolist() == [0, 0, 1, 1, 1, 1, 1]
    board.play("attack a 2,0")
    assert board.game.threats(E).count[0].tolist() == [0, 0, 1, 1, 1, 2, 2]
    board.play("end")  # the gate phase: both will move before they attack
    assert board.game.threats(E).count[0].tolist() == [0, 0, 1, 2, 2, 2, 2]


@BOTH
def test_movement_spent_this_state_counts_no_more(rules: Rules) -> None:
    board = field("F . . . . . . a", rules, player=D, b={"a": 1})
    assert board.game.threats(E).count[0].tolist() == [0] * 5 + [1, 1, 1]


def test_the_value_is_a_to_a_plus_four() -> None:
    threats = field("F . . l", phase=Phase.ATTACK, player=D).game.threats(E)
    assert threats.least[0].tolist() == [0, 30, 30, 30]
    assert threats.most[0].tolist() == [0, 34, 34, 34]


@given(crowded_lands(), st.sampled_from([GUIDE, ORIGINAL]))
def test_the_next_attacks_of_all_enemies_are_the_threats(scenario: Scenario, rules: Rules) -> None:
    game = Game(scenario, rules)
    for _ in range(6):
        for seat in Side:
            count = np.zeros((scenario.height, scenario.width), int)
            for number, unit in enumerate(game.view().units):
                if unit.alive and UNIT_TYPES[unit.type].side is not seat:
                    for x, y in game.next_attack(number).hits:
                        count[y, x] += 1
            assert np.array_equal(count, game.threats(seat).count)
        game.play("end")


@BOTH
def test_a_unit_that_has_yet_to_move_reaches_tiles_before_its_next_attack_and_hits_from_there(rules: Rules) -> None:
    board = field("F . . ^ a .", rules)
    following = board.game.next_attack(1)
    assert {tuple(tile) for tile in following.reach} == {(5, 0)}
    assert {tuple(tile) for tile in following.hits} >= {(3, 0), (5, 0)}
    board.play("end", "end")  # Dailor has moved; its attack is to come
    assert board.game.next_attack(1).reach == ()


def test_the_expected_modifier_is_the_mean_of_the_table() -> None:
    assert field("F . a").game.expected_modifier == 2.0
