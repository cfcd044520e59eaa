"""What a seat sees, what it remembers, and what it is told."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from duskfall.fog import (
    CapturedCity,
    CapturedGeneral,
    CapturedTower,
    Eliminated,
    Ended,
    Event,
    Game,
    Marched,
    Options,
    Position,
    Score,
)
from tests.boards import draw, field, play, tidy
from tests.counts import share
from tests.fog.oracle import hides
from tests.fog.random_games import chance

# In sight.


def test_a_seat_sees_its_own_tiles_and_their_four_neighbours() -> None:
    game = field("""
        . . . . .
        . . . . .
        . . A1 a1 .
        . . . . .
        . . . . B1
    """)
    assert draw(game, 0) == tidy("""
        ~ ~ ~ ~ ~
        ~ ~ . . ~
        ~ . A1 a1 .
        ~ ~ . . ~
        ~ ~ ~ ~ ~
    """)


def test_sight_does_not_reach_round_the_edge_of_the_board() -> None:
    game = field(". . A1 \n . . . \n . . . \n B1 . .")
    assert draw(game, 0) == tidy("~ . A1 \n ~ ~ . \n ~ ~ ~ \n ~ ~ ~")


def test_a_general_adds_no_radius() -> None:
    lone, land = field(". . . . . A1 . . . . . B1"), field(". . . . . a1 . . A1 . . B1")
    assert draw(lone, 0) == "~ ~ ~ ~ . A1 . ~ ~ ~ ~ ~"
    assert draw(land, 0) == "~ ~ ~ ~ . a1 . . A1 . ~ ~"


def test_an_owned_city_sees_a_disc_of_radius_2() -> None:
    game = field("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . +a1 . . .
        . . . . . . .
        . . . . . . .
        A1 . . . . . B1
    """)
    assert draw(game, 0) == tidy("""
        ~ ~ ~ ~ ~ ~ ~
        ~ ~ ~ . ~ ~ ~
        ~ ~ . . . ~ ~
        ~ . . +a1 . . ~
        ~ ~ . . . ~ ~
        . ~ ~ . ~ ~ ~
        A1 . ~ ~ ~ ~ ~
    """)


def test_an_owned_tower_sees_a_disc_of_radius_3() -> None:
    game = field("""
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . !a1 . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        A1 . . . . . . . B1
    """)
    assert draw(game, 0) == tidy("""
        ~ ~ ~ ~ ~ ~ ~ ~ ~
        ~ ~ ~ ~ . ~ ~ ~ ~
        ~ ~ . . . . . ~ ~
        ~ ~ . . . . . ~ ~
        ~ . . . !a1 . . . ~
        ~ ~ . . . . . ~ ~
        ~ ~ . . . . . ~ ~
        . ~ ~ ~ . ~ ~ ~ ~
        A1 . ~ ~ ~ ~ ~ ~ ~
    """)


def test_structures_that_nobody_or_another_holds_add_nothing() -> None:
    game = field("A1 +4 . . . . !b2 . . B1 . . +.3 .")
    assert draw(game, 0) == "A1 +4 ~ ~ ~ ~ ? ~ ~ ~ ~ ~ ? ~"


