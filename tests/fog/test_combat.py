"""The combat table, row by row: own tile, empty land, enemy tile, city and tower; more attackers than defenders or not.

In these boards every general grows by one at the end of the turn, and nothing else does.
"""

from __future__ import annotations

import pytest

from duskfall.errors import Refusal
from duskfall.fog import CapturedCity, CapturedGeneral, CapturedTower, Eliminated, Ended, March, Marched
from tests.boards import after, draw, field, play, tidy

FULL = 2**31 - 1


def test_all_armies_but_one_leave_a_tile() -> None:
    assert after("A9 . . B1", {0: "0>1"}) == "A2 a8 . B2"


@pytest.mark.parametrize(
    ("armies", "stay", "leave"), [(2, 1, 1), (3, 2, 1), (4, 2, 2), (5, 3, 2), (9, 5, 4), (10, 5, 5)]
)
def test_half_is_rounded_down_and_the_rest_stays(armies: int, stay: int, leave: int) -> None:
    assert after(f"A1 a{armies} . B1", {0: "1>2/2"}) == f"A2 a{stay} a{leave} B2"


def test_two_armies_are_enough_to_march() -> None:
    assert after("A1 a2 . B1", {0: "1>2"}) == "A2 a1 a1 B2"


@pytest.mark.parametrize("armies", [0, 1])
@pytest.mark.parametrize("half", ["", "/2"])
def test_fewer_than_two_armies_cannot_march(armies: int, half: str) -> None:
    game = field(f"A1 a{armies} . B1")
    events = play(game, {0: f"1>2{half}"})
    assert events == [Marched(0, March.parse(f"1>2{half}"), Refusal.TOO_FEW)]
    assert draw(game) == f"A2 a{armies} . B2"


# Own tile.


@pytest.mark.parametrize(("march", "result"), [("1>2", "A2 a1 a11 B2"), ("1>2/2", "A2 a4 a8 B2")])
def test_armies_add_up_on_an_own_tile(march: str, result: str) -> None:
    assert after("A1 a7 a5 B1", {0: march}) == result


def test_armies_add_up_on_an_own_city_tower_and_general() -> None:
    assert after("A5 a7 +a3 B1", {0: "1>2"}) == "A6 a1 +a10 B2"
    assert after("A5 a7 !a3 B1", {0: "1>2"}) == "A6 a1 !a9 B2"
    assert after("A5 a7 . B1", {0: "1>0"}) == "A12 a1 . B2"


# Empty land.


@pytest.mark.parametrize(
    ("garrison", "march", "result"),
    [
        ("", "1>2", "a1 a6"),
        ("5", "1>2", "a1 a1"),
        ("6", "1>2", "a1 .6"),
        ("7", "1>2", "a1 .7"),
        ("2", "1>2/2", "a4 a1"),
        ("3", "1>2/2", "a4 .3"),
        ("4", "1>2/2", "a4 .4"),
    ],
)
def test_empty_land_is_taken_by_more_and_keeps_its_garrison_against_as_many_or_fewer(
    garrison: str, march: str, result: str
) -> None:
    assert after(f"A1 a7 .{garrison} B1", {0: march}) == f"A2 {result} B2"


@pytest.mark.parametrize("sign", ["+", "!"])
def test_a_structure_that_lost_its_holder_is_fought_as_empty_land(sign: str) -> None:
    growth = sign == "+"
    taken = field(f"A1 a7 {sign}.5 B1")
    assert play(taken, {0: "1>2"}) == [Marched(0, March(1, 2), None)], "no second 'captured' event"
    assert draw(taken) == f"A2 a1 {sign}a{1 + growth} B2"
    assert after(f"A1 a7 {sign}.6 B1", {0: "1>2"}) == f"A2 a1 {sign}.6 B2"


# Enemy tiles.


@pytest.mark.parametrize(
    ("defenders", "march", "result"),
    [
        (0, "1>2", "a1 a6"),
        (5, "1>2", "a1 a1"),
        (6, "1>2", "a1 b0"),
        (9, "1>2", "a1 b3"),
        (2, "1>2/2", "a4 a1"),
        (3, "1>2/2", "a4 b0"),
        (4, "1>2/2", "a4 b1"),
    ],
)
def test_an_enemy_tile_is_taken_by_more_and_loses_as_many_as_attacked_otherwise(
    defenders: int, march: str, result: str
) -> None:
    assert after(f"A1 a7 b{defenders} B1", {0: march}) == f"A2 {result} B2"


