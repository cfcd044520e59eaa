"""The course of a game: states, undo, draws, endings, and starting anywhere."""

from __future__ import annotations

from dataclasses import replace

import pytest

from duskfall.errors import IllegalOrder, Refusal, Refused
from duskfall.welten import (
    GUIDE,
    ORIGINAL,
    Clock,
    Draw,
    DrawOffered,
    End,
    Game,
    MovePath,
    MoveTo,
    Outcome,
    Over,
    Phase,
    Reason,
    Resign,
    Rules,
    Side,
    Situation,
    StateBegan,
    Undo,
    opening,
)
from tests.welten.boards import draw, drawing, field, refusal

BOTH = pytest.mark.parametrize("rules", [GUIDE, ORIGINAL], ids=lambda rules: rules.name)
E, D = Side.ELDOIN, Side.DAILOR


# States


@BOTH
def test_a_round_has_six_states_in_this_order(rules: Rules) -> None:
    game = field("S . a", rules).game
    states = [game.view().state]
    events = game.play(*["end"] * 6)
    assert [type(event) for event in events] == [StateBegan] * 6
    states += [
        event.phase * 2 + event.player + 1 for event in events if isinstance(event, StateBegan) and event.rounds == 0
    ]
    assert states == [1, 2, 3, 4, 5, 6]
    assert (game.view().state, game.rounds) == (1, 1)


@BOTH
def test_leaving_state_six_gives_full_movement_to_everybody(rules: Rules) -> None:
    board = field("S . a R", rules, b={"S": 0, "a": 1, "R": 2})
    board.play(*["end"] * 6)
    assert [board.b(name) for name in "SaR"] == [10, 10, 15]


@BOTH
def test_full_movement_comes_only_when_state_six_is_left(rules: Rules) -> None:
    board = field("S . a", rules)
    for expected in (10, 10, 1, 1, 1, 1):
        assert board.b("S") == expected
        board.play("end")


@BOTH
def test_after_fifteen_rounds_eldoin_has_won(rules: Rules) -> None:
    board = field("S . a", rules, rounds=14, b={"S": 3})
    events = board.play(*["end"] * 6)
    assert events[-1] == Over(Outcome(E, Reason.ROUNDS))
    assert (board.game.phase, board.game.player, board.game.rounds) == (Phase.GATES, D, 15)
    assert board.b("S") == 10
    assert refusal(board, "undo") is Refusal.GAME_OVER


@BOTH
def test_a_whole_game_of_nothing_has_ninety_states(rules: Rules) -> None:
    game = field("S . a", rules).game
    count = 0
    while game.outcome is None:
        game.play("end")
        count += 1
    assert count == 90


@BOTH
def test_orders_of_the_side_that_does_not_play_are_refused(rules: Rules) -> None:
    game = field("S . a", rules).game
    for order in (End(), Undo(), MovePath(2, "L"), MoveTo(2, 1, 0)):
        with pytest.raises(IllegalOrder) as refused:
            game.advance({D: [order]})
        assert refused.value.code is Refusal.NOT_YOUR_TURN


@BOTH
def test_a_unit_must_exist_live_and_be_ones_own(rules: Rules) -> None:
    board = field("S . a", rules)
    with pytest.raises(IllegalOrder) as refused:
        board.game.play("move 99 path R")
    assert refused.value.code is Refusal.NO_UNIT
    assert refusal(board, "move a path L") is Refusal.NOT_YOURS


@pytest.mark.parametrize("seat", [-1, 2])
def test_there_are_two_seats(seat: int) -> None:
    game = field("S . a").game
    for ask in (game.legal, game.view, game.threats, lambda seat: game.advance({seat: [End()]})):
        with pytest.raises(Refused, match="0 is Eldoin and 1 is Dailor"):
            ask(seat)


# Undo


