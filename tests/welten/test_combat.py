"""Attacks on units and structures."""

from __future__ import annotations

import pytest

from duskfall.errors import Refusal
from duskfall.welten import (
    GUIDE,
    ORIGINAL,
    UNIT_TYPES,
    Broken,
    Destroyed,
    Hit,
    Phase,
    Reason,
    Rules,
    Side,
    Terrain,
    UnitType,
)
from tests.welten.boards import UNITS, field, refusal

BOTH = pytest.mark.parametrize("rules", [GUIDE, ORIGINAL], ids=lambda rules: rules.name)
NOT_BREAKERS = [unit for unit in UNIT_TYPES if not unit.breaks_gates]


@BOTH
def test_damage_is_a_and_the_modifier_and_v_falls_by_it(rules: Rules) -> None:
    for seed in range(20):
        board = field("S a", rules, Phase.ATTACK, seed=seed)
        event = board.play("attack S 1,0")[0]
        assert isinstance(event, Hit)
        assert event.damage == 4 + event.modifier
        assert event.v == board.v("a") == 16 - event.damage


@BOTH
@pytest.mark.parametrize("v", [1, 4])
def test_a_unit_whose_v_falls_to_zero_or_below_is_destroyed_and_counts_zero(rules: Rules, v: int) -> None:
    board = field("S af . a", rules, Phase.ATTACK, v={"a": v})
    events = board.play("attack S 1,0")
    assert [type(event) for event in events] == [Hit, Destroyed]
    assert str(board) == "S f . a"
    unit = board.game.view().units[board.unit("a")]
    assert (unit.alive, unit.v, unit.b, unit.x, unit.y) == (False, 0, 0, -1, -1)


@BOTH
def test_a_v_of_exactly_zero_is_destroyed_and_one_is_not(rules: Rules) -> None:
    for v, alive in ((4, False), (5, True)):
        board = field("S a . a", rules, Phase.ATTACK, v={"a": v}, seed=2)
        event = board.play("attack S 1,0")[0]
        assert isinstance(event, Hit)
        assert event.damage == 4  # the first die of this seed adds nothing
        assert board.game.view().units[board.unit("a")].alive is alive


@BOTH
def test_a_destroyed_unit_neither_moves_nor_is_hit_nor_blocks(rules: Rules) -> None:
    board = field("S a . a", rules, Phase.ATTACK, v={"a": 1}, player=Side.ELDOIN)
    board.play("attack S 1,0")
    assert refusal(board, "attack S 1,0") is Refusal.ATTACK_SPENT
    board.play("end")
    assert refusal(board, "attack a 0,0") is Refusal.NO_UNIT
    board.play("end", "end", "end", "move S path R")
    assert str(board) == ". S . a"


@BOTH
def test_an_attack_spends_the_token_and_nothing_else_does(rules: Rules) -> None:
    board = field("S a B .", rules, Phase.ATTACK)
    board.play("attack S 1,0")
    assert (board.b("S"), board.b("B"), board.b("a")) == (0, 1, 1)
    assert refusal(board, "attack S 1,0") is Refusal.ATTACK_SPENT
    assert board.targets("S") == set()


@BOTH
def test_entering_each_attack_state_gives_everybody_of_both_sides_a_token(rules: Rules) -> None:
    board = field("S . a R", rules, b={"S": 0, "a": 7, "R": 3})
    board.play("end", "end")
    assert [board.b(name) for name in "SaR"] == [1, 1, 1]
    board.play("attack R 2,0")
    assert board.b("R") == 0
    board.play("end")
    assert [board.b(name) for name in "SaR"] == [1, 1, 1]


@BOTH
def test_what_attackers_spent_stays_spent_through_the_gate_phase(rules: Rules) -> None:
    board = field("S . a R", rules, Phase.ATTACK, Side.DAILOR)
    board.play("attack a 3,0", "end")
    assert [board.b(name) for name in "SaR"] == [1, 0, 1]
    board.play("end")
    assert [board.b(name) for name in "SaR"] == [1, 0, 1]
    board.play("end")
    assert [board.b(name) for name in "SaR"] == [10, 10, 15]


