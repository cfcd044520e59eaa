"""The course of a turn: arrival of orders, rotation, queues, growth."""

from __future__ import annotations

from typing import Any, cast

import pytest

from duskfall.errors import IllegalOrder, Refusal, Refused
from duskfall.fog import Clear, Eliminated, Game, March, Marched, Options, Order, Pass, Position, Surrender, Undo
from tests.boards import after, draw, field, orders, play, tidy

# Arrival.

WIDE = "A9 . . \n . . . \n . . B9"


def assert_refused(game: Game, seat: int, wanted: list[Order], code: Refusal) -> None:
    """The orders are refused with a code, by `check` and `advance` alike, and nothing changes."""
    before, view = game.digest(), game.view(seat).key()
    for attempt in (lambda: game.check(seat, wanted), lambda: game.advance({1 - seat: [Pass()], seat: wanted})):
        with pytest.raises(IllegalOrder) as refused:
            attempt()
        assert refused.value.code == code
        assert (game.digest(), game.view(seat).key()) == (before, view)


@pytest.mark.parametrize("march", ["-1>0", "0>-1", "9>8", "8>9", "0>-3", "6>9", "999999999>0", "-9>-8"])
def test_a_tile_that_is_not_on_the_map_is_refused_on_arrival(march: str) -> None:
    assert_refused(field(WIDE), 0, orders(march), Refusal.OFF_MAP)


@pytest.mark.parametrize("index", [0.0, 0.5, "0", None, True, 2**40, -(2**40), float("nan")])
def test_an_index_that_is_not_an_integer_on_the_map_is_refused_on_arrival(index: object) -> None:
    tile = cast(Any, index)
    assert_refused(field(WIDE), 0, [March(tile, 3)], Refusal.OFF_MAP)
    assert_refused(field(WIDE), 0, [March(3, tile)], Refusal.OFF_MAP)


@pytest.mark.parametrize(
    "march", ["0>0", "0>2", "0>4", "4>0", "0>8", "0>6", "2>3", "3>2", "5>6", "6>5", "2>5/2 2>1 1>3"]
)
def test_tiles_that_are_no_neighbours_are_refused_on_arrival_across_the_edge_too(march: str) -> None:
    assert_refused(field(WIDE), 0, orders(march), Refusal.NOT_ADJACENT)


def test_on_a_board_one_tile_wide_the_neighbours_are_above_and_below() -> None:
    assert after("A5 \n . \n B1", {0: "0>1"}) == tidy("A2 \n a4 \n B2")
    assert after("A5 \n . \n B3", {1: "2>1"}) == tidy("A6 \n b2 \n B2")


def test_on_a_board_one_tile_high_the_neighbours_are_left_and_right() -> None:
    assert after("A5 . B3", {0: "0>1"}) == "A2 a4 B4"
    assert_refused(field("A5 . B3"), 0, orders("0>2"), Refusal.NOT_ADJACENT)


def test_half_is_refused_on_arrival_where_it_is_off() -> None:
    assert_refused(field(WIDE, half=False), 0, orders("0>1/2"), Refusal.SPLIT_OFF)
    assert after(WIDE, {0: "0>1"}, half=False) == tidy("A2 a8 . \n . . . \n . . B10")


def test_half_is_on_by_default() -> None:
    assert Options().half
    assert field(WIDE).view(0).half


def test_where_half_is_off_no_half_march_is_legal() -> None:
    game = field(WIDE, half=False)
    assert March(0, 1) in game.legal(0)
    assert March(0, 1, half=True) not in game.legal(0)
    assert March(0, 1, half=True) in field(WIDE).legal(0)


@pytest.mark.parametrize(
    ("march", "code"),
    [("-1>7/2", Refusal.OFF_MAP), ("0>8/2", Refusal.NOT_ADJACENT), ("0>1/2", Refusal.SPLIT_OFF)],
)
def test_of_several_faults_the_first_in_the_list_is_named(march: str, code: Refusal) -> None:
    full = " ".join(["0>1"] * 64)
    assert_refused(field(WIDE, half=False), 0, orders(f"{full} {march}"), code)