@BOTH
def test_undo_takes_back_moves_to_the_start_of_the_state(rules: Rules) -> None:
    board = field("S . . .\nB f s a", rules)
    digests = [board.game.digest()]
    for order in ("move S path RR", "move B 1,1", "move S 3,0"):
        board.play(order)
        digests.append(board.game.digest())
    assert len(set(digests)) == 4
    for before in reversed(digests[:-1]):
        board.play("undo")
        assert board.game.digest() == before
    assert str(board) == drawing("S . . .\nB f s a")
    assert refusal(board, "undo") is Refusal.NOTHING_TO_UNDO


@BOTH
def test_undo_takes_back_gate_toggles(rules: Rules) -> None:
    board = field("G0 f1 S", rules, Phase.GATES)
    before = board.game.digest()
    board.play("gate 1", "gate 0", "gate 1")
    board.play("undo", "undo", "undo")
    assert board.game.digest() == before
    assert str(board) == "G f S"


@BOTH
def test_an_ended_state_is_final(rules: Rules) -> None:
    board = field("S . a", rules)
    board.play("move S path R", "end")
    assert refusal(board, "undo") is Refusal.NOTHING_TO_UNDO


@BOTH
def test_an_attack_is_final(rules: Rules) -> None:
    board = field("S a", rules, Phase.ATTACK)
    board.play("attack S 1,0")
    assert refusal(board, "undo") is Refusal.NOTHING_TO_UNDO


def test_a_won_game_is_final() -> None:
    board = field(". a", ORIGINAL, player=D)
    board.play("move a path L")
    assert refusal(board, "undo") is Refusal.GAME_OVER


@BOTH
def test_the_digest_holds_no_history(rules: Rules) -> None:
    one, other = (field("S . .\n. . a", rules) for _ in range(2))
    one.play("move S path RD", "move S path U")
    other.play("move S path R", "undo", "move S path DR", "move S path U")
    assert one.game.digest() == other.game.digest()


# Draws, resignation, clock


@BOTH
def test_a_draw_is_offered_and_accepted(rules: Rules) -> None:
    game = field("S . a", rules).game
    assert game.advance({E: [Draw()]}) == [DrawOffered(E)]
    assert game.view().offers == {E}
    assert game.advance({D: [Draw()]}) == [Over(Outcome(None, Reason.DRAW))]
    assert game.outcome == Outcome(None, Reason.DRAW)


@BOTH
def test_an_offer_stands_until_the_other_side_ends_a_state(rules: Rules) -> None:
    game = field("S . a", rules).game
    game.advance({E: [Draw()]})
    game.play("end")  # Eldoin's own end does not withdraw it
    assert game.view().offers == {E}
    game.play("end")
    assert game.view().offers == frozenset()
    game.advance({D: [Draw()]})
    assert game.outcome is None


@BOTH
def test_an_offer_can_be_made_out_of_turn_and_only_once_at_a_time(rules: Rules) -> None:
    game = field("S . a", rules).game
    game.advance({D: [Draw()]})
    with pytest.raises(IllegalOrder) as refused:
        game.advance({D: [Draw()]})
    assert refused.value.code is Refusal.OFFER_STANDS
    assert Draw() not in game.legal(D).others
    game.play("end")
    game.advance({D: [Draw()]})


@BOTH
def test_an_offer_is_part_of_the_state_and_survives_a_move_and_its_undo(rules: Rules) -> None:
    board = field("S . a", rules)
    quiet = board.game.digest()
    board.play("draw")
    offered = board.game.digest()
    assert offered != quiet
    board.play("move S path R", "undo")
    assert board.game.digest() == offered


@BOTH
@pytest.mark.parametrize("seat", list(Side))
def test_either_side_may_resign_at_any_time(rules: Rules, seat: Side) -> None:
    game = field("S . a", rules).game
    assert Resign() in game.legal(seat).others
    assert game.advance({seat: [Resign()]}) == [Over(Outcome(seat.other, Reason.RESIGN))]


@BOTH
@pytest.mark.parametrize("seat", list(Side))
def test_a_side_whose_time_runs_out_has_lost(rules: Rules, seat: Side) -> None:
    game = field("S . a", rules).game
    assert game.advance({seat: [Clock()]}) == [Over(Outcome(seat.other, Reason.CLOCK))]
    assert game.outcome is not None
    assert game.outcome.places == ((2, 1) if seat is E else (1, 2))


