"""Many games of Fog of War behind a vector environment: observations, final ones, recordings, copies for search."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from duskfall.envs.fog.recording import Recorder
from duskfall.envs.fog.session import Observation
from duskfall.envs.fog.task import FogTask
from duskfall.errors import Refusal, Refused
from duskfall.fog.episodes import State
from duskfall.formats.files import write_whole

Flags = NDArray[np.bool_]
Infos = dict[str, Any]


class FogBatch:
    """Boards with one or more learners each; arrays for learners have a row for each learner."""

    def __init__(
        self, task: FogTask, learners: int, policies: Sequence[str], *, copy: bool, workers: int, recorded: int
    ) -> None:
        self.learners = learners
        self._seats = task.players - len(policies)
        if learners < 1 or learners % self._seats:
            raise Refused(
                Refusal.OUT_OF_RANGE,
                f"{learners} environments",
                f"learners hold {self._seats} seats of each board",
                f"give a multiple of {self._seats}",
            )
        self._policies = policies
        self._copy = copy
        self._workers = workers
        self._recorders = [Recorder(board) for board in range(recorded)]
        self.change(task)

    def change(self, task: FogTask) -> None:
        """Makes the boards of a task."""
        self.task = task
        self.episodes = task.episodes(self.learners // self._seats, self._policies, self._workers)

    def rows(self, array: NDArray[Any]) -> NDArray[Any]:
        """Returns an array of (boards, seats, ...) as one row for each learner."""
        return array.reshape(self.learners, *array.shape[2:])

    def record(self) -> None:
        """Takes note of the last step of recorded boards."""
        for recorder in self._recorders:
            recorder.follow(self.task, self.episodes)

    def observation(self) -> Observation:
        """Returns what each learner is shown."""
        episodes = self.episodes
        shown: Observation = {
            "observation": episodes.planes,
            "scores": episodes.scores,
            "turn": episodes.turns,
            "action_mask": episodes.masks,
        }
        if self.task.memory:
            shown["memory"] = episodes.memory
        return {name: self.rows(array).copy() if self._copy else self.rows(array) for name, array in shown.items()}

    def ended(self) -> Flags:
        """Returns for each learner whether the episode of the board has ended."""
        return np.repeat(self.episodes.ended, self._seats)

    def places(self, ended: Flags) -> Infos:
        """Returns the places in the games that have ended."""
        places = self.episodes.results[:, 2 : 2 + self._seats].reshape(-1)
        return {"place": np.where(ended, places, 0), "_place": ended}

    def final(self, ended: Flags) -> Infos:
        """Returns the last observations of ended episodes, as Gymnasium's own vector environments do."""
        shown = self.observation()
        last = np.full(self.learners, None, object)
        for learner in np.flatnonzero(ended).tolist():
            last[learner] = {name: array[learner].copy() for name, array in shown.items()}
        return {"final_obs": last, "_final_obs": ended, "final_info": self.places(ended), "_final_info": ended}

    def clone_state(self) -> tuple[State, list[Recorder]]:
        """Returns a copy of all games."""
        return self.episodes.copy(), deepcopy(self._recorders)

    def restore_state(self, state: tuple[State, list[Recorder]]) -> None:
        """Goes back to a copy."""
        self.episodes.restore(state[0])
        self._recorders = deepcopy(state[1])

    def save_replay(self, path: str | Path, board: int, players: Sequence[str]) -> None:
        """Writes the last finished episode of a recorded board as a replay file; before that the running one."""
        if not 0 <= board < len(self._recorders):
            reason = f"{len(self._recorders)} boards are recorded"
            raise Refused(Refusal.OUT_OF_RANGE, f"board {board}", reason, "make the environment with recorded=N")
        write_whole(Path(path), self._recorders[board].chosen.replay(players).encode())
