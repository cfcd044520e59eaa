"""Random boards, crowded with all there is, and random orders, some of them nonsense."""

from __future__ import annotations

from random import Random

import numpy as np

from duskfall.errors import IllegalOrder
from duskfall.fog import Absent, Clear, Game, March, Order, Pass, Position, Surrender, Undo
from tests.counts import SEED

LAND, MOUNTAIN, CITY, TOWER = 0, 32, 64, 96
FULL = 2**31 - 1


def chance(purpose: str, number: int) -> Random:
    """The dice of case `number` of a test; the seed of the run chooses which cases they are."""
    return Random(f"{purpose} {SEED} {number}")


def some_armies(dice: Random, huge: bool) -> int:
    """Mostly a handful, sometimes none, rarely (if `huge`) as many as a tile can hold."""
    roll = dice.random()
    if huge and roll < 0.01:
        return FULL - dice.randrange(3)
    return dice.randrange(4) if roll < 0.7 else dice.randrange(30)


def random_position(
    dice: Random, least: int = 8, most: int = 16, players: int | None = None, huge: bool = True
) -> Position:
    """A board in the middle of a war: structures free, held and lost, land of every seat, mountains everywhere."""
    width, height = dice.randint(least, most), dice.randint(least, most)
    size = width * height
    players = players or dice.randint(2, 6)
    held_share = dice.choice([0.0, 0.2, 0.5])
    terrain, kinds, armies, defence = ([0] * size for _ in range(4))
    for tile in range(size):
        kinds[tile] = dice.choices((LAND, MOUNTAIN, CITY, TOWER), (70, 16, 8, 6))[0]
        armies[tile] = some_armies(dice, huge)
        if kinds[tile] == MOUNTAIN:
            terrain[tile], armies[tile] = -2, 0
        elif dice.random() < held_share:
            terrain[tile] = dice.randrange(players)
        elif kinds[tile] == LAND or dice.random() < 0.15:
            terrain[tile], armies[tile] = -1, armies[tile] if dice.random() < 0.2 else 0
        elif kinds[tile] == CITY:
            terrain[tile] = -6
        else:
            terrain[tile], armies[tile], defence[tile] = -5, 0, dice.randrange(12)
    generals = dice.sample(range(size), players)
    for seat, tile in enumerate(generals):
        terrain[tile], kinds[tile], armies[tile], defence[tile] = seat, LAND, dice.randrange(20), 0
    return Position(
        width,
        height,
        np.array(terrain),
        np.array(kinds),
        np.array(armies),
        np.array(defence),
        generals=tuple(generals),
        turn=dice.choice([0, 0, 7, 24, 25, 1000]),
    )


def likely_march(dice: Random, terrain: list[int], armies: list[int], width: int, seat: int) -> March | None:
    """A march that can probably be made now."""
    ready = [tile for tile, holder in enumerate(terrain) if holder == seat and armies[tile] > 1]
    if not ready:
        return None
    source = (
        dice.choice(sorted(ready, key=lambda tile: armies[tile])[-4:]) if dice.random() < 0.6 else dice.choice(ready)
    )
    column = source % width
    steps = [-width, width, *([-1] if column else []), *([1] if column < width - 1 else [])]
    targets = [source + step for step in steps if 0 <= source + step < len(terrain)]
    return March(source, dice.choice(targets), half=dice.random() < 0.25)


def any_march(dice: Random, size: int, width: int) -> March:
    """A march that may be anything."""
    source = dice.randrange(-1, size + 1)
    step = dice.choice([-width, width, -1, 1, 1, -1, 2, 0, width + 1])
    return March(source, source + step, half=dice.random() < 0.25)


def random_orders(dice: Random, terrain: list[int], armies: list[int], width: int, seat: int) -> list[Order]:
    """What a seat says in one turn."""
    orders: list[Order] = []
    for _ in range(dice.choice([0, 1, 1, 1, 2, 3])):
        roll = dice.random()
        if roll < 0.72:
            march = likely_march(dice, terrain, armies, width, seat)
            orders += [march] if march else []
        elif roll < 0.84:
            orders.append(any_march(dice, len(terrain), width))
        elif roll < 0.90:
            orders.append(Undo())
        elif roll < 0.93:
            orders.append(Clear())
        elif roll < 0.995:
            orders.append(Pass())
        else:
            orders.append(Surrender() if dice.random() < 0.5 else Absent())
    if dice.random() < 0.003:
        orders += [March(0, 1)] * dice.choice([30, 64, 65])
    return orders


def admitted_turn(game: Game, dice: Random, leaving: bool = True) -> dict[int, list[Order]]:
    """Random orders of all seats for the coming turn, without those that are refused on arrival."""
    truth = game.view(None)
    taken: dict[int, list[Order]] = {}
    for seat in range(game.seats):
        wanted = random_orders(dice, truth.terrain.tolist(), truth.armies.tolist(), game.width, seat)
        if not leaving:
            wanted = [order for order in wanted if not isinstance(order, Surrender | Absent)]
        try:
            game.check(seat, wanted)
        except IllegalOrder:
            continue
        taken[seat] = wanted
    return taken
