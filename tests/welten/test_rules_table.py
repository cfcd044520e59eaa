"""Every row of the table that tells the two rule sets apart, drawn in both of them."""

from __future__ import annotations

import pytest

from duskfall.errors import IllegalOrder, Refusal, UnknownName
from duskfall.welten import GUIDE, ORIGINAL, Game, Hit, Phase, Reason, Rules, Side, rules_named
from tests.welten.boards import draw, drawing, field, refusal

BOTH = pytest.mark.parametrize("rules", [GUIDE, ORIGINAL], ids=lambda rules: rules.name)


# Movement cost is that of the tile entered / the tile left


def test_guide_charges_the_tile_that_is_entered() -> None:
    board = field("S f . .", GUIDE)
    board.play("move S path R")
    assert board.b("S") == 10 - 2
    board.play("move S path R")
    assert board.b("S") == 8 - 1


def test_original_charges_the_tile_that_is_left() -> None:
    board = field("S f . .", ORIGINAL)
    board.play("move S path R")
    assert board.b("S") == 10 - 1
    board.play("move S path R")
    assert board.b("S") == 9 - 2


# Points needed: the full cost / any point, the rest is forgiven


def test_guide_needs_the_full_cost() -> None:
    board = field("S s .", GUIDE, b={"S": 2})
    assert refusal(board, "move S path R") is Refusal.NO_POINTS
    assert board.reach("S") == set()
    assert str(board) == "S s ."


def test_original_needs_one_point_and_clamps_at_zero() -> None:
    board = field("Ss . .", ORIGINAL, b={"S": 2})
    board.play("move S path R")
    assert board.b("S") == 0
    assert str(board) == "s S ."
    assert refusal(board, "move S path R") is Refusal.NO_POINTS


def test_original_reaches_a_tile_if_a_neighbour_is_reached_with_a_point_left() -> None:
    board = field("S s . .", ORIGINAL, b={"S": 2})
    assert board.reach("S") == {(1, 0), (2, 0)}  # one point to leave the meadow, the last one to leave the swamp


# Walkers into mountain, wall, gate


@pytest.mark.parametrize(("rules", "gate"), [(GUIDE, True), (ORIGINAL, False)])
@pytest.mark.parametrize("walker", ["S", "R", "F"])
def test_walkers_never_enter_mountains_or_walls_and_gates_only_in_guide(rules: Rules, gate: bool, walker: str) -> None:
    board = field(f"^ {walker} #\n_ G _", rules)
    assert ((1, 1) in board.reach(walker)) is gate
    assert not {(0, 0), (2, 0)} & board.reach(walker)
    for step in "LR":
        assert refusal(board, f"move {walker} path {step}") is Refusal.NO_ENTRY
    if gate:
        board.play(f"move {walker} path D")
        assert board.b(walker) == (15 if walker == "R" else 10) - 1
    else:
        assert refusal(board, f"move {walker} path D") is Refusal.NO_ENTRY


@BOTH
@pytest.mark.parametrize(("flyer", "player"), [("A", Side.ELDOIN), ("v", Side.DAILOR)])
def test_flyers_pay_one_everywhere_and_cross_everything(rules: Rules, flyer: str, player: Side) -> None:
    board = field(f"{flyer} ^ # G ~ f s", rules, player=player)
    if player is Side.DAILOR:
        board.play(f"move {flyer} path RRRRRR")
    else:
        board.play(f"move {flyer} 6,0")
    assert board.b(flyer) == 12 - 6


@BOTH
def test_ships_enter_river_only(rules: Rules) -> None:
    board = field("f ~ _\n~ K~ G\n. ~ E", rules)
    assert board.reach("K") == {(1, 0), (0, 1), (1, 2)}


# End tiles


@pytest.mark.parametrize("unit", ["S", "A"])
def test_in_guide_nobody_enters_an_end_tile(unit: str) -> None:
    board = field(f"{unit} E .", GUIDE)
    assert (1, 0) not in board.reach(unit)
    assert refusal(board, f"move {unit} path R") is Refusal.NO_ENTRY


@pytest.mark.parametrize(("unit", "points"), [("S", 10), ("A", 12)])
def test_in_original_all_but_ships_cross_an_end_tile_at_cost_one(unit: str, points: int) -> None:
    board = field(f"{unit} E .", ORIGINAL)
    board.play(f"move {unit} path RR")
    assert board.b(unit) == points - 2
    assert board.game.phase is Phase.MOVEMENT


@BOTH
def test_a_walker_that_stands_on_an_end_tile_leaves_it_at_cost_one(rules: Rules) -> None:
    board = field("SE . .", rules)
    board.play("move S path R")
    assert board.b("S") == 9