def test_nothing_else_is_judged_on_arrival() -> None:
    game = field("A1 ^ . B9")
    events = play(game, {0: "3>2 0>1 1>2 2>1"})
    assert [event.refusal for event in events if isinstance(event, Marched)] == [
        Refusal.NOT_YOURS,
        Refusal.TOO_FEW,
        Refusal.NOT_YOURS,
        Refusal.NOT_YOURS,
    ]


def test_a_queue_holds_64_marches() -> None:
    game = field(WIDE)
    wanted = orders(" ".join(["4>5"] * 64))
    game.check(0, wanted)
    assert_refused(game, 0, [*wanted, March(0, 1)], Refusal.QUEUE_FULL)


def test_undo_and_clear_make_room_in_a_full_queue() -> None:
    full = " ".join(["0>1"] * 64)
    field(WIDE).check(0, orders(f"{full} undo 0>1"))
    field(WIDE).check(0, orders(f"{full} clear {full}"))
    assert_refused(field(WIDE), 0, orders(f"{full} undo 0>1 0>1"), Refusal.QUEUE_FULL)


def test_marches_of_earlier_turns_count_towards_the_64() -> None:
    game = field("A9 a200 . . B1")
    play(game, {0: " ".join(["1>2", "2>1"] * 32)})
    assert len(game.view(0).queue) == 63
    assert_refused(game, 0, orders("0>1 0>1"), Refusal.QUEUE_FULL)
    play(game, {0: "0>1"})
    assert len(game.view(0).queue) == 63


def test_one_refused_order_refuses_the_whole_advance() -> None:
    game = field(WIDE)
    before = game.digest()
    with pytest.raises(IllegalOrder):
        game.advance({0: orders("0>1 surrender"), 1: orders("8>7 8>0")})
    assert game.digest() == before
    assert game.view(0).queue == ()
    play(game, {})
    assert draw(game) == tidy("A10 . . \n . . . \n . . B10")


def test_a_seat_that_is_not_in_the_game_is_refused() -> None:
    game = field(WIDE)
    for seat in (-1, 2):
        with pytest.raises(Refused) as refused:
            game.advance({seat: []})
        assert refused.value.code == Refusal.NO_SEAT


def test_the_eliminated_can_order_nothing_and_the_others_play_on() -> None:
    game = field("A9 . B9 . C9")
    play(game, {1: "surrender"})
    for order in ("1>2", "undo", "pass", "surrender"):
        with pytest.raises(IllegalOrder) as refused:
            play(game, {1: order})
        assert refused.value.code == Refusal.ELIMINATED
    play(game, {0: "0>1", 1: ""})
    assert draw(game) == "A2 a9 .4 . C11"


def test_a_finished_game_takes_no_orders_and_no_turns() -> None:
    game = field("A9 . B9")
    play(game, {1: "surrender"})
    before = game.digest()
    turns: list[dict[int, str]] = [{}, {0: "pass"}, {0: "0>1"}, {1: ""}]
    for wanted in turns:
        with pytest.raises(IllegalOrder) as refused:
            play(game, wanted)
        assert refused.value.code == Refusal.GAME_OVER
    assert game.digest() == before
    assert len(game.legal(0)) == 0


# Queues.


def test_marches_are_made_first_in_first_out_one_a_turn() -> None:
    game = field("A9 . . . B1")
    play(game, {0: "0>1 1>2 2>3"})
    assert draw(game) == "A2 a8 . . B2"
    assert game.view(0).queue == (March(1, 2), March(2, 3))
    play(game, {})
    assert draw(game) == "A3 a1 a7 . B3"
    play(game, {0: "0>1"})
    assert draw(game) == "A4 a1 a1 a6 B4"
    assert game.view(0).queue == (March(0, 1),)


def test_a_queue_is_known_to_its_seat_alone() -> None:
    game = field("A9 . . . B1")
    play(game, {0: "0>1 1>2"})
    assert game.view(1).queue == ()
    assert game.view(None).queue == ()


