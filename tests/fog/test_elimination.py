"""How players leave a game, what they leave behind, and who is placed where."""

from __future__ import annotations

import pytest

from duskfall.errors import Refusal
from duskfall.fog import (
    CapturedCity,
    CapturedGeneral,
    CapturedTower,
    Eliminated,
    Ended,
    Game,
    March,
    Marched,
    Outcome,
    Reason,
    Score,
)
from tests.boards import after, draw, field, play, tidy


def eliminated(game: Game, wanted: dict[int, str]) -> list[int]:
    """The seats that a turn eliminates, in order."""
    return [event.seat for event in play(game, wanted) if isinstance(event, Eliminated)]


# What is left behind.


def test_all_land_of_the_eliminated_becomes_empty_with_half_its_armies_rounded_down() -> None:
    game = field("A9 B1 b0 b1 b2 b3 b9 +b5 !b7 . C1")
    play(game, {0: "0>1"})
    assert draw(game) == "A2 a7 . . .1 .1 .4 +.2 !.3 . C2"


def test_the_captor_keeps_the_generals_tile_whole() -> None:
    assert after("A20 B5 b8 . C1", {0: "0>1"}) == "A2 a14 .4 . C2"


def test_a_surrendered_generals_tile_is_halved_like_all_land() -> None:
    assert after("A20 B5 b8 . C1", {1: "surrender"}) == "A21 .2 .4 . C2"


def test_absence_is_the_same_as_surrender() -> None:
    surrendered, absent = field("A20 B5 b8 . C1"), field("A20 B5 b8 . C1")
    assert play(surrendered, {1: "surrender"}) == play(absent, {1: "absent"}) == [Eliminated(1)]
    assert surrendered.digest() == absent.digest()


def test_leftovers_are_fought_as_empty_land_whose_garrison_stays_unchanged() -> None:
    game = field("A4 b8 B1 . C1")
    play(game, {1: "surrender"})
    assert draw(game) == "A5 .4 . . C2"
    play(game, {0: "0>1"})
    assert draw(game) == "A2 .4 . . C3", "4 against 4: the attackers are lost"


def test_the_halved_tile_of_the_largest_armies() -> None:
    assert after(f"A1 b{2**31 - 1} B1 . C1", {1: "surrender"}) == f"A2 .{2**30 - 1} . . C2"


def test_the_eliminated_has_no_general_no_score_and_no_queue() -> None:
    game = field("A9 . B9 b9 . C1")
    play(game, {1: "3>4 4>3 3>4"})
    play(game, {1: "surrender"})
    view = game.view(0)
    assert view.scores[1] == Score(0, 0)
    assert view.alive == (True, False, True)
    assert game.view(None).generals == (0, -1, 5)
    assert game.view(1).queue == ()
    assert len(game.legal(1)) == 0


def test_the_queue_of_the_captured_is_void_in_the_same_turn() -> None:
    # Turn 3 begins with seat 0; seat 1 is gone before its march would be popped, so nothing is told of it.
    game = field("A9 B1 b9 . C1", turn=2)
    events = play(game, {0: "0>1", 1: "2>3"})
    assert list(events) == [Marched(0, March(0, 1), None), CapturedGeneral(0, 1, of=1), Eliminated(1)]
    assert draw(game) == "A2 a7 .4 . C2"


def test_orders_that_come_with_a_surrender_are_void() -> None:
    game = field("A9 . B1 b9 . C1")
    assert play(game, {1: "3>4 surrender 3>4"}) == [Eliminated(1)]
    assert draw(game) == "A10 . . .4 . C2"


def test_a_general_captured_after_its_march_was_made_keeps_that_march() -> None:
    # Turn 1 begins with seat 1: its army leaves the general, then seat 0 (after seat 2) takes it.
    game = field("A9 B5 . . C1")
    play(game, {0: "0>1", 1: "1>2"})
    assert draw(game) == "A2 a7 .2 . C2"


