"""Fog of War for Gymnasium: one learner in seat 0 against built-in policies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsInt

import gymnasium
import numpy as np
from numpy.typing import NDArray

from duskfall.envs.fog.session import Copy, FogSession, Observation
from duskfall.envs.fog.task import FogTask
from duskfall.envs.replay_page import RENDER_MODES
from duskfall.envs.session_methods import SessionMethods

EXPANDING = "expanding"


class FogEnv(SessionMethods[Copy], gymnasium.Env[Observation, np.int64]):
    """`opponents` is a built-in policy for all other seats, or one for each; `options` are those of `FogTask`."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 10}  # noqa: RUF012  # as its base has it

    def __init__(
        self,
        render_mode: str | None = None,
        *,
        opponents: str | Sequence[str] = EXPANDING,
        copy: bool = True,
        **options: Any,
    ) -> None:
        task = FogTask(**options)
        self._session: FogSession = FogSession(task, task.opponents(opponents), render_mode, copy=copy)
        self.render_mode = render_mode
        self.observation_space = task.observation_space
        self.action_space = task.action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins an episode; the option `difficulty` turns the dial of dungeon maps."""
        super().reset(seed=seed)
        self._session.begin(int(self.np_random.integers(2**63)), options)
        return self._shown()

    def _shown(self) -> tuple[Observation, dict[str, Any]]:
        (observation,) = self._session.observations()
        return observation, {"action_mask": observation["action_mask"]}

    def step(self, action: SupportsInt) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays one turn; a march that cannot be made is a pass."""
        session = self._session
        session.row[0] = session.checked(action)
        session.play()
        observation, info = self._shown()
        if session.ended:
            turn, _, place, *_ = session.result
            info |= {"turn": turn, "place": place}
        return observation, float(session.rewards[0]), session.ended, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns which actions can be made, for MaskablePPO of sb3-contrib."""
        masks: NDArray[np.bool_] = self._session.episodes.masks[0, 0].astype(np.bool_)
        return masks