def test_invalid_marches_vanish_until_one_is_valid() -> None:
    game = field("A9 a1 ^ . B1")
    events = play(game, {0: "4>3 1>0 0>1 1>2 0>1"})
    assert events == [
        Marched(0, March(4, 3), Refusal.NOT_YOURS),
        Marched(0, March(1, 0), Refusal.TOO_FEW),
        Marched(0, March(0, 1), None),
    ]
    assert draw(game) == "A2 a9 ^ . B2"
    assert game.view(0).queue == (March(1, 2), March(0, 1))
    assert play(game, {}) == [Marched(0, March(1, 2), Refusal.MOUNTAIN), Marched(0, March(0, 1), None)]


def test_a_queue_of_nothing_but_invalid_marches_empties_without_penalty() -> None:
    game = field("A1 . . B1")
    events = play(game, {0: " ".join(["0>1", "1>2"] * 32)})
    assert len(events) == 64
    assert game.view(0).queue == ()
    assert draw(game) == "A2 . . B2"


@pytest.mark.parametrize(
    ("board", "march", "code"),
    [
        ("A9 . b9 ^ B9", "2>3", Refusal.NOT_YOURS),  # a mountain as well
        ("A9 . b1 ^ B9", "2>3", Refusal.NOT_YOURS),  # too few and a mountain as well
        ("A9 . .9 ^ B9", "2>3", Refusal.NOT_YOURS),
        ("A9 . +9 ^ B9", "2>3", Refusal.NOT_YOURS),
        ("A9 . ^ ^ B9", "2>3", Refusal.NOT_YOURS),
        ("A9 . a1 ^ B9", "2>3", Refusal.TOO_FEW),  # a mountain as well
        ("A9 . a0 ^ B9", "2>3", Refusal.TOO_FEW),
        ("A9 . a2 ^ B9", "2>3", Refusal.MOUNTAIN),
    ],
)
def test_a_popped_march_is_judged_by_owner_then_armies_then_mountain(board: str, march: str, code: Refusal) -> None:
    events = play(field(board), {0: march})
    assert events == [Marched(0, March.parse(march), code)]


def test_a_march_is_judged_when_it_is_popped_not_when_it_came() -> None:
    game = field("A9 . . . B1")
    assert play(game, {0: "0>1 1>2"})[0] == Marched(0, March(0, 1), None)
    assert play(game, {})[0] == Marched(0, March(1, 2), None), "its source was not own when it came"
    # Turn 1 begins with seat 1, which takes the source of seat 0's march before it is popped.
    events = play(field("A9 . a3 b9 B1"), {0: "2>1 0>1", 1: "3>2"})
    assert list(events) == [
        Marched(1, March(3, 2), None),
        Marched(0, March(2, 1), Refusal.NOT_YOURS),
        Marched(0, March(0, 1), None),
    ]


def test_undo_drops_the_last_march_of_the_queue() -> None:
    assert after("A9 . . B1", {0: "0>1 1>2 undo"}, {}) == "A3 a8 . B3"
    assert after("A9 . . B1", {0: "0>1 undo"}) == "A10 . . B2"


def test_undo_reaches_marches_of_earlier_turns() -> None:
    game = field("A9 . . . B1")
    play(game, {0: "0>1 1>2 2>3"})
    play(game, {0: "undo"})
    assert draw(game) == "A3 a1 a7 . B3"
    assert game.view(0).queue == ()


def test_orders_are_taken_before_the_moves_of_their_turn() -> None:
    game = field("A9 . . . B1")
    play(game, {0: "0>1 1>2"})
    play(game, {0: "undo"})
    assert draw(game) == "A3 a8 . . B3", "the march that would have been made in turn 2 was dropped in time"


def test_clear_empties_the_queue() -> None:
    game = field("A9 . . . B1")
    play(game, {0: "0>1 1>2 2>3"})
    play(game, {0: "clear 0>1"})
    assert draw(game) == "A2 a9 . . B3"
    assert game.view(0).queue == ()


@pytest.mark.parametrize("order", ["undo", "clear", "undo undo clear", "pass"])
def test_undo_clear_and_pass_with_nothing_queued_do_nothing(order: str) -> None:
    told, silent = field(WIDE), field(WIDE)
    assert play(told, {0: order}) == []
    play(silent, {})
    assert told.digest() == silent.digest()


