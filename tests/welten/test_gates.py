"""The gate phase."""

from __future__ import annotations

import pytest

from duskfall.errors import Refusal
from duskfall.welten import GUIDE, ORIGINAL, Hit, Phase, Rules, Side
from tests.welten.boards import field, refusal

BOTH = pytest.mark.parametrize("rules", [GUIDE, ORIGINAL], ids=lambda rules: rules.name)


@BOTH
@pytest.mark.parametrize("sign", [".", ",", "~", "f", "s", "_", "^", "#", "%", "E"])
@pytest.mark.parametrize("player", list(Side))
def test_any_other_terrain_on_a_position_becomes_a_gate(rules: Rules, sign: str, player: Side) -> None:
    board = field(f"S {sign}0 a", rules, Phase.GATES, player, border=3 - 3 * player)
    board.play("gate 0")
    assert str(board) == "S G a"


@BOTH
def test_a_player_toggles_only_on_its_own_side_of_the_border(rules: Rules) -> None:
    board = field("G0 . G1 .", rules, Phase.GATES, border=2)
    assert board.game.legal(Side.ELDOIN).gates == (0,)
    assert refusal(board, "gate 1") is Refusal.NOT_YOURS
    board.play("gate 0", "end")
    assert board.game.legal(Side.DAILOR).gates == (1,)
    assert refusal(board, "gate 0") is Refusal.NOT_YOURS
    board.play("gate 1")
    assert str(board).split()[2] == "."


@BOTH
def test_a_position_can_be_toggled_any_number_of_times(rules: Rules) -> None:
    board = field("G0 S", rules, Phase.GATES)
    before = board.game.digest()
    for _ in range(4):
        board.play("gate 0", "gate 0")
        assert board.game.digest() == before


@BOTH
def test_there_are_as_many_gates_as_the_scenario_has(rules: Rules) -> None:
    board = field("G0 G1 S", rules, Phase.GATES)
    assert refusal(board, "gate 2") is Refusal.OUT_OF_RANGE


@BOTH
def test_a_dead_position_stays_dead(rules: Rules) -> None:
    board = field("_0 G1 S", rules, Phase.GATES, gates=(False, True))
    assert board.game.legal(Side.ELDOIN).gates == (1,)
    assert refusal(board, "gate 0") is Refusal.GATE_DEAD


@BOTH
@pytest.mark.parametrize("unit", ["S", "a", "A", "v"])
def test_the_ground_under_a_unit_changes_and_the_unit_is_unharmed(rules: Rules, unit: str) -> None:
    board = field(f". {unit}G0 .", rules, Phase.GATES)
    before = board.game.view().units[board.unit(unit)]
    board.play("gate 0")
    assert str(board) == f". {unit}{'#' if rules is GUIDE else '_'} ."
    assert board.game.view().units[board.unit(unit)] == before


@BOTH
def test_a_unit_on_a_changed_position_fights_is_attacked_and_walks_off(rules: Rules) -> None:
    board = field("S#0 a .", rules, Phase.ATTACK)
    assert isinstance(board.play("attack S 1,0")[0], Hit)
    board.play("end")
    assert isinstance(board.play("attack a 0,0")[0], Hit)
    assert str(board) == "S# a ."
    away = field("S#0 . a", rules)
    away.play("move S path R")
    assert str(away) == "# S a"
    assert refusal(away, "move S path L") is Refusal.NO_ENTRY


def test_in_guide_a_gate_lets_walkers_of_both_sides_through_until_it_is_walled_up() -> None:
    board = field("S G0 .\n^ ^ ^\n. a .")
    board.play("move S path RR")
    dailor = field("a G0 .", player=Side.DAILOR, border=3)
    dailor.play("move a path RR")
    closed = field("S G0 . a", phase=Phase.GATES)
    closed.play("gate 0", "end", "end")
    assert closed.reach("S") == set()


def test_in_original_a_gate_is_shut_until_it_is_opened() -> None:
    board = field("S G0 . a", ORIGINAL)
    assert board.reach("S") == set()
    board.play("end", "end", "end", "end", "gate 0", "end", "end")
    assert board.reach("S") == {(1, 0), (2, 0)}


@BOTH
def test_a_gate_broken_in_battle_is_never_rebuilt(rules: Rules) -> None:
    board = field("G0 r . F", rules, Phase.ATTACK, Side.DAILOR, border=4)
    board.play("attack r 0,0", "end")
    assert refusal(board, "gate 0") is Refusal.GATE_DEAD
    assert str(board) == "_ r . F"