def test_land_can_be_taken_back_from_nobody_by_anyone_in_the_same_turn() -> None:
    # Turn 3 begins with seat 0, which takes the general; seat 2 then walks into what seat 1 left.
    assert after("A9 B1 b4 c4 C1", {0: "0>1", 2: "3>2"}, turn=2) == "A2 a7 c1 c1 C2"


# Structures keep their identity.


@pytest.mark.parametrize(("sign", "kind"), [("+", "cities"), ("!", "towers")])
def test_a_structure_has_one_captured_event_in_a_whole_game(sign: str, kind: str) -> None:
    game = field(f"A1 a9 {sign}2 b20 B1 . C1")
    first = CapturedCity(0, 2) if sign == "+" else CapturedTower(0, 2)
    assert first in play(game, {0: "1>2"})
    retaken = play(game, {1: "3>2"})
    assert list(retaken) == [Marched(1, March(3, 2), None)]
    play(game, {1: "surrender"})
    while game.view(None).armies[0] < 20:
        play(game, {})
    events = [*play(game, {0: "0>1"}), *play(game, {0: "1>2"})]
    assert [type(event) for event in events] == [Marched, Marched]
    assert game.view(None).terrain[2] == 0
    assert getattr(game.view(0), kind) == (2,)


def test_a_retaken_tower_sees_again_and_a_lost_one_sees_nothing() -> None:
    game = field("A9 !b1 B1 . . . . C1 .")
    play(game, {1: "surrender"})
    assert draw(game, 0) == "A10 !. ~ ~ ~ ~ ~ ~ ~"
    play(game, {0: "0>1"})
    assert draw(game, 0) == "A2 !a9 . . . ~ ~ ~ ~"


# Order of surrenders.


@pytest.mark.parametrize(
    ("turn", "order"), [(0, [1, 2, 0]), (1, [2, 0, 1]), (2, [0, 1, 2]), (3, [0, 1, 2]), (4, [1, 2, 0])]
)
def test_surrenders_go_round_from_the_turn_modulo_the_players(turn: int, order: list[int]) -> None:
    game = field("A1 . B1 . C1 . D1", turn=turn)
    assert eliminated(game, {0: "surrender", 1: "absent", 2: "surrender"}) == order


def test_the_order_in_which_surrenders_arrive_or_are_listed_does_not_matter() -> None:
    one, other = field("A1 . B1 . C1 . D1"), field("A1 . B1 . C1 . D1")
    assert eliminated(one, {0: "surrender", 2: "absent"}) == eliminated(other, {2: "absent", 0: "surrender"}) == [2, 0]
    assert one.digest() == other.digest()


def test_the_dead_are_skipped_among_the_surrenders() -> None:
    game = field("A1 . B1 . C1 . D1")
    play(game, {2: "surrender"})
    assert eliminated(game, {3: "surrender", 0: "surrender"}) == [3, 0], "turn 2 begins with seat 2, who is gone"


def test_when_one_is_left_the_remaining_surrenders_are_ignored() -> None:
    # Turn 1 of two begins with seat 1: it leaves, and seat 0 wins although it surrenders too.
    game = field("A5 . B5")
    assert eliminated(game, {0: "surrender", 1: "surrender"}) == [1]
    assert game.outcome == Outcome(winner=0, places=(1, 2), reason=Reason.LAST_ALIVE, turn=1)
    game = field("A5 . B5", turn=1)
    assert eliminated(game, {0: "surrender", 1: "absent"}) == [0]
    assert game.outcome == Outcome(winner=1, places=(2, 1), reason=Reason.LAST_ALIVE, turn=2)


def test_the_other_orders_of_a_seat_whose_surrender_is_ignored_stand_and_the_turn_is_played_to_its_end() -> None:
    game = field("A5 . B5")
    events = play(game, {0: "0>1 surrender 1>2", 1: "absent"})
    assert game.outcome is not None
    assert list(events) == [Eliminated(1), Marched(0, March(0, 1), None), Ended(game.outcome)]
    assert draw(game) == "A2 a4 .2", "the march was made and the general grew"
    assert game.view(0).queue == (March(1, 2),)