# In range


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (GUIDE, {(2, 1), (1, 2), (3, 2), (2, 3)}),
        (ORIGINAL, {(1, 1), (2, 1), (3, 1), (1, 2), (3, 2), (1, 3), (2, 3), (3, 3)}),
    ],
)
def test_range_one_reaches_four_neighbours_in_guide_and_all_eight_in_original(
    rules: Rules, expected: set[tuple[int, int]]
) -> None:
    board = field(
        """
        a a a a a
        a a a a a
        a a S a a
        a a a a a
        a a a a a
        """,
        rules,
        phase=Phase.ATTACK,
    )
    assert board.targets("S") == expected


@pytest.mark.parametrize(("rules", "hits"), [(GUIDE, False), (ORIGINAL, True)])
def test_range_eight_reaches_eight_and_a_half_in_original_only(rules: Rules, hits: bool) -> None:
    board = field(
        "B . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .\n. . . . . . . . a", rules, phase=Phase.ATTACK
    )
    assert ((8, 3) in board.targets("B")) is hits  # 64 + 9 = 73, between 8² and 9²
    if not hits:
        assert refusal(board, "attack B 8,3") is Refusal.TOO_FAR
        assert board.b("B") == 1


@BOTH
def test_nothing_is_in_range_at_a_distance_of_r_plus_one(rules: Rules) -> None:
    board = field("S . a", rules, phase=Phase.ATTACK)
    assert refusal(board, "attack S 2,0") is Refusal.TOO_FAR


# Modifier index


def hits(rules: Rules, cycle: list[int] | None, seed: int = 0, attacks: int = 0) -> list[Hit]:
    """Three attacks in a row, with a structure between the first two."""
    board = field(
        "b S . . .\nb . . . k\nb . . . #",
        rules,
        phase=Phase.ATTACK,
        player=Side.DAILOR,
        cycle=cycle,
        seed=seed,
        v={"S": 16},
        attacks=attacks,
    )
    events = board.play("attack b 1,0", "attack k 4,2")
    with pytest.raises(IllegalOrder):
        board.play("attack b2 4,0")
    events += board.play("attack b2 1,0")
    return [event for event in events if isinstance(event, Hit)]


CYCLE = [7, 0, 3, *[1] * 252, 5]


def test_original_walks_through_its_cycle_one_step_for_each_attack_on_a_unit() -> None:
    assert [(hit.index, hit.modifier, hit.damage) for hit in hits(ORIGINAL, CYCLE)] == [(7, 4, 9), (0, 0, 5)]


def test_the_cycle_begins_again_after_256_attacks() -> None:
    assert [hit.index for hit in hits(ORIGINAL, CYCLE, attacks=255)] == [5, 7]
    assert [hit.index for hit in hits(ORIGINAL, CYCLE, attacks=512)] == [7, 0]


def test_guide_rolls_dice_even_on_a_scenario_with_a_cycle() -> None:
    rolled = [tuple(hit.index for hit in hits(GUIDE, CYCLE, seed)) for seed in range(20)]
    assert len(set(rolled)) > 10
    assert [tuple(hit.index for hit in hits(GUIDE, None, seed)) for seed in range(20)] == rolled


def test_original_without_a_cycle_rolls_dice_and_says_so() -> None:
    rolled = {tuple(hit.index for hit in hits(ORIGINAL, None, seed)) for seed in range(20)}
    assert len(rolled) > 10
    without, imported = field("F a", ORIGINAL), field("F a", ORIGINAL, cycle=CYCLE)
    assert (without.game.dice, imported.game.dice) == ("uniform", "cycle")
    assert (without.game.view().dice, imported.game.view().dice) == ("uniform", "cycle")


def test_every_index_of_the_dice_is_about_equally_frequent() -> None:
    counts = [0] * 8
    for seed in range(800):
        counts[hits(GUIDE, None, seed)[0].index] += 1
    assert all(60 <= count <= 140 for count in counts)


def test_the_modifier_follows_from_its_index() -> None:
    seen = {hit.index: hit.modifier for seed in range(200) for hit in hits(GUIDE, None, seed)}
    assert [seen[index] for index in range(8)] == [0, 1, 1, 2, 2, 3, 3, 4]


# Eldoin's gate becomes


@pytest.mark.parametrize(("rules", "closed"), [(GUIDE, "#"), (ORIGINAL, "_")])
def test_eldoins_gate_becomes_wall_in_guide_and_pavement_in_original(rules: Rules, closed: str) -> None:
    board = field("S G0 .", rules, phase=Phase.GATES)
    board.play("gate 0")
    assert str(board) == f"S {closed} ."
    board.play("gate 0")
    assert str(board) == "S G ."


@BOTH
def test_dailors_gate_becomes_meadow(rules: Rules) -> None:
    board = field("a G0 .", rules, phase=Phase.GATES, player=Side.DAILOR, border=0)
    board.play("gate 0")
    assert str(board) == "a . ."
    board.play("gate 0")
    assert str(board) == "a G ."


