"""Measures generals-bots: turns of a game for two, each turn with both players' observations.

Boards come from the package's own factory in its usual mode, with its usual densities of mountains
and cities; moves from its own random player. A `..._step` measure replays games that were played
beforehand, so its clock runs over the steps alone: no move is chosen and no board made within.
"""

import functools
import itertools
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from generals import GridFactory, GymnasiumGenerals, PettingZooGenerals  # type: ignore[import-not-found]
from generals.agents import RandomAgent  # type: ignore[import-not-found]
from generals.core.game import Game  # type: ignore[import-not-found]

DISTRIBUTIONS: Final = ("generals-bots", "numpy", "numba", "scipy", "gymnasium", "pettingzoo")

Moves: TypeAlias = dict[str, Any]
"""A move, as the package writes it, for each player."""

Step: TypeAlias = Callable[[Moves], object]
"""Plays one turn of a game."""

PLAYERS: Final = ["red", "blue"]

GAMES: Final = 4
"""Different boards that a measure goes through, so that no single board decides."""

GAME_TURNS: Final = 500
"""Turns of a game, unless a general falls before; between random players that is rare."""


@dataclass(frozen=True)
class RecordedGame:
    """A board and the moves that were made on it."""

    board: Any
    turns: list[Moves]


def new_board(side: int, seed: int) -> Any:
    """Make a square board. The factory's connectivity test calls itself once a tile."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 1000 + 2 * side * side))
    return GridFactory(min_grid_dims=(side, side), max_grid_dims=(side, side), seed=seed).generate()


def random_moves(player: Any, observations: dict[str, Any]) -> Moves:
    """Choose a valid random move for each player; a pass only where there is none."""
    return {name: player.act(observations[name]) for name in PLAYERS}


def record(side: int, seed: int) -> RecordedGame:
    """Play a game of random moves and keep them."""
    np.random.seed(seed)  # the package's random player draws from there
    board = new_board(side, seed)
    game, player = Game(board, PLAYERS), RandomAgent(idle_prob=0.0)
    observations = {name: game.agent_observation(name) for name in PLAYERS}
    turns: list[Moves] = []
    while len(turns) < GAME_TURNS and not game.is_done():
        turns.append(random_moves(player, observations))
        observations, _ = game.step(turns[-1])
    replayed = Game(board, PLAYERS)
    for moves in turns:
        replayed.step(moves)
    if not np.array_equal(replayed.channels.armies, game.channels.armies):
        raise RuntimeError("a replayed game differs from the recorded one")
    return RecordedGame(board, turns)


@functools.cache
def recorded_games(side: int) -> tuple[RecordedGame, ...]:
    """Play the games that are replayed, once for each size of board."""
    return tuple(record(side, seed) for seed in range(GAMES))


def replay(seconds: float, side: int, begin: Callable[[RecordedGame], Step]) -> tuple[int, float]:
    """Step through recorded games; `begin` makes a fresh game, outside of the clock."""
    turns, spent = 0, 0.0
    for recorded in itertools.cycle(recorded_games(side)):
        step = begin(recorded)
        started = time.perf_counter()
        for moves in recorded.turns:
            step(moves)
        spent += time.perf_counter() - started
        turns += len(recorded.turns)
        if spent >= seconds:
            break
    return turns, spent


def game_step(seconds: float, side: int) -> tuple[int, float]:
    """Measure `Game.step`, which makes both observations itself: the package's shortest way."""

    def begin(recorded: RecordedGame) -> Step:
        step: Step = Game(recorded.board, PLAYERS).step
        return step

    return replay(seconds, side, begin)


def pettingzoo_step(seconds: float, side: int) -> tuple[int, float]:
    """Measure the PettingZoo environment, which adds rewards."""

    def begin(recorded: RecordedGame) -> Step:
        environment = PettingZooGenerals(PLAYERS)
        environment.reset(options={"grid": str(recorded.board)})
        step: Step = environment.step
        return step

    return replay(seconds, side, begin)


def gymnasium_step(seconds: float, side: int) -> tuple[int, float]:
    """Measure the Gymnasium environment, which adds rewards, tensors and masks of valid moves."""

    def begin(recorded: RecordedGame) -> Step:
        environment = GymnasiumGenerals(PLAYERS, pad_observations_to=side)
        environment.reset(options={"grid": str(recorded.board)})
        return lambda moves: environment.step([moves[name] for name in PLAYERS])

    return replay(seconds, side, begin)


def game_turn(seconds: float, side: int) -> tuple[int, float]:
    """Measure `Game.step` together with the choice of both moves by the package's player."""
    turns, spent = 0, 0.0
    player = RandomAgent(idle_prob=0.0)
    for recorded in itertools.cycle(recorded_games(side)):
        game = Game(recorded.board, PLAYERS)
        observations = {name: game.agent_observation(name) for name in PLAYERS}
        started, begun = time.perf_counter(), turns
        while turns - begun < GAME_TURNS and not game.is_done():
            observations, _ = game.step(random_moves(player, observations))
            turns += 1
        spent += time.perf_counter() - started
        if spent >= seconds:
            break
    return turns, spent


MEASURES: Final = {
    "game_step": game_step,
    "pettingzoo_step": pettingzoo_step,
    "gymnasium_step": gymnasium_step,
    "game_turn": game_turn,
}
