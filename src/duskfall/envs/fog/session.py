"""One game of Fog of War behind an environment: its board, its recording, its pictures, and copies for search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from duskfall.envs.fog.recording import Recording
from duskfall.envs.fog.task import FogTask
from duskfall.envs.replay_page import HUMAN, ReplayPages
from duskfall.envs.session_methods import begun
from duskfall.errors import Refusal, Refused
from duskfall.fog.episodes import State
from duskfall.formats.fog import draw_picture
from duskfall.play import Replay

Observation = dict[str, NDArray[Any]]


class Copy(NamedTuple):
    """A copy of a game in progress, for `restore_state`."""

    state: State
    recording: Recording


class FogSession:
    """A game in progress."""

    def __init__(self, task: FogTask, opponents: Sequence[str], render_mode: str | None, *, copy: bool = True) -> None:
        self.task = task
        self.render_mode = render_mode
        self._opponents = opponents
        self._copy = copy
        self._recording: Recording | None = None
        self.pages = ReplayPages(render_mode)
        self._make()

    def _make(self) -> None:
        self.episodes = episodes = self.task.episodes(1, self._opponents)
        self.row = episodes.actions[0].data
        """The actions of the next turn; Python writes single numbers into it faster than into an array."""
        self.rewards, self.over, self._results = episodes.rewards[0], episodes.over[0], episodes.results[0].data
        self._shown = {
            "observation": episodes.planes[0],
            "scores": episodes.scores[0],
            "turn": episodes.turns[0],
            "action_mask": episodes.masks[0],
        }
        if self.task.memory:
            self._shown["memory"] = episodes.memory[0]
        self._views: list[Observation] = [
            {name: array[seat] for name, array in self._shown.items()} for seat in range(episodes.viewers)
        ]
        self.passing = len(self._shown["action_mask"][0]) - 1

    def begin(self, seed: int, options: dict[str, Any] | None) -> None:
        """Begins the episode of a seed."""
        changed = self.task.changed(options)
        if changed != self.task:
            self.task = changed
            self._make()
        self.episodes.begin([seed])
        self._recording = Recording(self.task, self.episodes)

    @property
    def ended(self) -> bool:
        """Whether the episode has ended."""
        return bool(self._results[0])

    @property
    def result(self) -> list[int]:
        """The turn in which the episode ended, the winner (-1: none) and all places."""
        return [int(number) for number in self._results]

    def play(self) -> None:
        """Plays one turn with the actions in `row`; nothing happens after the end."""
        recording = self.recording
        if self._results[0] == 0:
            self.episodes.play()
            recording.add(self.row.tolist())
            if self.ended:
                self.pages.open(recording.replay)

    @property
    def recording(self) -> Recording:
        """The actions of the running episode."""
        return begun(self._recording)

    def observations(self) -> list[Observation]:
        """Returns what each viewer is shown: copies, or views that the next turn changes."""
        return self._copied() if self._copy else self._views

    def _copied(self) -> list[Observation]:
        rows = [list(array.copy()) for array in self._shown.values()]
        return [dict(zip(self._shown, parts, strict=True)) for parts in zip(*rows, strict=True)]

    def checked(self, action: Any) -> int:
        """Returns an action as a number, or refuses it."""
        number = int(action)
        if number != action or not 0 <= number <= self.passing:
            raise Refused(
                Refusal.OUT_OF_RANGE, f"action {action}", f"actions are 0 to {self.passing}, and the last one passes"
            )
        return number

    def render(self) -> str | NDArray[np.uint8] | None:
        """Draws the whole board in the render mode; the page of `human` opens by itself when an episode ends."""
        if self.render_mode in (None, HUMAN):
            return None
        begun(self._recording)
        view = self.episodes.view(0, None)
        return str(view) if self.render_mode == "ansi" else np.asarray(draw_picture(view))

    def replay(self, players: Sequence[str]) -> Replay:
        """Returns the episode so far as a replay."""
        return self.recording.replay(players)

    def copy(self) -> Copy:
        """Returns a copy of the game."""
        return Copy(self.episodes.copy(), self.recording.copy())

    def restore(self, state: Copy) -> None:
        """Goes back to a copy."""
        self.episodes.restore(state.state)
        self._recording = state.recording.copy()