# Orders given together


@BOTH
def test_orders_given_together_happen_all_or_not_at_all(rules: Rules) -> None:
    game = field("S . . a", rules).game
    before = game.digest()
    with pytest.raises(IllegalOrder):
        game.advance({E: [MovePath(0, "R"), End(), MovePath(0, "R")]})
    assert game.digest() == before
    assert Undo() not in game.legal(E).others
    game.advance({E: [MovePath(0, "R"), End()], D: [MovePath(1, "L"), End()]})
    assert game.view().state == 3


def test_a_clone_goes_its_own_way() -> None:
    board = field("S . . a")
    board.play("move S path R")
    twin = board.game.clone()
    assert twin.digest() == board.game.digest()
    twin.play("undo", "end")
    assert twin.digest() != board.game.digest()
    board.play("undo")
    assert str(board) == "S . . a"


def test_different_rules_land_or_roster_have_different_digests() -> None:
    games = [
        field("S . a", GUIDE),
        field("S . a", ORIGINAL),
        field("S f a"),
        field("S . b"),
        field("S . a", border=1),
        field("S G0 a"),
        field("S G a"),
        field("S . a", ORIGINAL, cycle=[0] * 256),
        field("S . a", v={"S": 3}),
        field("S . a", b={"S": 3}),
        field("S . a", rounds=2),
        field("S . a", attacks=2),
        field("S . a", player=D),
    ]
    assert len({board.game.digest() for board in games}) == len(games)


def test_the_seed_is_no_part_of_the_digest() -> None:
    assert field("S . a", seed=1).game.digest() == field("S . a", seed=2).game.digest()


# Starting anywhere


@BOTH
def test_a_game_starts_again_from_any_situation(rules: Rules) -> None:
    board = field("S . G0 . a\nB . a . .", rules, Phase.ATTACK, v={"a": 1})
    board.play("attack B 4,0", "end", "draw")
    again = Game(board.game.scenario, rules, situation=board.game.situation)
    assert again.digest() == board.game.digest()
    assert again.situation == board.game.situation


START = opening(draw("S G0 a\n~ K~ ^"))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"rounds": 15}, "15 rounds: are no part of a running game"),
        ({"rounds": -1}, "no part of a running game"),
        ({"attacks": -1}, "cannot have been made"),
        ({"gates": ()}, "0 gates: the scenario has 1"),
        ({"units": START.units[1:]}, "types are not those of the scenario"),
        ({"terrain": START.terrain[1:]}, "is not 33 rows of 3 tiles"),
        ({"terrain": (b"\x69\x60\x69", *START.terrain[1:])}, r"tile 1,0: the code \$60 is no terrain"),
    ],
)
def test_an_impossible_situation_is_refused(change: dict[str, object], reason: str) -> None:
    wrong: Situation = replace(START, **change)  # type: ignore[arg-type]  # each row changes another field
    with pytest.raises(Refused, match=reason):
        Game(draw("S G0 a\n~ K~ ^"), situation=wrong)


@pytest.mark.parametrize(
    ("unit", "change", "reason"),
    [
        (0, {"x": 3}, "unit 0: 3,0 is not on the map"),
        (0, {"x": 2}, "unit 1: stands at 2,0 as unit 0 does"),
        (0, {"v": 0}, "V=0; Sword bearers have 1 to 16"),
        (0, {"v": 17}, "V=17"),
        (0, {"b": 11}, "B=11; 0 to 10 are possible"),
        (0, {"b": -1}, "B=-1"),
        (0, {"x": 2, "y": 1}, "may not stand on Mountains"),
        (2, {"x": 0, "y": 0}, "Warship may not stand on Meadow"),
        (3, {"alive": False}, "Feldherr: is destroyed, so the game is over"),
        (1, {"alive": False}, "Dailor: has no unit left, so the game is over"),
    ],
)
def test_an_impossible_unit_is_refused(unit: int, change: dict[str, int], reason: str) -> None:
    units = list(START.units)
    units[unit] = units[unit]._replace(**change)  # type: ignore[arg-type]  # each row changes another field
    with pytest.raises(Refused, match=reason):
        Game(draw("S G0 a\n~ K~ ^"), situation=replace(START, units=tuple(units)))