def test_all_surrender_at_once_and_the_last_in_the_rotation_wins() -> None:
    game = field("A1 . B1 . C1", turn=4)
    assert eliminated(game, dict.fromkeys(range(3), "surrender")) == [2, 0]
    assert game.outcome == Outcome(winner=1, places=(2, 1, 3), reason=Reason.LAST_ALIVE, turn=5)


def test_a_turn_with_the_winning_capture_is_played_to_its_end() -> None:
    # The growth of turn 25 follows the capture.
    game = field("a5 A9 B1 b9", turn=24)
    play(game, {0: "1>2"})
    assert draw(game) == "a6 A2 a8 .4"
    assert game.outcome == Outcome(winner=0, places=(1, 2), reason=Reason.LAST_ALIVE, turn=25)


def test_the_winners_queue_stands_at_the_end() -> None:
    game = field("A9 B1 . .", turn=1)
    play(game, {0: "0>1 1>2"})
    assert game.outcome is not None
    assert game.view(0).queue == (March(1, 2),)


# Places.


def test_places_are_the_reverse_order_of_elimination() -> None:
    game = field("A1 . B1 . C1 . D1")
    play(game, {2: "surrender"})
    play(game, {0: "surrender"})
    assert game.outcome is None
    play(game, {3: "surrender"})
    assert game.outcome == Outcome(winner=1, places=(3, 1, 4, 2), reason=Reason.LAST_ALIVE, turn=3)


def test_of_two_eliminated_in_one_turn_the_later_one_ranks_higher() -> None:
    game = field("A1 . B1 . C1 . D1")
    # Turn 1 begins with seat 1: the surrender of 1 comes first, then that of 3.
    play(game, {3: "surrender", 1: "surrender"})
    play(game, {0: "surrender"})
    assert game.outcome == Outcome(winner=2, places=(2, 4, 1, 3), reason=Reason.LAST_ALIVE, turn=2)


def test_a_surrender_ranks_below_a_capture_of_the_same_turn() -> None:
    game = field("A9 B1 . C1 . D1")
    assert eliminated(game, {0: "0>1", 3: "surrender"}) == [3, 1]
    play(game, {2: "surrender"})
    assert game.outcome is not None
    assert game.outcome.places == (1, 3, 2, 4)


def test_a_captor_may_be_captured_in_the_same_turn() -> None:
    # Turn 3 begins with seat 0: it takes 1's general, then 2 takes 0's, which was left with one army.
    game = field("B1 A9 c9 C1", turn=2)
    events = play(game, {0: "1>0", 2: "2>1"})
    assert game.outcome == Outcome(winner=2, places=(2, 3, 1), reason=Reason.LAST_ALIVE, turn=3)
    assert list(events) == [
        Marched(0, March(1, 0), None),
        CapturedGeneral(0, 0, of=1),
        Eliminated(1),
        Marched(2, March(2, 1), None),
        CapturedGeneral(2, 1, of=0),
        Eliminated(0),
        Ended(game.outcome),
    ]
    assert draw(game) == ".3 c7 c1 C2", "what seat 0 had just taken is halved with all its land"


# The turn limit.


def at_limit(drawing: str, *turns: dict[int, str]) -> Game:
    """A game whose last turn has just been played."""
    game = field(drawing, turn_limit=max(len(turns), 1))
    for wanted in turns or ({},):
        play(game, wanted)
    return game


def test_before_the_limit_nothing_ends() -> None:
    game = field("A1 . B1", turn_limit=3)
    outcomes = []
    for _ in range(3):
        play(game, {})
        outcomes.append(game.outcome)
    assert outcomes[:2] == [None, None]
    assert outcomes[2] is not None
    assert outcomes[2].turn == 3