def test_a_pass_never_touches_the_queue_and_a_queued_march_is_still_made() -> None:
    assert after("A9 . . B1", {0: "0>1 1>2"}, {0: "pass"}) == "A3 a1 a7 B3"
    assert after("A9 . . B1", {0: "pass 0>1 pass"}) == "A2 a8 . B2"


def test_what_one_seat_queues_is_not_another_seats() -> None:
    game = field("A9 . . B9")
    play(game, {0: "0>1 1>0", 1: "3>2 2>3"})
    play(game, {0: "clear", 1: "pass"})
    assert game.view(0).queue == ()
    assert draw(game) == "A3 a8 b1 B10", "seat 1's second march was made"


# Order and rotation.


@pytest.mark.parametrize(("turn", "first"), [(0, 1), (1, 2), (2, 0), (3, 1), (4, 2), (5, 0), (26, 0)])
def test_the_seat_that_begins_is_the_turn_modulo_the_players(turn: int, first: int) -> None:
    game = field("A9 . B9 . C9 . .", turn=turn)
    events = play(game, {0: "0>1", 1: "2>1", 2: "4>5"})
    movers = [event.seat for event in events if isinstance(event, Marched)]
    assert movers == [first, (first + 1) % 3, (first + 2) % 3]


def test_the_dead_are_skipped_and_the_rotation_still_counts_the_players_at_the_start() -> None:
    game = field("A9 . B9 . C9 . D9 .")
    play(game, {1: "surrender"})
    firsts = []
    for _ in range(8):
        events = play(game, {0: "0>1", 2: "4>5", 3: "6>7"})
        firsts.append(next(event.seat for event in events if isinstance(event, Marched)))
        assert not any(isinstance(event, Marched) and event.seat == 1 for event in events)
        play(game, {})
        # Every second turn is looked at: turns 2, 4, 6, ... of four seats begin with seats 2 and 0.
    assert firsts == [2, 0] * 4


def test_moves_are_made_one_after_another_on_the_live_board() -> None:
    # Seat 1 begins turn 1 and takes the tile in the middle; seat 0 then meets 4, not an empty tile.
    assert after("A7 . B5", {0: "0>1", 1: "2>1"}) == "A2 a2 B2"
    # Seat 0 begins turn 2 and takes it with 6; seat 1 then attacks 6 with 4.
    assert after("A7 . B5", {0: "0>1", 1: "2>1"}, turn=1) == "A2 a2 B2"
    assert after("A7 . B7", {0: "0>1", 1: "2>1"}) == "A2 b0 B2"
    assert after("A7 . B7", {0: "0>1", 1: "2>1"}, turn=1) == "A2 a0 B2"


def test_two_armies_that_swap_places_fight_in_order_of_the_rotation() -> None:
    # Seat 1 moves first: 8 attackers meet 5 and take the tile with 3; seat 0's march finds its source lost.
    game = field("A1 a5 b9 B1")
    events = play(game, {0: "1>2", 1: "2>1"})
    assert list(events) == [Marched(1, March(2, 1), None), Marched(0, March(1, 2), Refusal.NOT_YOURS)]
    assert draw(game) == "A2 b3 b1 B2"


def test_surrenders_come_before_moves() -> None:
    # The surrendered land is fought as empty land with half its armies.
    game = field("A9 b9 . B1 . C1")
    events = play(game, {0: "0>1", 1: "surrender"})
    assert list(events) == [Eliminated(1), Marched(0, March(0, 1), None)]
    assert draw(game) == "A2 a4 . . . C2"


def test_growth_comes_after_moves() -> None:
    assert after("A1 . . B1", {0: "0>1"}) == "A2 . . B2", "one army cannot march, though it is two at the end"
    assert after("A2 . . B1", {0: "0>1"}) == "A2 a1 . B2"


# Growth.


