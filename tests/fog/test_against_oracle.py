"""Random games, turn by turn, against a second and obvious telling of the rules."""

from __future__ import annotations

from random import Random

import pytest

from duskfall.errors import IllegalOrder, Refusal
from duskfall.fog import Game, Options, Order, Position, View, draw_position
from tests.counts import share
from tests.fog.oracle import Oracle, Seen
from tests.fog.random_games import chance, random_orders, random_position

TURNS = 120
TENTHS = 10


def assert_same_view(view: View, seen: Seen, where: str) -> None:
    """Every field of a view, one by one, so that a difference has a name."""
    assert view.terrain.tolist() == seen.terrain, where
    assert view.armies.tolist() == seen.armies, where
    assert view.defence.tolist() == seen.defence, where
    assert view.visible.tolist() == seen.visible, where
    assert list(view.cities) == seen.cities, where
    assert list(view.towers) == seen.towers, where
    assert list(view.generals) == seen.generals, where
    assert [(score.tiles, score.armies) for score in view.scores] == seen.scores, where
    assert list(view.alive) == seen.alive, where
    assert list(view.queue) == seen.queue, where
    assert list(view.events) == seen.events, where


def assert_same_board(game: Game, oracle: Oracle, where: str) -> None:
    truth = game.view(None)
    assert truth.turn == oracle.turn, where
    assert truth.terrain.tolist() == list(oracle.terrain.values()), where
    assert truth.armies.tolist() == list(oracle.armies.values()), where
    assert truth.defence.tolist() == list(oracle.defence.values()), where
    assert list(truth.generals) == oracle.generals, where
    for seat in oracle.seats:
        assert_same_view(game.view(seat), oracle.view(seat), f"{where}, seat {seat}")
    assert game.outcome == oracle.outcome, where


def admitted_orders(game: Game, oracle: Oracle, dice: Random, where: str) -> dict[int, list[Order]]:
    """Random orders of all seats; those refused on arrival are refused by both alike and change nothing."""
    taken: dict[int, list[Order]] = {}
    for seat in dice.sample(oracle.seats, oracle.players):
        wanted = random_orders(dice, list(oracle.terrain.values()), list(oracle.armies.values()), oracle.width, seat)
        refusal = oracle.refusal(seat, wanted)
        if refusal is None:
            taken[seat] = wanted
            game.check(seat, wanted)
            continue
        before = game.digest()
        with pytest.raises(IllegalOrder) as refused:
            game.advance({**taken, seat: wanted})
        assert refused.value.code == refusal, f"{where}, seat {seat}: {wanted}"
        assert game.digest() == before, where
    return taken


def play_both(game: Game, oracle: Oracle, dice: Random, name: str, turns: int = TURNS) -> set[Refusal | None]:
    """Play one game on both and compare; returns how the marches of this game fared."""
    fates: set[Refusal | None] = set()
    assert_same_board(game, oracle, f"{name}, at the start")
    for _ in range(turns):
        where = f"{name}, turn {oracle.turn + 1}"
        orders = admitted_orders(game, oracle, dice, where)
        events = game.advance(orders)
        assert list(events) == oracle.advance(orders), where
        assert_same_board(game, oracle, where)
        fates |= {event.refusal for event in events if hasattr(event, "refusal")}
        if oracle.outcome is not None:
            break
    return fates


@pytest.mark.parametrize("tenth", range(TENTHS))
def test_random_wars_go_as_the_oracle_says_on_the_board_and_for_every_seat(tenth: int) -> None:
    fates: set[Refusal | None] = set()
    for number in range(tenth, share(500), TENTHS):
        dice = chance("war", number)
        position = random_position(dice)
        half, limit = dice.random() < 0.8, dice.choice([None, position.turn + 40])
        game, oracle = Game(position, half, limit), Oracle(position, half, limit)
        fates |= play_both(game, oracle, dice, f"war {number}")
    assert fates == {None, Refusal.NOT_YOURS, Refusal.TOO_FEW, Refusal.MOUNTAIN}


def test_drawn_boards_go_as_the_oracle_says_from_turn_0() -> None:
    for number in range(share(60)):
        dice = chance("drawn war", number)
        players = dice.choice([2, 2, 3])
        options = Options(width=dice.randint(12, 16), height=dice.randint(12, 16), players=players)
        position = draw_position(dice.randrange(2**64), options)
        play_both(Game(position), Oracle(position), dice, f"drawn war {number}", turns=200)


def test_a_duel_in_a_corner_goes_as_the_oracle_says() -> None:
    drawing = "A9 . ^ .3\n+5 !3 . b3\n^ +a2 !b4 B9"
    for number in range(share(300)):
        position = Position.parse(drawing, turn=number % 30)
        play_both(Game(position), Oracle(position), chance("duel", number), f"duel {number}", turns=60)