@pytest.mark.parametrize(("sign", "growth"), [("+", 1), ("!", 0)])
def test_a_held_structure_is_fought_as_an_enemy_tile_and_keeps_its_identity_without_an_event(
    sign: str, growth: int
) -> None:
    taken = field(f"A1 a7 {sign}b5 B1")
    assert play(taken, {0: "1>2"}) == [Marched(0, March(1, 2), None)]
    assert draw(taken) == f"A2 a1 {sign}a{1 + growth} B2"
    assert after(f"A1 a7 {sign}b6 B1", {0: "1>2"}) == f"A2 a1 {sign}b{growth} B2"


def test_taking_a_general_eliminates_its_player_and_the_captor_keeps_the_tile_whole() -> None:
    game = field("A1 a9 B3 b7 . C1")
    events = play(game, {0: "1>2"})
    assert events == [Marched(0, March(1, 2), None), CapturedGeneral(0, 2, of=1), Eliminated(1)]
    assert draw(game) == "A2 a1 a5 .3 . C2"


def test_a_general_that_held_against_as_many_is_left_with_0_and_alive() -> None:
    game = field("A1 a4 B3 . C1")
    assert play(game, {0: "1>2"}) == [Marched(0, March(1, 2), None)]
    assert draw(game) == "A2 a1 B1 . C2", "0 after the fight, then it grows"
    assert game.view(1).alive == (True, True, True)


def test_a_general_on_0_is_taken_by_the_next_single_army_in_the_same_turn() -> None:
    # Turn 3 of three players begins with seat 0, then comes seat 2 through seat 1.
    game = field("A1 a4 B3 c2 C1", turn=2)
    events = play(game, {0: "1>2", 2: "3>2"})
    assert list(events)[2:] == [CapturedGeneral(2, 2, of=1), Eliminated(1)]
    assert draw(game) == "A2 a1 c1 c1 C2"


def test_a_general_drawn_on_0_is_alive_and_taken_by_one() -> None:
    assert after("A1 a2 B0 . C1", {0: "1>2"}) == "A2 a1 a1 . C2"
    assert after("A1 a2 B0 . C1", {}) == "A2 a2 B1 . C2"


# Cities.


@pytest.mark.parametrize(
    ("city", "march", "result"),
    [
        ("+5", "1>2", "a1 +a2"),
        ("+6", "1>2", "a1 +0"),
        ("+40", "1>2", "a1 +34"),
        ("+0", "1>2", "a1 +a7"),
        ("+2", "1>2/2", "a4 +a2"),
        ("+3", "1>2/2", "a4 +0"),
        ("+4", "1>2/2", "a4 +1"),
    ],
)
def test_a_city_is_taken_by_more_then_grows_and_is_worn_down_to_0_but_stays_a_city(
    city: str, march: str, result: str
) -> None:
    game = field(f"A1 a7 {city} B1")
    events = play(game, {0: march})
    assert draw(game) == f"A2 {result} B2"
    assert (CapturedCity(0, 2) in events) == ("+a" in result)


def test_a_city_on_0_is_taken_by_one_army() -> None:
    game = field("A1 a7 +6 B1 \n a2 . . .")
    play(game, {0: "1>2"})
    assert draw(game) == tidy("A2 a1 +0 B2 \n a2 . . .")
    play(game, {0: "4>5"})
    play(game, {})
    assert game.view(None).terrain[2] == -6
    assert after("A1 a2 +0 B1", {0: "1>2"}) == "A2 a1 +a2 B2"


# Towers.


@pytest.mark.parametrize(
    ("tower", "march", "result"),
    [
        ("!5", "1>2", "a1 !a1"),
        ("!6", "1>2", "a1 !0"),
        ("!25", "1>2", "a1 !19"),
        ("!0", "1>2", "a1 !a6"),
        ("!2", "1>2/2", "a4 !a1"),
        ("!3", "1>2/2", "a4 !0"),
        ("!4", "1>2/2", "a4 !1"),
    ],
)
def test_a_tower_is_taken_by_more_than_its_defence_and_is_worn_down_but_stays_a_tower(
    tower: str, march: str, result: str
) -> None:
    game = field(f"A1 a7 {tower} B1")
    events = play(game, {0: march})
    assert draw(game) == f"A2 {result} B2"
    assert (CapturedTower(0, 2) in events) == ("!a" in result)


