"""Random legal play through the public API, and what must hold after every order."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duskfall.dice import Dice, purpose
from duskfall.formats.welten.library import default_scenario
from duskfall.welten import (
    GUIDE,
    ORIGINAL,
    UNIT_TYPES,
    End,
    Game,
    Gate,
    MoveTo,
    Order,
    Phase,
    Rules,
    Scenario,
    Side,
    Undo,
    rules_named,
    terrain_of,
)
from duskfall.welten.board import DAILOR
from duskfall.welten.terrain_costs import enters
from tests.counts import SEED, share
from tests.welten.lands import full_map
from tests.welten.test_movement import crowded_lands

BOTH = pytest.mark.parametrize("rules", [GUIDE, ORIGINAL], ids=lambda rules: rules.name)
GAMES = share(200)
TYPE_MOVEMENT = np.array([unit.movement for unit in UNIT_TYPES])
TYPE_DEFENCE = np.array([unit.defence for unit in UNIT_TYPES])
TYPE_SIDE = np.array([unit.side for unit in UNIT_TYPES])


def random_orders(game: Game, dice: Dice, most: int) -> Iterator[Order]:
    """Legal orders of the side that plays: in each state at most so many, by units that have something to do."""
    while game.outcome is None:
        state = game.legal(game.player)
        busy = state.units
        for _ in range(dice.below(most + 1)):
            if busy:
                legal = game.legal(game.player, [busy[dice.below(len(busy))]])
                choices = len(legal.reach.cells) + len(legal.hits.cells)
            else:
                legal, choices = state, len(state.gates)
            if choices and game.outcome is None:
                yield legal.order(dice.below(choices))
        if game.outcome is None:
            yield End()


def assert_sound(game: Game) -> None:
    """What must hold at any time."""
    view, scenario = game.view(), game.scenario
    units = np.array(view.units)
    kinds, alive = units[:, 0], units[:, 5] == 1
    x, y, v, b = (units[alive, column] for column in (1, 2, 3, 4))
    living = kinds[alive]
    assert len(set(zip(x.tolist(), y.tolist(), strict=True))) == len(living), "two units never share a tile"
    assert ((x >= 0) & (x < scenario.width) & (y >= 0) & (y < scenario.height)).all()
    assert ((v >= 1) & (v <= TYPE_DEFENCE[living])).all(), "V stays in range"
    assert (units[~alive, 3] == 0).all()
    most = TYPE_MOVEMENT[living] if view.phase is Phase.MOVEMENT or game.outcome is not None else 1
    assert ((b >= 0) & (b <= most)).all(), "B stays in range"
    assert int(game._board.facts[DAILOR]) == int((TYPE_SIDE[living] == Side.DAILOR).sum()), (
        "the count equals the living"
    )
    for number, (kind, column, row, _, _, lives) in enumerate(view.units):
        place = scenario.placements[number]
        if lives and (column, row) not in scenario.gates and (column, row) != (place.x, place.y):
            terrain = terrain_of(view.terrain[row][column])
            assert enters(game.rules, UNIT_TYPES[kind], terrain), "no unit stands where it may not"


def play_out(scenario: Scenario, rules: Rules, seed: int, most: int) -> Game:
    """A whole game by chance, checked after every third state or so and at its end."""
    game, dice = Game(scenario, rules, seed), Dice(seed, 0, purpose("random play"))
    for order in random_orders(game, dice, most):
        before = game.digest()
        game.advance({game.player: [order]})
        if isinstance(order, MoveTo | Gate) and game.outcome is None and dice.below(4) == 0:
            game.advance({game.player: [Undo()]})
            assert game.digest() == before, "an undone step leaves the digest as it was"
        if game.outcome is not None or (isinstance(order, End) and dice.below(3) == 0):
            assert_sound(game)
    return game


@BOTH
@pytest.mark.parametrize("batch", range(4))
def test_two_hundred_games_of_fifteen_rounds_break_nothing(rules: Rules, batch: int) -> None:
    scenario = default_scenario()
    ends = set()
    for number in range(batch, GAMES, 4):
        game = play_out(scenario, rules, SEED * 1000 + number, most=8)
        assert game.outcome is not None
        ends.add(game.outcome.reason)
    assert ends


@BOTH
def test_lively_games_on_lands_of_chance_break_nothing(rules: Rules) -> None:
    for seed in range(share(40)):
        play_out(full_map(seed), rules, SEED + seed, most=60)


@given(crowded_lands(), st.sampled_from([GUIDE, ORIGINAL]), st.integers(0, 2**32))
def test_small_games_break_nothing(scenario: Scenario, rules: Rules, seed: int) -> None:
    game = play_out(scenario, rules, seed, most=6)
    assert game.outcome is not None


PRINT_GAMES = """
import sys
from tests.welten.test_play import digests_of
print(digests_of(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
"""


def digests_of(rules: str, seed: int, orders: int) -> list[str]:
    """The digests along a game by chance, with the legal orders and threats of every state."""
    game = Game(full_map(seed), rules_named(rules), seed)
    dice = Dice(seed, 0, purpose("random play"))
    found = []
    for order, _ in zip(random_orders(game, dice, 12), range(orders), strict=False):
        if str(order) == "end":
            units = [number for number in range(292) if number % 20 == seed % 20]
            living = [number for number in units if game.view().units[number].alive]
            ways = [sorted(game.reach(living).ways(number).items()) for number in living]
            found.append(str(hash_of(ways)))
        game.advance({game.player: [order]})
        found.append(game.digest())
    return found


def hash_of(value: object) -> int:
    """A number for a value that is the same in every process."""
    return purpose(repr(value))


def in_a_process(rules: str, **environment: str) -> str:
    """What a process of its own says about a game."""
    done = subprocess.run(
        [sys.executable, "-c", PRINT_GAMES, rules, "3", "60"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": ".", **environment},
    )
    return done.stdout


@BOTH
def test_compiled_and_plain_kernels_play_the_same_game(rules: Rules) -> None:
    assert in_a_process(rules.name, NUMBA_DISABLE_JIT="1") == str(digests_of(rules.name, 3, 60)) + "\n"


def test_nothing_depends_on_the_hash_seed() -> None:
    assert in_a_process("guide", PYTHONHASHSEED="1") == in_a_process("guide", PYTHONHASHSEED="2")
