"""Twin worlds: two boards that agree in all a seat may know give it the same views, planes, masks and refusals.

A twin differs only where the seat cannot see: kinds of unseen obstacles, unseen armies of equal sum, unseen land of one
owner. Both are played on, with the same orders of that seat and often others of the rest, until the seat could know the
difference from tiles in sight, lost tiles, its events or public facts.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
from numpy.typing import NDArray

from duskfall.errors import IllegalOrder, Refusal
from duskfall.fog import (
    CapturedCity,
    CapturedGeneral,
    CapturedTower,
    Event,
    Game,
    March,
    Marched,
    Order,
    Position,
)
from tests.boards import draw, field, play
from tests.counts import share
from tests.fog.oracle import Oracle
from tests.fog.random_games import admitted_turn, chance, random_position

MOUNTAIN, CITY, TOWER = 32, 64, 96


class Draft:
    """A board to be changed where a seat cannot see it."""

    def __init__(self, position: Position, unseen: NDArray[np.bool_]) -> None:
        self.position = position
        self.terrain, self.kinds = position.terrain.copy(), position.kinds.copy()
        self.armies, self.defence = position.armies.copy(), position.defence.copy()
        self.generals = list(position.generals)
        self.hidden = unseen
        self.unseen = np.setdiff1d(np.flatnonzero(unseen), self.generals)

    def exchange(self, one: int, other: int) -> None:
        for values in (self.terrain, self.kinds, self.armies, self.defence):
            values[[one, other]] = values[[other, one]]

    def finished(self) -> Position:
        arrays = (self.terrain, self.kinds, self.armies, self.defence)
        position = self.position
        return Position(position.width, position.height, *arrays, generals=tuple(self.generals), turn=position.turn)


def pick(dice: Random, tiles: NDArray[np.int64], count: int) -> list[int]:
    """Some of the tiles, or none if there are too few."""
    return dice.sample(tiles.tolist(), count) if len(tiles) >= count else []


def swap_obstacles(draft: Draft, dice: Random) -> None:
    """Exchange two unseen obstacles, whatever they are and whoever holds them."""
    pair = pick(dice, draft.unseen[draft.kinds[draft.unseen] != 0], 2)
    if pair:
        draft.exchange(*pair)


def turn_obstacle(draft: Draft, dice: Random) -> None:
    """Make an unseen obstacle that nobody holds another one."""
    free = draft.unseen[(draft.kinds[draft.unseen] != 0) & (draft.terrain[draft.unseen] < 0)]
    for tile in pick(dice, free, 1):
        terrain, kind, armies, defence = dice.choice(
            [(-2, MOUNTAIN, 0, 0), (-6, CITY, 7, 0), (-5, TOWER, 0, 7), (-1, CITY, 3, 0), (-1, TOWER, 0, 0)]
        )
        draft.terrain[tile], draft.kinds[tile], draft.armies[tile], draft.defence[tile] = terrain, kind, armies, defence


def move_armies(draft: Draft, dice: Random) -> None:
    """Move armies between two unseen tiles of one owner."""
    owner = dice.randrange(-1, len(draft.generals))
    tiles = draft.unseen[(draft.terrain[draft.unseen] == owner) & (draft.armies[draft.unseen] < 10_000)]
    pair = pick(dice, tiles, 2)
    if pair:
        moved = dice.randint(0, int(draft.armies[pair[0]]))
        draft.armies[pair[0]] -= moved
        draft.armies[pair[1]] += moved


def exchange_land(draft: Draft, dice: Random) -> None:
    """Exchange two unseen tiles of land, held or not."""
    pair = pick(dice, draft.unseen[draft.kinds[draft.unseen] == 0], 2)
    if pair:
        draft.exchange(*pair)


def move_general(draft: Draft, dice: Random) -> None:
    """Exchange the tile of an unseen general with other unseen land."""
    seat = dice.randrange(len(draft.generals))
    pair = pick(dice, draft.unseen[draft.kinds[draft.unseen] == 0], 1)
    if pair and draft.hidden[draft.generals[seat]]:
        draft.exchange(draft.generals[seat], pair[0])
        draft.unseen = np.setdiff1d(np.append(draft.unseen, draft.generals[seat]), pair)
        draft.generals[seat] = pair[0]


CHANGES: list[Callable[[Draft, Random], None]] = [
    swap_obstacles,
    turn_obstacle,
    move_armies,
    exchange_land,
    move_general,
]


def twin_of(position: Position, seat: int, dice: Random) -> Position:
    """A board that differs from `position` only where the seat does not see."""
    draft = Draft(position, ~Game(position).view(seat).visible)
    for _ in range(dice.randint(1, 8)):
        dice.choice(CHANGES)(draft, dice)
    return draft.finished()


def told(event: Event, seat: int, visible: set[int]) -> bool:
    """Whether the seat may know of an event."""
    match event:
        case Marched():
            return event.seat == seat
        case CapturedCity() | CapturedTower():
            return event.seat == seat or event.tile in visible
        case CapturedGeneral():
            return seat in {event.seat, event.of} or event.tile in visible
        case _:
            return True


def knowable(game: Game, geometry: Oracle, seat: int, own_before: set[int]) -> tuple[object, ...]:
    """What the seat may know of this turn, from the true board: tiles in sight, lost tiles, events, public facts."""
    truth = game.view(None)
    geometry.terrain = dict(enumerate(truth.terrain.tolist()))
    visible = geometry.in_sight(seat)
    arrays = (truth.terrain, truth.armies, truth.defence)
    tiles = {tile: (geometry.kind[tile], *(int(values[tile]) for values in arrays)) for tile in visible | own_before}
    generals = [general if general in visible else -1 for general in truth.generals]
    events = [event for event in truth.events if told(event, seat, visible)]
    return visible, tiles, generals, events, truth.scores, truth.alive, truth.outcome


def answers(game: Game, seat: int, wanted: list[list[Order]]) -> list[Refusal | None]:
    """What the seat hears on arrival of some orders."""
    heard: list[Refusal | None] = []
    for orders in wanted:
        try:
            game.check(seat, orders)
            heard.append(None)
        except IllegalOrder as refused:
            heard.append(refused.code)
    return heard


def assert_same_to(seat: int, one: Game, other: Game, dice: Random, where: str) -> None:
    """The two worlds are one to the seat."""
    assert one.view(seat).key() == other.view(seat).key(), where
    assert (one.observation(seat) == other.observation(seat)).all(), where
    assert (one.legal(seat).mask == other.legal(seat).mask).all(), where
    size = one.width * one.height
    sources = [dice.randrange(-1, size + 1) for _ in range(4)]
    probes: list[list[Order]] = [[March(source, source + dice.choice([1, -1, one.width]))] for source in sources]
    assert answers(one, seat, probes) == answers(other, seat, probes), where


def play_twins(number: int) -> int:
    """Play one pair of twins; returns in how many turns they were one to the seat though they differed."""
    dice = chance("twins", number)
    position = random_position(dice, most=12, huge=False)
    seat = dice.randrange(len(position.generals))
    twin = twin_of(position, seat, dice)
    one, other = Game(position), Game(twin)
    geometry, twin_geometry = Oracle(position), Oracle(twin)
    own: set[int] = set()
    compared = 0
    for _ in range(60):
        if knowable(one, geometry, seat, own) != knowable(other, twin_geometry, seat, own):
            break
        assert_same_to(seat, one, other, dice, f"pair {number}, seat {seat}, turn {one.turn}")
        compared += one.view(None).key() != other.view(None).key()
        if one.outcome is not None:
            break
        own = set(np.flatnonzero(one.view(None).terrain == seat).tolist())
        orders = {
            mover: wanted for mover, wanted in admitted_turn(one, dice).items() if mover == seat or dice.random() < 0.4
        }
        one.advance(orders)
        other.advance(orders_elsewhere(other, orders, seat, dice))
    return compared


def orders_elsewhere(game: Game, orders: dict[int, list[Order]], seat: int, dice: Random) -> dict[int, list[Order]]:
    """The same orders for the seat; others may do something else, which it may not notice."""
    others = admitted_turn(game, dice, leaving=False) if dice.random() < 0.25 else {}
    changed = {mover: others.get(mover, wanted) for mover, wanted in orders.items() if mover != seat}
    return {**orders, **changed}


def test_twin_worlds_are_one_to_the_seat_that_cannot_tell_them_apart() -> None:
    compared = [play_twins(number) for number in range(share(3_000))]
    # The generator must not be idle: most pairs differ and live for a while.
    assert sum(turns > 0 for turns in compared) > len(compared) / 2
    assert sum(compared) > 2 * len(compared)


def test_a_board_that_differs_in_sight_is_told_apart() -> None:
    one, other = field("A1 . . . B1"), field("A1 .1 . . B1")
    assert one.view(0).key() != other.view(0).key()


def test_what_is_behind_the_fog_is_not_told_by_a_swapped_city_and_mountain() -> None:
    one, other = field("A5 . . +40 . ^ . B1"), field("A5 . . ^ . +40 . B1")
    for _ in range(3):
        assert draw(one, 0) == draw(other, 0)
        assert one.view(0).key() == other.view(0).key()
        for game in (one, other):
            play(game, {0: "0>1"})
    for game in (one, other):
        play(game, {0: "1>2"})
    assert one.view(0).key() != other.view(0).key(), "now the seat stands beside it"
