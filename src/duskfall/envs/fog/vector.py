"""Fog of War for Gymnasium, thousands of boards at once: against built-in policies, or learners among themselves."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from duskfall.envs.fog.batch import Flags, FogBatch, Infos
from duskfall.envs.fog.recording import Recorder
from duskfall.envs.fog.session import Observation
from duskfall.envs.fog.single import EXPANDING
from duskfall.envs.fog.task import FogTask
from duskfall.errors import UnknownName
from duskfall.fog.episodes import State
from duskfall.formats.fog import draw_picture

Numbers = NDArray[np.float64]


class FogVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """`num_envs` learners; with `opponents=None` they play each other: learner i holds seat i % players of a board.

    With `copy=False` observations are views that the next step changes. `recorded` boards can be saved as replays.
    `options` are those of `FogTask`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as its base has it
        "render_modes": ["ansi", "rgb_array"], "render_fps": 10, "autoreset_mode": AutoresetMode.NEXT_STEP,
    }  # fmt: skip

    def __init__(
        self,
        num_envs: int = 1,
        *,
        opponents: str | Sequence[str] | None = EXPANDING,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        workers: int = 1,
        recorded: int = 0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise UnknownName("render mode of many boards", str(render_mode), self.metadata["render_modes"])
        task = FogTask(**options)
        policies = [] if opponents is None else task.opponents(opponents)
        self._batch = FogBatch(task, num_envs, policies, copy=copy, workers=workers, recorded=recorded)
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = self.metadata | {"autoreset_mode": self._mode}
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_observation_space = task.observation_space
        self.single_action_space = task.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Infos]:
        """Begins all episodes; the option `difficulty` turns the dial of dungeon maps.

        With the option `reset_mask` only the boards of the chosen learners begin anew.
        """
        super().reset(seed=seed)
        batch = self._batch
        changed = batch.task.changed(options)
        if changed != batch.task:
            batch.change(changed)
        mask = (options or {}).get("reset_mask")
        if mask is None:
            batch.episodes.reset(int(self.np_random.integers(2**63)))
        else:
            chosen: Flags = np.asarray(mask, np.bool_).reshape(len(batch.episodes), -1)
            batch.episodes.begin_next(np.logical_or.reduce(chosen, axis=1))
        batch.record()
        return self._shown({})

    def _shown(self, infos: Infos) -> tuple[Observation, Infos]:
        observation = self._batch.observation()
        return observation, infos | {"action_mask": observation["action_mask"], "_action_mask": self._all}

    @property
    def _all(self) -> Flags:
        return np.ones(self.num_envs, np.bool_)

    def step(self, actions: NDArray[np.int64]) -> tuple[Observation, Numbers, Flags, Flags, Infos]:
        """Plays a turn on every board; those whose episode has ended begin anew as the autoreset mode says."""
        batch, episodes = self._batch, self._batch.episodes
        before = episodes.ended
        episodes.step(np.asarray(actions).reshape(len(episodes), -1))
        if self._mode is AutoresetMode.NEXT_STEP and before.any():
            episodes.begin_next(before)
        batch.record()
        rewards: Numbers = episodes.rewards.reshape(-1).copy()
        ended, infos = batch.ended(), {}
        if ended.any():
            if self._mode is AutoresetMode.SAME_STEP:
                infos = batch.final(ended)
                episodes.begin_next(episodes.ended)
                batch.record()
            else:
                infos = batch.places(ended)
        observation, infos = self._shown(infos)
        return observation, rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    @property
    def seeds(self) -> list[int]:
        """The seed of the game on each board."""
        return [int(seed) for seed in self._batch.episodes.seeds]

    def action_masks(self) -> Flags:
        """Returns which actions each learner can make."""
        masks: Flags = self._batch.rows(self._batch.episodes.masks).astype(np.bool_)
        return masks

    def render(self) -> tuple[Any, ...] | None:
        """Draws each board, whole."""
        if self.render_mode is None:
            return None
        episodes = self._batch.episodes
        views = [episodes.view(board, None) for board in range(len(episodes))]
        return tuple(str(view) if self.render_mode == "ansi" else np.asarray(draw_picture(view)) for view in views)

    def clone_state(self) -> tuple[State, list[Recorder]]:
        """Returns a copy of all games, to search from."""
        return self._batch.clone_state()

    def restore_state(self, state: tuple[State, list[Recorder]]) -> None:
        """Goes back to a copy."""
        self._batch.restore_state(state)

    def save_replay(self, path: str | Path, board: int = 0, players: Sequence[str] = ()) -> None:
        """Writes the last finished episode of a recorded board as a replay file; before that the running one."""
        self._batch.save_replay(path, board, players)

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the threads."""
        del kwargs
        self._batch.episodes.close()