def test_generals_and_owned_cities_grow_by_one_every_turn_and_nothing_else_does() -> None:
    before = "A1 a1 +a1 !a1 . .5 +40 +.5 !25 !.5 ^ B0 b0"
    assert after(before, {}) == "A2 a1 +a2 !a1 . .5 +40 +.5 !25 !.5 ^ B1 b0"
    assert after(before, {}, {}, {}) == "A4 a1 +a4 !a1 . .5 +40 +.5 !25 !.5 ^ B3 b0"


@pytest.mark.parametrize("turn", [24, 49, 99, 999, 24_999])
def test_on_every_25th_turn_all_owned_land_grows_by_one_and_generals_and_cities_not_by_two(turn: int) -> None:
    before = "A1 a1 +a1 !a1 . .5 +40 +.5 !25 !.5 ^ B0 b0"
    assert after(before, {}, turn=turn) == "A2 a2 +a2 !a2 . .5 +40 +.5 !25 !.5 ^ B1 b1"


@pytest.mark.parametrize("turn", [0, 1, 22, 23, 25, 48, 74 - 24])
def test_on_other_turns_land_does_not_grow(turn: int) -> None:
    assert after("A1 a1 b1 B1", {}, turn=turn) == "A2 a1 b1 B2"


def test_land_grows_on_turns_25_and_50_of_a_whole_game() -> None:
    game = field("A1 a1 . . b1 B1")
    land = []
    for _ in range(75):
        play(game, {})
        land.append(int(game.view(None).armies[1]))
    assert land == [1] * 24 + [2] * 25 + [3] * 25 + [4]


def test_a_captured_generals_tile_is_ordinary_land() -> None:
    game = field("A9 B1 . C1")
    play(game, {0: "0>1"})
    assert draw(game) == "A2 a7 . C2"
    play(game, {})
    assert draw(game) == "A3 a7 . C3"
    assert after("A9 B1 . C1", {0: "0>1"}, turn=24) == "A2 a8 . C2"


def test_a_general_that_stands_on_a_city_grows_by_one_not_two() -> None:
    assert after("+A1 . B1", {}) == "+A2 . B2"
    assert after("+A1 . B1", {}, turn=24) == "+A2 . B2"


def test_a_city_grows_in_the_turn_in_which_it_is_taken() -> None:
    assert after("A1 a9 +3 . B1", {0: "1>2"}) == "A2 a1 +a6 . B2"


def test_a_city_that_lost_its_holder_grows_again_once_it_is_retaken() -> None:
    game = field("A1 a9 +b6 B1 . C1")
    play(game, {1: "surrender"})
    assert draw(game) == "A2 a9 +.3 . . C2"
    play(game, {})
    assert draw(game) == "A3 a9 +.3 . . C3"
    play(game, {0: "1>2"})
    assert draw(game) == "A4 a1 +a6 . . C4"
    play(game, {})
    assert draw(game) == "A5 a1 +a7 . . C5"


# The beginning.


def test_turn_0_is_the_first_view_and_each_general_holds_1() -> None:
    game = Game.new(seed=3, options=Options(width=14, height=14, players=3))
    truth = game.view(None)
    assert game.turn == truth.turn == 0
    assert [int(truth.armies[general]) for general in truth.generals] == [1, 1, 1]
    assert [(score.tiles, score.armies) for score in truth.scores] == [(1, 1)] * 3
    assert truth.events == ()


def test_each_advance_is_one_turn() -> None:
    game = field(WIDE, turn=7)
    assert game.turn == 7
    play(game, {})
    assert (game.turn, game.view(0).turn) == (8, 8)


@pytest.mark.parametrize("order", [March(3, 4), March(3, 4, half=True), Undo(), Clear(), Pass(), Surrender()])
def test_orders_read_back_from_their_text(order: Order) -> None:
    assert orders(str(order)) == [order]


def test_a_turn_limit_that_has_passed_or_is_too_large_to_count_is_refused() -> None:
    for limit in (0, 5, -1, 2**31):
        with pytest.raises(Refused) as refused:
            Game(Position.parse("A1 . B1", turn=5), turn_limit=limit)
        assert refused.value.code == Refusal.OUT_OF_RANGE


def test_a_turn_too_large_to_count_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        Position.parse("A1 . B1", turn=2**31)
    assert refused.value.code == Refusal.OUT_OF_RANGE