def test_more_than_a_token_is_refused_outside_the_movement_phase() -> None:
    with pytest.raises(Refused, match="B=10; 0 to 1 are possible"):
        Game(draw("S G0 a\n~ K~ ^"), situation=replace(START, phase=Phase.GATES))


def test_a_unit_may_stand_anywhere_on_a_gate_position() -> None:
    board = field("S#0 . a")
    assert str(board) == "S# . a"


# What is seen


@BOTH
def test_the_view_gives_units_in_order_and_the_terrain_beneath(rules: Rules) -> None:
    view = field("Sf . a\nF G0 ~", rules, border=2).game.view(E)
    assert view.units == ((0, 0, 0, 16, 10, True), (10, 2, 0, 16, 10, True), (6, 0, 1, 16, 10, True))
    assert view.terrain == (b"\x6c\x69\x69", b"\x69\x6f\x6b")
    assert view.gates == ((1, 1, E, True),)
    assert (view.seat, view.rules, view.rounds, view.player, view.phase) == (E, rules.name, 0, E, Phase.MOVEMENT)


@BOTH
def test_every_legal_order_can_be_given_by_its_number(rules: Rules) -> None:
    for phase in Phase:
        board = field("S . a\nF G0 b", rules, phase)
        legal = board.game.legal(E)
        orders = list(legal)
        assert len(orders) == len(legal) == len(set(orders))
        for order in orders:
            twin = board.game.clone()
            twin.advance({E: [order]})
        with pytest.raises(Refused, match="counted from 0"):
            legal.order(len(legal))


@BOTH
def test_units_with_work_left_are_named(rules: Rules) -> None:
    board = field("S . a\n^ ^ ^\nF ^ ^", rules)
    assert board.game.legal(E).units == (board.unit("S"),)
    board.play("end", "end")
    assert board.game.legal(E).units == ()


@BOTH
def test_who_does_not_play_may_still_offer_a_draw_and_resign(rules: Rules) -> None:
    legal = field("S . a", rules).game.legal(D)
    assert list(legal) == [Draw(), Resign()]


@BOTH
def test_reach_can_be_asked_for_any_living_unit(rules: Rules) -> None:
    game = field("S . a F", rules).game
    assert set(game.reach([1]).ways(1)) == {(1, 0)}
    with pytest.raises(Refused, match="no such living unit"):
        game.reach([7])


@BOTH
def test_who_asks_for_a_unit_that_is_not_there_is_refused(rules: Rules) -> None:
    game = field("S . a", rules).game
    for ask in (lambda: game.legal(0, [77]), lambda: game.legal(1, [-1]), lambda: game.reach([77])):
        with pytest.raises(Refused, match="there is no such living unit") as refused:
            ask()
        assert refused.value.code is Refusal.NO_UNIT


def test_games_and_what_is_legal_tell_what_they_are() -> None:
    game = field("S . a", GUIDE).game
    assert repr(game) == f"<Game {game.scenario.name}, guide rules, 0 rounds played: Eldoin, movement phase>"
    assert repr(game.legal(D)) == "<Legal Dailor: 0 moves, 0 attacks, 0 gates, draw, resign>"
    game.play("resign")
    assert repr(game).endswith(f"played: {game.outcome}>")


def test_a_unit_without_points_is_told_so_on_any_path() -> None:
    board = field("S . . . . . . . . . . . .", ORIGINAL)
    number = board.unit("S")
    board.game.play(f"move {number} path {'R' * 10}")
    assert board.game.view().units[number].b == 0
    with pytest.raises(IllegalOrder, match="the unit has no points left") as refused:
        board.game.play(f"move {number} path R")
    assert refused.value.code is Refusal.NO_POINTS