def test_a_mountain_hides_what_is_behind_it_in_a_disc_and_is_seen_itself() -> None:
    game = field("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . ^ !a1 . ^ .
        . . . . . . .
        . . . ^ . . .
        . . . . . . .
        A1 . . . . . B1
    """)
    assert draw(game, 0) == tidy("""
        ~ ~ ~ . ~ ~ ~
        ~ . . . . . ~
        ~ ~ . . . . ~
        ~ ~ ^ !a1 . ^ ~
        ~ ~ . . . . ~
        ~ . . ^ . . ~
        . ~ ~ ~ ~ ~ ~
        A1 . ~ ~ ~ ~ ~
    """)


def test_touching_a_corner_does_not_hide() -> None:
    # The lines to the tiles at (1, 1) and (2, 2) pass the corner between the two mountains.
    tower = field("""
        !a1 ^ . .
        ^ . . .
        . . . .
        A1 . . B1
    """)
    assert draw(tower, 0) == tidy("""
        !a1 ^ ~ ~
        ^ . ~ ~
        . ~ . ~
        A1 . ~ ~
    """)


def test_a_mountain_never_hides_an_own_tile_or_its_neighbours() -> None:
    game = field("""
        . a1 . . .
        . ^ . . .
        . +a1 . . .
        . . . . .
        A1 . . . B1
    """)
    assert draw(game, 0) == tidy("""
        . a1 . ~ ~
        . ^ . ~ ~
        . +a1 . . ~
        . . . ~ ~
        A1 . ~ ~ ~
    """)


SIDE = 9
CENTRE = SIDE // 2


def structure_game(sign: str, mountains: set[tuple[int, int]]) -> Game:
    """A structure of seat 0 in the middle of a board, with mountains at the given offsets."""
    rows = [["." for _ in range(SIDE)] for _ in range(SIDE)]
    rows[CENTRE][CENTRE] = f"{sign}a1"
    rows[0][0], rows[0][-1] = "A1", "B1"
    for down, right in mountains:
        rows[CENTRE + down][CENTRE + right] = "^"
    return field("\n".join(" ".join(row) for row in rows))


def disc_without_hidden(radius: int, mountains: set[tuple[int, int]]) -> set[int]:
    """The formula, evaluated for each tile of the disc."""
    return {
        (CENTRE + down) * SIDE + CENTRE + right
        for down in range(-radius, radius + 1)
        for right in range(-radius, radius + 1)
        if down**2 + right**2 <= radius**2 and not any(hides(mountain, (down, right)) for mountain in mountains)
    }


def assert_disc(sign: str, radius: int, mountains: set[tuple[int, int]]) -> None:
    expected = disc_without_hidden(radius, mountains) | {0, 1, SIDE}
    expected |= {CENTRE * SIDE + CENTRE + step for step in (0, 1, -1, SIDE, -SIDE)}
    seen = set(np.flatnonzero(structure_game(sign, mountains).view(0).visible).tolist())
    assert seen == expected, f"{sign} with mountains at {sorted(mountains)}"


AROUND = [(down, right) for down in range(-3, 4) for right in range(-3, 4) if (down, right) != (0, 0)]


def test_every_single_mountain_hides_what_the_formula_says() -> None:
    for place in AROUND:
        assert_disc("+", 2, {place})
        assert_disc("!", 3, {place})


def test_every_pair_of_mountains_hides_what_the_formula_says() -> None:
    pairs = list(combinations(AROUND, 2))
    for pair in chance("pairs", 0).sample(pairs, share(len(pairs))):
        assert_disc("!", 3, set(pair))
        assert_disc("+", 2, set(pair))


def test_any_mountains_hide_what_the_formula_says() -> None:
    for number in range(share(3_000)):
        dice = chance("mountains", number)
        mountains = {place for place in AROUND if dice.random() < 0.25}
        assert_disc("!", 3, mountains)
        assert_disc("+", 2, mountains)


@pytest.mark.parametrize(
    ("mountain", "hidden"),
    [
        ((1, 0), {(2, 0), (3, 0), (2, 1), (2, -1)}),
        ((1, 1), {(2, 2), (1, 2), (2, 1)}),
        ((2, 0), {(3, 0)}),
        ((2, 1), set()),
        ((3, 0), set()),
    ],
)
def test_what_one_mountain_hides_from_a_tower(mountain: tuple[int, int], hidden: set[tuple[int, int]]) -> None:
    # Worked out by hand from the line between the centres: (1,0) blocks (2,±1) since the line leaves it at its side,
    # not its corner; the line to (2,2) through (1,0) only touches a corner.
    whole = disc_without_hidden(3, set())
    expected = whole - {(CENTRE + down) * SIDE + CENTRE + right for down, right in hidden}
    seen = set(np.flatnonzero(structure_game("!", {mountain}).view(0).visible).tolist()) - {0, 1, SIDE}
    assert seen == expected


# Memory.


def test_a_discovered_tile_stays_as_last_seen() -> None:
    # Seat 0 holds a tile beside b5 and loses it; b5 grows richer out of sight.
    game = field("A1 . a1 b5 b9 . B1")
    assert draw(game, 0) == "A1 . a1 b5 ~ ~ ~"
    play(game, {1: "3>2"})
    assert draw(game) == "A2 . b3 b1 b9 . B2"
    assert draw(game, 0) == "A2 . b3 b5 ~ ~ ~", "b5 as it was at the end of the last turn it was seen"
    play(game, {1: "4>3"})
    assert draw(game, 0) == "A3 . b3 b5 ~ ~ ~", "frozen, never live"


def test_a_lost_tile_out_of_sight_is_shown_as_it_was_after_the_moves_before_growth() -> None:
    game = field("A1 . . a1 b5 B9", turn=24)
    play(game, {1: "4>3"})
    assert draw(game) == "A2 . . b4 b2 B10", "all land grew"
    assert draw(game, 0) == "A2 . . b3 b5 ~", "the lost tile with 3, before it grew; its neighbour as last seen"


def test_a_lost_city_is_shown_before_its_growth() -> None:
    game = field("A1 . . . +a1 b5 B9")
    play(game, {1: "5>4"})
    assert draw(game) == "A2 . . . +b4 b1 B10"
    assert draw(game, 0) == "A2 . . . +b3 b5 b9"
    play(game, {})
    assert draw(game, 0) == "A3 . . . +b3 b5 b9", "then frozen"


def test_a_lost_tile_in_sight_is_live() -> None:
    game = field("A9 a1 b5 B9", turn=24)
    play(game, {1: "2>1"})
    assert draw(game, 0) == "A10 b4 b5 ~", "b4 has grown; b5 is out of sight"


def test_a_tile_lost_twice_in_one_turn_shows_its_last_owner() -> None:
    # Turn 1 begins with seat 1, which takes the tile; seat 2 then takes it from seat 1.
    game = field("A1 . . a1 b5 B9 \n . . . c9 . . \n . . . . . C1")
    play(game, {1: "4>3", 2: "9>3"})
    assert game.view(0).terrain[3] == 2
    assert game.view(0).armies[3] == 8 - 3


def test_a_tile_won_and_lost_within_a_turn_is_remembered_as_at_the_end_of_the_last_turn() -> None:
    # Seat 0 begins turn 3, takes tile 3 from its tile 2, and loses it; then it loses tile 2 as well.
    game = field("A1 . a6 .1 b9 . B1 \n . . c9 . . . C1", turn=2)
    assert draw(game, 0) == tidy("A1 . a6 .1 ~ ~ ~ \n . ~ c9 ~ ~ ~ ~")
    play(game, {0: "2>3", 1: "4>3", 2: "9>2"})
    assert draw(game) == tidy("A2 . c7 b4 b1 . B2 \n . . c1 . . . C2")
    assert draw(game, 0) == tidy("A2 . c7 .1 ~ ~ ~ \n . ~ c9 ~ ~ ~ ~")


def test_what_was_visible_only_within_the_turn_is_not_discovered() -> None:
    # Seat 0 begins turn 2, takes tile 2 (beside the city at 3) and loses it again in the same turn.
    game = field("A1 a3 . +40 . B1 \n . . b9 . . .", turn=1)
    play(game, {0: "1>2", 1: "8>2"})
    assert draw(game) == tidy("A2 a1 b6 +40 . B2 \n . . b1 . . .")
    assert draw(game, 0) == tidy("A2 a1 b6 ? ~ ~ \n . . ~ ~ ~ ~")
    assert game.view(0).cities == ()


def test_a_tower_taken_and_lost_within_the_turn_discovers_nothing() -> None:
    game = field("A1 a9 !1 . . . B1 \n . . b19 . . . .", turn=1)
    events = play(game, {0: "1>2", 1: "9>2"})
    assert CapturedTower(0, 2) in events
    assert draw(game, 0) == tidy("A2 a1 !b11 ~ ~ ~ ~ \n . . ~ ~ ~ ~ ~")


def test_the_own_index_in_terrain_always_means_mine_now() -> None:
    game = field("A1 . a1 a1 b9 b9 . B1")
    play(game, {1: "4>3"})
    play(game, {1: "3>2"})
    view = game.view(0)
    assert np.flatnonzero(view.terrain == 0).tolist() == [0]


def test_the_defence_of_a_tower_is_frozen_out_of_sight() -> None:
    game = field("A1 . a1 !25 b9 B1 \n . . b9 . . .")
    assert draw(game, 0) == tidy("A1 . a1 !25 ~ ~ \n . ~ b9 ~ ~ ~")
    play(game, {1: "8>2"})
    play(game, {1: "4>3"})
    assert game.view(None).defence[3] == 17
    assert game.view(0).defence[3] == 25


def test_discovered_mountains_stay_discovered() -> None:
    game = field("A1 . a1 ^ . B1 \n . . b9 . . .")
    assert draw(game, 0) == tidy("A1 . a1 ^ ~ ~ \n . ~ b9 ~ ~ ~")
    play(game, {1: "8>2"})
    assert draw(game, 0) == tidy("A2 . b7 ^ ~ ~ \n . ~ b9 ~ ~ ~")


def test_the_eliminated_see_nothing_and_all_their_tiles_are_shown_as_lost() -> None:
    game = field("A9 B1 b8 . . +b6 . C1", turn=24)
    play(game, {0: "0>1"})
    assert draw(game) == "A2 a8 .4 . . +.3 . C2"
    assert draw(game, 1) == "a9 a7 .4 . . +.3 . c1", "its own as they were lost, before growth; the rest as last seen"
    assert not game.view(1).visible.any()
    play(game, {0: "1>2"})
    assert draw(game, 1) == "a9 a7 .4 . . +.3 . c1"


# Fog.


def test_never_seen_tiles_are_fog_or_obstacle_by_what_they_were_made_and_hide_all_numbers() -> None:
    game = field("A1 . . ^ +40 !25 +b3 !b3 +.2 !.2 b5 .7 B9")
    view = game.view(0)
    assert draw(game, 0) == "A1 . ~ ? ? ? ? ? ? ? ~ ~ ~"
    assert view.armies[2:].tolist() == [0] * 11
    assert view.defence[2:].tolist() == [0] * 11


def test_an_unseen_obstacle_stays_one_whoever_takes_it() -> None:
    game = field("A1 . . . +2 b9 B9 \n . . . . . . !2")
    assert draw(game, 0) == tidy("A1 . ~ ~ ? ~ ~ \n . ~ ~ ~ ~ ~ ?")
    play(game, {1: "5>4"})
    play(game, {1: "6>13"})
    assert game.view(None).terrain[[4, 13]].tolist() == [1, 1]
    assert draw(game, 0) == tidy("A3 . ~ ~ ? ~ ~ \n . ~ ~ ~ ~ ~ ?")


def test_an_unseen_general_is_never_an_obstacle() -> None:
    game = field("A1 . . . B1 . C1")
    assert draw(game, 0) == "A1 . ~ ~ ~ ~ ~"


# Lists.


def test_cities_and_towers_are_listed_in_order_of_discovery_and_ascending_within_a_turn() -> None:
    game = field("""
        +9 .   +9 .  !9
        .  a9  .  !9 .
        +9 A1  !9 .  .
        .  .   .  .  .
        !9 .   .  .  B1
    """)
    # At first only the neighbours of tiles 6 and 11.
    assert game.view(0).cities == (10,)
    assert game.view(0).towers == (12,)
    play(game, {0: "6>1"})
    assert game.view(0).cities == (10, 0, 2), "0 and 2 came into sight together"
    play(game, {0: "1>6"})
    play(game, {0: "6>7"})
    assert game.view(0).towers == (12, 8)


def test_one_tower_discovers_many_structures_at_once_in_ascending_order() -> None:
    game = field("""
        . . +1 . .
        . !1 . +1 .
        +1 a9 !1 +1 !1
        . +1 . !1 .
        A1 . +1 . B1
    """)
    play(game, {0: "11>12"})
    view = game.view(0)
    assert view.cities == (10, 16, 2, 8, 13, 22)
    assert view.towers == (6, 12, 14, 18)


def test_a_city_first_seen_in_someones_hands_is_listed_and_stays_listed() -> None:
    game = field("A1 a1 +b5 . B1")
    assert game.view(0).cities == (2,)
    play(game, {1: "2>1"})
    assert draw(game, 0) == "A2 b3 +b5 ~ ~"
    assert game.view(0).cities == (2,)
    play(game, {})
    assert game.view(0).cities == (2,)


def test_a_lost_and_rediscovered_structure_is_listed_once() -> None:
    game = field("A1 a3 +40 b1 B1 \n . b3 . . .")
    assert game.view(0).cities == (2,)
    play(game, {1: "6>1"})
    for _ in range(3):
        play(game, {})
    play(game, {0: "0>1"})
    assert game.view(0).visible[2]
    assert game.view(0).cities == (2,)


def test_the_whole_board_lists_every_city_and_tower() -> None:
    view = field("A1 !3 +4 !b1 +.1 B1").view(None)
    assert (view.cities, view.towers) == ((2, 4), (1, 3))
    assert view.visible.all()


# Generals and scores.


def test_other_generals_are_known_only_while_in_sight() -> None:
    game = field("A9 a1 B9 . C1")
    assert game.view(0).generals == (0, 2, -1)
    assert game.view(1).generals == (-1, 2, -1)
    assert game.view(2).generals == (-1, -1, 4)
    play(game, {1: "2>1"})
    assert game.view(0).generals == (0, -1, -1), "seen before, out of sight now"
    assert draw(game, 0) == "A10 b7 b9 ~ ~"
    assert game.view(1).generals == (0, 2, -1)


def test_a_dead_general_is_minus_1_for_all() -> None:
    game = field("A9 B1 . C1")
    play(game, {0: "0>1"})
    assert [game.view(seat).generals[1] for seat in (0, 1, 2)] == [-1, -1, -1]
    assert game.view(1).generals == (-1, -1, -1)


def test_scores_are_public_and_exact() -> None:
    game = field("A9 a5 . . . +b4 B7 . C2 c0")
    expected = (Score(2, 14), Score(2, 11), Score(2, 2))
    assert all(game.view(seat).scores == expected for seat in (0, 1, 2, None))
    play(game, {2: "surrender"})
    expected = (Score(2, 15), Score(2, 13), Score(0, 0))
    assert all(game.view(seat).scores == expected for seat in (0, 1, 2, None))


# Who is told.


def told(game: Game, kind: type[Event] | tuple[type[Event], ...]) -> list[int]:
    """The seats that are told of an event of some kind in the last turn."""
    seats = range(game.seats)
    return [seat for seat in seats if any(isinstance(event, kind) for event in game.view(seat).events)]


@pytest.mark.parametrize(("sign", "kind"), [("+", CapturedCity), ("!", CapturedTower)])
def test_a_captured_structure_is_told_to_the_captor_and_to_who_sees_it(sign: str, kind: type[Event]) -> None:
    game = field(f"A1 a9 {sign}1 b1 B1 . C1")
    play(game, {0: "1>2"})
    assert told(game, kind) == [0, 1]


def test_who_saw_the_tile_only_before_the_end_of_the_turn_is_not_told() -> None:
    # Turn 3 begins with seat 0, which takes the city; then seat 2 takes the tile from which seat 1 watched.
    game = field("A1 a9 +1 b1 c9 . C1 . B1", turn=2)
    play(game, {0: "1>2", 2: "4>3"})
    assert told(game, CapturedCity) == [0, 2]


def test_the_captor_is_told_even_if_it_lost_the_tile_again() -> None:
    game = field("A1 . a9 +1 b19 . B1 \n . . c19 . . . C1", turn=2)
    play(game, {0: "2>3", 1: "4>3", 2: "9>2"})
    assert not game.view(0).visible[3]
    assert told(game, CapturedCity) == [0, 1, 2]


def test_a_captured_general_is_told_to_the_captor_the_captured_and_who_sees_it() -> None:
    game = field("A9 B1 . C1 . . D1 \n . d1 . . . . .")
    play(game, {0: "0>1"})
    assert told(game, CapturedGeneral) == [0, 1, 3]


def test_an_elimination_is_told_to_all_without_the_captor() -> None:
    game = field("A9 B1 . . C1 . D1")
    play(game, {0: "0>1"})
    assert told(game, Eliminated) == [0, 1, 2, 3]
    assert game.view(2).events == (Eliminated(1),)
    assert game.view(1).events[-1] == Eliminated(1)


def test_no_other_capture_is_told() -> None:
    game = field("A9 b1 +b1 !b1 B1")
    play(game, {0: "0>1"})
    assert [type(event) for event in game.view(None).events] == [Marched]
    assert game.view(1).events == ()


def test_a_march_and_its_refusal_are_told_to_its_seat_alone() -> None:
    game = field("A9 . b1 . B1")
    play(game, {0: "0>1", 1: "2>1"})
    assert told(game, Marched) == [0, 1]
    assert [len(game.view(seat).events) for seat in (0, 1, None)] == [1, 1, 2]


def test_the_end_is_told_to_all() -> None:
    game = field("A9 . B1 . C1")
    play(game, {2: "surrender"})
    play(game, {1: "surrender"})
    assert told(game, Ended) == [0, 1, 2]


def test_events_are_those_of_the_last_turn_only() -> None:
    game = field("A9 +1 . B1")
    play(game, {0: "0>1"})
    assert len(game.view(0).events) == 2
    play(game, {})
    assert game.view(0).events == ()


# The view itself.


def test_a_view_cannot_be_written_and_is_not_changed_by_the_game_going_on() -> None:
    game = field("A9 . . B1")
    view = game.view(0)
    key = view.key()
    for array in (view.terrain, view.armies, view.defence, view.visible):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    play(game, {0: "0>1"})
    assert view.key() == key != game.view(0).key()


def test_keys_of_views_tell_every_difference() -> None:
    base = Position.parse("A9 a2 . +4 !3 B1")
    views = [Game(base).view(0), Game(base, half=False).view(0), Game(base, turn_limit=9).view(0), Game(base).view(1)]
    views += [Game(Position.parse(text)).view(0) for text in ("A8 a3 . +4 !3 B1", "A9 a2 . +4 !3 B2")]
    assert len({view.key() for view in views}) == len(views)
    assert Game(base).view(0).key() == Game(base).view(0).key()


def test_a_fresh_game_shows_five_tiles_to_each_seat() -> None:
    game = Game.new(seed=11, options=Options(width=20, height=16, players=3))
    for seat in range(3):
        view = game.view(seat)
        assert view.visible.sum() == 5
        assert (view.terrain == -3).sum() + (view.terrain == -4).sum() == 20 * 16 - 5