@BOTH
def test_a_refused_attempt_keeps_the_token_and_rolls_no_die(rules: Rules) -> None:
    board = field("S B # . a\nF . . . .", rules, Phase.ATTACK)
    attempts = {"4,0": Refusal.TOO_FAR, "1,0": Refusal.NO_TARGET, "0,1": Refusal.NO_TARGET, "9,9": Refusal.OFF_MAP}
    for place, code in attempts.items():
        assert refusal(board, f"attack S {place}") is code
    assert refusal(board, "attack B 2,0") is Refusal.NO_TARGET  # archers break no walls
    assert refusal(board, "attack B 3,0") is Refusal.NO_TARGET  # nothing there
    assert refusal(board, "attack a 3,0") is Refusal.NOT_YOURS
    assert (board.b("S"), board.b("B"), board.game.situation.attacks) == (1, 1, 0)


@BOTH
def test_there_is_no_counter_attack_no_line_of_sight_and_no_cover(rules: Rules) -> None:
    board = field("B ^ # ^ af", rules, Phase.ATTACK, seed=3)
    event = board.play("attack B 4,0")[0]
    assert isinstance(event, Hit)
    assert event.v == 16 - 5 - event.modifier
    assert board.v("B") == 12


@BOTH
def test_nothing_heals(rules: Rules) -> None:
    board = field("S . . a", rules, v={"S": 3, "a": 5})
    board.play(*["end"] * 12)
    assert (board.v("S"), board.v("a")) == (3, 5)


@BOTH
def test_the_fall_of_eldoins_feldherr_wins_for_dailor(rules: Rules) -> None:
    board = field("F a S", rules, Phase.ATTACK, Side.DAILOR, v={"F": 1})
    board.play("attack a 0,0")
    outcome = board.game.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (Side.DAILOR, Reason.COMMANDER)
    assert board.b("a") == 0  # the winning attack spends the token too
    assert (board.game.phase, board.game.player) == (Phase.ATTACK, Side.DAILOR)
    assert refusal(board, "end") is Refusal.GAME_OVER
    assert not board.game.legal(Side.DAILOR)


@BOTH
def test_dailors_feldherr_is_an_ordinary_unit(rules: Rules) -> None:
    board = field("F h a", rules, Phase.ATTACK, v={"h": 1})
    board.play("attack F 1,0")
    assert board.game.outcome is None


@BOTH
def test_the_last_unit_of_dailor_destroyed_wins_for_eldoin(rules: Rules) -> None:
    board = field("F a . S", rules, Phase.ATTACK, v={"a": 1})
    board.play("attack F 1,0")
    outcome = board.game.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (Side.ELDOIN, Reason.ANNIHILATION)


# Structures


@BOTH
@pytest.mark.parametrize(("unit", "hits"), [("k", {(0, 0), (2, 0)}), ("l", {(0, 0), (2, 0)}), ("r", {(0, 0)})])
def test_catapult_and_wyrm_break_gates_and_walls_and_the_ram_gates(
    rules: Rules, unit: str, hits: set[tuple[int, int]]
) -> None:
    board = field(f"G0 {unit} #", rules, Phase.ATTACK, Side.DAILOR)
    assert board.targets(unit) == hits
    event = board.play(f"attack {unit} 0,0")[0]
    assert event == Broken(board.unit(unit), event.at, 0x6F, 0)  # type: ignore[union-attr]  # it is a Broken
    assert str(board) == f"_ {unit} #"
    assert board.b(unit) == 0
    assert board.game.situation.attacks == 0  # no chance was drawn
    assert board.game.view().gates[0].live is False


@BOTH
@pytest.mark.parametrize("kind", NOT_BREAKERS, ids=lambda kind: kind.english)
def test_nobody_else_breaks_anything(rules: Rules, kind: UnitType) -> None:
    letter = UNITS[kind.number]
    sign = "~" if kind.sails else "."
    board = field(f"G0 {letter}{sign} #", rules, Phase.ATTACK, kind.side)
    assert board.targets(letter) == set()
    assert refusal(board, f"attack {letter} 0,0") is Refusal.NO_TARGET


@BOTH
def test_a_structure_out_of_range_is_refused(rules: Rules) -> None:
    board = field("G0 . r", rules, Phase.ATTACK, Side.DAILOR)
    assert refusal(board, "attack r 0,0") is Refusal.TOO_FAR


