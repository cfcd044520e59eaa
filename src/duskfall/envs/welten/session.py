"""One game of Weltendämmerung behind an environment: its match, what each side is shown, pictures, and copies."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from duskfall.envs.fog.session import Observation
from duskfall.envs.replay_page import ReplayPages
from duskfall.envs.session_methods import begun
from duskfall.envs.welten.task import SHAPED, WeltenTask
from duskfall.formats.palette import GUIDE, rgb
from duskfall.formats.welten.pictures import Board, pixels, ruled, text_rows
from duskfall.play import Log, Match, Replay
from duskfall.welten import End, Game, Gate, Side
from duskfall.welten.encoding import Masks, encode, order_of, target_masks, unit_table

_COLOURS = np.array([rgb(colour) for colour in GUIDE], np.uint8)
SCALE = 4
"""Screen points for each point of a tile in a picture."""


class Copy(NamedTuple):
    """A copy of a game in progress, for `restore_state`."""

    match: Match
    toggled: frozenset[int]


class WeltenSession:
    """A game in progress."""

    def __init__(self, task: WeltenTask, render_mode: str | None) -> None:
        self.task = task
        self.scenario = task.scenario()
        self.render_mode = render_mode
        self._match: Match | None = None
        self._toggled: frozenset[int] = frozenset()
        """Gates toggled in the running state: each once, so that a state comes to its end."""
        self.pages = ReplayPages(render_mode)

    def begin(self, seed: int) -> None:
        """Begins the episode of a seed, from which the dice of all attacks come."""
        self._match = Match(self.task.setup(self.scenario, seed))
        self._toggled = frozenset()

    @property
    def match(self) -> Match:
        """The running match."""
        return begun(self._match)

    @property
    def game(self) -> Game:
        """The game of the running match."""
        return cast("Game", self.match.game)

    def play(self, row: int, target: int) -> None:
        """Gives the order of an action; one that the masks do not allow ends the state."""
        view = self.game.view(self.game.player)
        wanted = order_of(view, row, target)
        if not self.masks(self.game.player)[row, target]:
            wanted = End()
        if isinstance(wanted, Gate):
            self._toggled |= {wanted.number}
        elif isinstance(wanted, End):
            self._toggled = frozenset()
        self.match.submit(view.player, wanted)
        if self.game.outcome is not None:
            self.pages.open(self.replay)

    def masks(self, seat: Side) -> Masks:
        """Returns the legal actions of a side, (rows, tiles); none for the side that does not play."""
        game = self.game
        masks = target_masks(game.view(seat), game.legal(seat))
        for gate in self._toggled:
            masks[1 + len(self.scenario.placements) + gate] = 0
        return masks

    def observation(self, seat: Side) -> Observation:
        """Returns what a side is shown."""
        view, masks = self.game.view(seat), self.masks(seat)
        shown: Observation = {
            "observation": encode(view),
            "units": unit_table(view),
            "state": np.array([view.phase, view.rounds, view.player is seat, seat], np.int16),
        }
        if self.task.flat:
            return shown | {"action_mask": masks.reshape(-1)}
        return shown | {"unit_mask": masks.max(axis=1), "target_masks": masks}

    def potential(self, seat: Side) -> float:
        """Returns the weighted share of its army that a side has left, less that of the enemy; 0 at the end."""
        if self.task.reward != SHAPED or self.game.outcome is not None:
            return 0.0
        left, full = np.zeros(2), np.zeros(2)
        for mine, _, x, *_ in unit_table(self.game.view(seat)).tolist():
            full[mine] += 1
            left[mine] += x >= 0
        return float(self.task.shaping * (left[1] / full[1] - left[0] / full[0]))

    def render(self) -> str | NDArray[np.uint8] | None:
        """Draws the board in the render mode."""
        board = Board.at(self.game)
        if self.render_mode == "ansi":
            return "\n".join(ruled(text_rows(board)))
        if self.render_mode == "rgb_array":
            return _COLOURS[pixels(board.codes(), board.tiles)].repeat(SCALE, axis=0).repeat(SCALE, axis=1)
        return None

    def replay(self, players: Sequence[str] = ()) -> Replay:
        """Returns the episode so far as a replay."""
        match = copy(self.match)
        match.players = tuple(players) or match.players
        return Replay.of(match)

    def copy(self) -> Copy:
        """Returns a copy of the game."""
        return Copy(_copied(self.match), self._toggled)

    def restore(self, state: Copy) -> None:
        """Goes back to a copy."""
        self._match, self._toggled = _copied(state.match), state.toggled


def _copied(match: Match) -> Match:
    twin = copy(match)
    twin.game, twin.log = cast("Any", match.game).clone(), Log(match.log)
    return twin