# Walls that fall


@pytest.mark.parametrize(("rules", "falls"), [(GUIDE, True), (ORIGINAL, False)])
@pytest.mark.parametrize("unit", ["k", "l"])
def test_the_lasting_wall_falls_in_guide_only(rules: Rules, falls: bool, unit: str) -> None:
    board = field(f"# {unit} %", rules, phase=Phase.ATTACK, player=Side.DAILOR)
    assert board.targets(unit) == ({(0, 0), (2, 0)} if falls else {(0, 0)})
    if falls:
        board.play(f"attack {unit} 2,0")
        assert str(board) == f"# {unit} _"
    else:
        assert refusal(board, f"attack {unit} 2,0") is Refusal.NO_TARGET
        assert board.b(unit) == 1
        board.play(f"attack {unit} 0,0")
        assert str(board) == f"_ {unit} %"


# Gates that fall


@pytest.mark.parametrize("unit", ["k", "l", "r"])
@pytest.mark.parametrize(
    ("rules", "falling"),
    [(GUIDE, {(0, 1), (1, 0), (2, 1)}), (ORIGINAL, {(0, 1)})],
)
def test_in_original_only_gates_on_live_positions_of_the_west_fall(
    rules: Rules, falling: set[tuple[int, int]], unit: str
) -> None:
    # a position in the west, a gate that is no position, and a position in the east
    board = field(f". G .\nG0 {unit} G1\n. . .", rules, phase=Phase.ATTACK, player=Side.DAILOR, border=1)
    assert board.targets(unit) == falling
    dead = field(
        f". G .\nG0 {unit} G1\n. . .", rules, phase=Phase.ATTACK, player=Side.DAILOR, border=1, gates=(False, True)
    )
    assert dead.targets(unit) == (falling if rules is GUIDE else set())


# A wall on a live gate position


@pytest.mark.parametrize(("rules", "falls"), [(GUIDE, True), (ORIGINAL, False)])
def test_the_ram_breaks_a_wall_on_a_live_position_in_guide_only(rules: Rules, falls: bool) -> None:
    board = field("# r #0", rules, phase=Phase.ATTACK, player=Side.DAILOR)
    assert board.targets("r") == ({(2, 0)} if falls else set())
    assert refusal(board, "attack r 0,0") is Refusal.NO_TARGET
    dead = field("# r #0", rules, phase=Phase.ATTACK, player=Side.DAILOR, gates=(False,))
    assert dead.targets("r") == set()


@BOTH
def test_a_wall_that_falls_on_a_gate_position_makes_it_dead(rules: Rules) -> None:
    board = field("F k #0", rules, phase=Phase.ATTACK, player=Side.DAILOR)
    board.play("attack k 2,0", "end")
    assert board.game.view().gates[0].live is False
    assert refusal(board, "gate 0") is Refusal.GATE_DEAD


# Dailor wins at x=0


@pytest.mark.parametrize(("unit", "path"), [("a", "LLL"), ("v", "LLLUU")])
def test_in_original_a_step_onto_the_west_edge_wins_at_once(unit: str, path: str) -> None:
    board = field(f". . .\n. . .\n. . {unit}", ORIGINAL, player=Side.DAILOR)
    board.play(f"move {unit} path {path}")
    outcome = board.game.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (Side.DAILOR, Reason.WEST_EDGE)
    assert str(board) == drawing(f". . .\n. . .\n{unit} . .")


def test_in_original_no_way_of_dailor_goes_on_from_the_west_edge() -> None:
    board = field(". ^ .\n. # .\n. . a", ORIGINAL, player=Side.DAILOR)
    assert board.reach("a") == {(0, 2), (1, 2), (2, 1), (2, 0)}


def test_in_original_eldoin_walks_along_the_west_edge() -> None:
    board = field(". ^ .\n. # .\n. . S", ORIGINAL)
    board.play("move S 0,0")
    assert board.game.outcome is None


def test_in_original_dailor_wins_only_by_a_step() -> None:
    board = field("a . .", ORIGINAL, player=Side.DAILOR)
    board.play("move a path R", "end")
    assert board.game.outcome is None


def test_in_guide_the_west_edge_is_ordinary_ground() -> None:
    board = field(". ^ .\n. # .\n. . a", GUIDE, player=Side.DAILOR)
    board.play("move a 0,0")
    assert board.game.outcome is None
    assert str(board) == drawing("a ^ .\n. # .\n. . .")


def test_the_two_sets_are_known_by_name() -> None:
    assert rules_named("original") is ORIGINAL
    with pytest.raises(UnknownName, match="did you mean 'guide'"):
        rules_named("giude")


@BOTH
def test_any_rule_set_plays_on_any_scenario(rules: Rules) -> None:
    game = Game(draw("SE E % G0 #1 ."), rules)
    game.play(*["end"] * 6)
    assert game.rounds == 1