@BOTH
def test_an_enemy_on_a_structure_is_the_target_instead(rules: Rules) -> None:
    board = field("SG0 k .", rules, Phase.ATTACK, Side.DAILOR)
    event = board.play("attack k 0,0")[0]
    assert isinstance(event, Hit)
    assert str(board) == "SG k ."
    assert board.game.view().gates[0].live is True


@BOTH
def test_an_own_unit_on_a_structure_makes_the_attempt_refused(rules: Rules) -> None:
    board = field("vG0 k .", rules, Phase.ATTACK, Side.DAILOR)
    assert refusal(board, "attack k 0,0") is Refusal.NO_TARGET
    assert board.targets("k") == set()


@BOTH
def test_attacks_belong_to_the_attack_phase_and_moves_to_the_movement_phase(rules: Rules) -> None:
    assert refusal(field("S a", rules), "attack S 1,0") is Refusal.WRONG_PHASE
    assert refusal(field("S a .", rules, Phase.ATTACK), "move S path R") is Refusal.WRONG_PHASE
    assert refusal(field("S a G0", rules), "gate 0") is Refusal.WRONG_PHASE


# Odds


def test_odds_are_the_frequencies_of_the_modifier_table() -> None:
    board = field("S a", GUIDE, Phase.ATTACK, v={"a": 7})
    (target,) = board.game.legal(Side.ELDOIN).targets(board.unit("S"))
    assert [(c.probability, c.modifier, c.damage, c.v) for c in target.chances] == [
        (0.125, 0, 4, 3),
        (0.25, 1, 5, 2),
        (0.25, 2, 6, 1),
        (0.25, 3, 7, 0),
        (0.125, 4, 8, 0),
    ]
    assert target.destroyed == 0.375
    assert (target.unit, target.structure) == (board.unit("a"), None)


def test_odds_of_a_cycle_are_its_frequencies_and_never_tell_the_next_one() -> None:
    cycle = [0] * 64 + [7] * 192
    odds = []
    for attacks in (0, 100):
        board = field("S a", ORIGINAL, Phase.ATTACK, cycle=cycle, attacks=attacks)
        (target,) = board.game.legal(Side.ELDOIN).targets(board.unit("S"))
        odds.append([(chance.probability, chance.modifier) for chance in target.chances])
    assert odds == [[(0.25, 0), (0.75, 4)]] * 2


def test_a_structure_falls_without_odds() -> None:
    board = field("G0 k #", GUIDE, Phase.ATTACK, Side.DAILOR)
    targets = board.game.legal(Side.DAILOR).targets(board.unit("k"))
    assert [(t.unit, t.structure, t.chances, t.destroyed) for t in targets] == [
        (None, Terrain.GATE, (), 1.0),
        (None, Terrain.WALL, (), 1.0),
    ]


@pytest.mark.parametrize(
    ("rules", "shape"),
    [(GUIDE, [". x .", "x S x", ". x ."]), (ORIGINAL, ["x x x", "x S x", "x x x"])],
    ids=lambda part: part.name if isinstance(part, Rules) else "",
)
def test_the_range_of_a_sword_bearer_is_four_tiles_in_guide_and_eight_in_original(
    rules: Rules, shape: list[str]
) -> None:
    board = field(". . .\n. S .\n. . a", rules, Phase.ATTACK)
    inside = {(x, y) for y, row in enumerate(shape) for x, sign in enumerate(row.split()) if sign == "x"}
    assert set(board.game.range_of(board.unit("S"))) == inside


@BOTH
def test_what_stands_in_range_can_be_attacked_and_nothing_else(rules: Rules) -> None:
    board = field(
        "\n".join([". a . . a . a a"] * 4 + ["A . a . . . . a"] + [". . a . a . a ."] * 6), rules, Phase.ATTACK
    )
    archer = board.unit("A")
    inside = set(board.game.range_of(archer))
    units = board.game.view().units
    hit = {target.unit for target in board.game.legal(Side.ELDOIN).targets(archer)}
    assert hit == {number for number, unit in enumerate(units) if number != archer and (unit.x, unit.y) in inside}