def test_the_defence_of_a_taken_tower_is_0_for_good() -> None:
    game = field("A1 a9 !4 b20 B1 . C1")
    play(game, {0: "1>2"})
    assert draw(game) == "A2 a1 !a4 b20 B2 . C2"
    play(game, {1: "3>2"})
    assert draw(game) == "A3 a1 !b15 b1 B3 . C3"
    play(game, {1: "surrender"})
    assert draw(game) == "A4 a1 !.7 . .1 . C4"
    assert not game.view(None).defence.any()


def test_a_tower_has_defence_and_no_armies_until_it_is_taken() -> None:
    view = field("A1 !25 +40 B1").view(None)
    assert view.armies.tolist() == [1, 0, 40, 1]
    assert view.defence.tolist() == [0, 25, 0, 0]


# Mountains, and numbers at their end.


def test_nobody_enters_a_mountain() -> None:
    game = field("A7 ^ . B1")
    assert play(game, {0: "0>1"}) == [Marched(0, March(0, 1), Refusal.MOUNTAIN)]
    assert draw(game) == "A8 ^ . B2"


def test_armies_that_add_up_saturate_at_the_largest_32_bit_number() -> None:
    assert after(f"A1 a{FULL} a5 B1", {0: "1>2"}) == f"A2 a1 a{FULL} B2"
    assert after(f"A1 a{FULL} a{FULL} B1", {0: "1>2"}) == f"A2 a1 a{FULL} B2"
    assert after(f"A1 a{FULL} a1 B1", {0: "1>2"}) == f"A2 a1 a{FULL} B2"
    assert after(f"A1 a{FULL} a1 B1", {0: "1>2/2"}) == f"A2 a{(FULL + 1) // 2} a{FULL // 2 + 1} B2"


@pytest.mark.parametrize("turn", [0, 24])
def test_growth_saturates_too(turn: int) -> None:
    land = 1 if turn == 24 else 0
    text = f"A{FULL} +a{FULL} +a{FULL - 1} a{FULL} a1 B1"
    assert after(text, {}, turn=turn) == f"A{FULL} +a{FULL} +a{FULL} a{FULL} a{1 + land} B2"


def test_the_sums_in_scores_do_not_saturate() -> None:
    game = field(f"A{FULL} a{FULL} a{FULL} B1")
    assert game.view(1).scores[0].armies == 3 * FULL
    play(game, {})
    assert game.view(1).scores[0].armies == 3 * FULL
    play(game, {0: "1>2"})
    assert game.view(1).scores[0].armies == 2 * FULL + 1


def test_the_largest_armies_fight_to_the_last() -> None:
    assert after(f"A1 a{FULL} b{FULL} B1", {0: "1>2"}) == "A2 a1 b1 B2"
    assert after(f"A1 a{FULL} b{FULL - 2} B1", {0: "1>2"}) == "A2 a1 a1 B2"


def test_marches_run_in_all_four_directions() -> None:
    board = ". . . \n . A9 . \n . . B1"
    assert after(board, {0: "4>1"}) == tidy(". a8 . \n . A2 . \n . . B2")
    assert after(board, {0: "4>7"}) == tidy(". . . \n . A2 . \n . a8 B2")
    assert after(board, {0: "4>3"}) == tidy(". . . \n a8 A2 . \n . . B2")
    assert after(board, {0: "4>5"}) == tidy(". . . \n . A2 a8 \n . . B2")


def test_taking_the_last_enemy_general_ends_the_game() -> None:
    game = field("A9 B1 b5")
    events = play(game, {0: "0>1"})
    assert game.outcome is not None
    # Seat 1 is asked first in turn 1 and has nothing queued; its general stands at 1 when it is attacked.
    assert list(events) == [
        Marched(0, March(0, 1), None),
        CapturedGeneral(0, 1, of=1),
        Eliminated(1),
        Ended(game.outcome),
    ]
    assert draw(game) == "A2 a7 .2", "the turn is played to its end: the general grew"