def test_at_the_limit_armies_decide_after_growth() -> None:
    # After one turn: seat 0 has 2 + 4, seat 1 has 5 and its city grew, so 2 + 5.
    game = at_limit("A1 a4 . +b4 B1")
    assert game.outcome == Outcome(winner=1, places=(2, 1), reason=Reason.TURN_LIMIT, turn=1)


def test_at_the_limit_equal_armies_are_decided_by_tiles() -> None:
    game = at_limit("A1 a4 . b2 b2 B1")
    assert game.outcome == Outcome(winner=1, places=(2, 1), reason=Reason.TURN_LIMIT, turn=1)


def test_at_the_limit_equals_share_the_better_place_and_at_the_top_nobody_wins() -> None:
    game = at_limit("A5 . B5 . C1")
    assert game.outcome == Outcome(winner=None, places=(1, 1, 3), reason=Reason.TURN_LIMIT, turn=1)
    game = at_limit("A5 . B1 . C1 . D0")
    assert game.outcome == Outcome(winner=0, places=(1, 2, 2, 4), reason=Reason.TURN_LIMIT, turn=1)
    game = at_limit("A1 . B1 . C1")
    assert game.outcome == Outcome(winner=None, places=(1, 1, 1), reason=Reason.TURN_LIMIT, turn=1)


def test_at_the_limit_the_living_rank_above_the_eliminated() -> None:
    game = at_limit("A900 a9 . B2 . C1 . D1", {0: "surrender"}, {2: "surrender"})
    assert game.outcome == Outcome(winner=1, places=(4, 1, 3, 2), reason=Reason.TURN_LIMIT, turn=2)


def test_one_player_alive_on_the_last_turn_wins_instead() -> None:
    game = at_limit("A1 . B900", {1: "surrender"})
    assert game.outcome == Outcome(winner=0, places=(1, 2), reason=Reason.LAST_ALIVE, turn=1)


def test_sums_beyond_32_bits_are_compared_at_the_limit() -> None:
    full = 2**31 - 1
    game = at_limit(f"A{full} a{full} a3 . B{full} b{full} b4")
    assert game.outcome is not None
    assert game.outcome.winner == 1


def test_without_a_limit_a_game_goes_on() -> None:
    game = field("A1 . B1")
    for _ in range(1_200):
        play(game, {})
    assert game.outcome is None
    assert game.view(0).turn_limit is None


def test_everyone_sees_the_outcome() -> None:
    game = field("A1 . B1 . C1")
    play(game, {1: "surrender"})
    assert [game.view(seat).outcome for seat in (0, 1, 2, None)] == [None] * 4
    play(game, {0: "surrender"})
    assert [game.view(seat).outcome for seat in (0, 1, 2, None)] == [game.outcome] * 4


def test_marches_of_a_seat_captured_in_the_same_turn_and_not_yet_popped_have_no_result() -> None:
    game = field("A9 B1 b9 . C1", turn=2)
    events = play(game, {0: "0>1", 1: "2>3 1>2"})
    assert not any(isinstance(event, Marched) and event.seat == 1 for event in events)


def test_a_seat_that_starts_without_a_general_is_out_and_ranked_below_the_living() -> None:
    game = field("A1 . . . C1")
    assert game.view(0).alive == (True, False, True)
    play(game, {0: "surrender"})
    assert game.outcome == Outcome(winner=2, places=(2, 3, 1), reason=Reason.LAST_ALIVE, turn=1)


def test_no_march_leaves_what_was_just_lost() -> None:
    # Turn 1 begins with seat 1, which takes the tile that seat 0 wants to march from.
    game = field("A2 a9 b19 B1")
    events = play(game, {0: "1>0 0>1", 1: "2>1"})
    assert list(events) == [
        Marched(1, March(2, 1), None),
        Marched(0, March(1, 0), Refusal.NOT_YOURS),
        Marched(0, March(0, 1), None),
    ]
    assert draw(game) == tidy("A2 b8 b1 B2")
