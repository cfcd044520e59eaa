"""A dungeon to explore, for Gymnasium: find the stairs down, or every secret, on a map that is new in each episode."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, SupportsInt

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from duskfall.dungeon import FLOOR, GLYPHS
from duskfall.dungeon.exploration.walk import REMEMBERED, Walk
from duskfall.envs.dungeon.pictures import picture
from duskfall.envs.dungeon.task import SHAPED, STAIRS, DungeonTask
from duskfall.envs.session_methods import begun
from duskfall.errors import Refusal, Refused, UnknownName

STEPS: Final = ((0, -1), (0, 1), (-1, 0), (1, 0))
"""Up, down, left, right."""
SEARCH: Final = len(STEPS)
SIGNS: Final = GLYPHS + "@$"

Observation = dict[str, NDArray[Any]]


class Copy(NamedTuple):
    """A copy of an episode, for `restore_state`."""

    walk: Walk
    left: int


class DungeonEnv(gymnasium.Env[Observation, np.int64]):
    """`options` are those of `DungeonTask` and of the generator: `loops=3`, `secret_share=1`, ..."""

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 10}  # noqa: RUF012  # as its base

    def __init__(self, render_mode: str | None = None, **options: Any) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise UnknownName("render mode of a dungeon", str(render_mode), self.metadata["render_modes"])
        self._task = DungeonTask.of(options)
        self.render_mode = render_mode
        self.observation_space = self._task.observation_space
        self.action_space = spaces.Discrete(len(STEPS) + 1)
        self._walk: Walk | None = None
        self._left = 0

    @property
    def walk(self) -> Walk:
        """The running walk."""
        return begun(self._walk)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:  # fmt: skip
        """Begins an episode on the stairs up of a map."""
        super().reset(seed=seed, options=options)
        self._walk = Walk(self._task.dungeon(self.np_random))
        self._left = self._task.step_limit
        return self._shown()

    def _shown(self) -> tuple[Observation, dict[str, Any]]:
        walk, side = self.walk, self._task.window // 2
        scene = np.pad(walk.scene(), side)
        around = scene[walk.y : walk.y + 2 * side + 1, walk.x : walk.x + 2 * side + 1]
        known, in_sight = around % REMEMBERED, (around > 0) & (around < REMEMBERED)
        near = [int(known[side + down, side + right]) for right, down in STEPS]
        mask = np.array([*(cell >= FLOOR for cell in near), True], np.int8)
        state = np.array([walk.x, walk.y, walk.secrets, walk.treasures, self._left], np.int32)
        planes = np.stack([known, in_sight.astype(np.uint8)], axis=-1)
        return {"observation": planes, "state": state, "action_mask": mask}, {"action_mask": mask}

    def step(self, action: SupportsInt) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Takes a step or searches; a step into a wall only takes time. Ends at the goal, truncates at the limit."""
        number, walk = int(action), self.walk
        if not 0 <= number <= SEARCH:
            raise Refused(Refusal.OUT_OF_RANGE, f"action {number}", f"actions are 0 to {SEARCH}, which searches")
        found, worth = walk.secrets, self._potential(walk)
        if number == SEARCH:
            walk.search()
        else:
            walk.step(*STEPS[number])
        self._left -= 1
        stairs = self._task.task == STAIRS
        over = walk.is_at_stairs_down if stairs else walk.secrets == walk.secrets_total
        reward = float(over) if stairs else (walk.secrets - found) / walk.secrets_total
        reward += (0.0 if over else self._potential(walk)) - worth
        observation, info = self._shown()
        return observation, reward, over, not over and self._left <= 0, info

    def _potential(self, walk: Walk) -> float:
        """Returns the weighted share of the map that has been seen; it counts 0 at the goal."""
        options = self._task.map_options
        return self._task.shaping * walk.seen / (options.width * options.height) if self._task.reward == SHAPED else 0.0

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns which actions do something, for MaskablePPO of sb3-contrib."""
        masks: NDArray[np.bool_] = self._shown()[0]["action_mask"].astype(np.bool_)
        return masks

    def render(self) -> Any:
        """Draws the map as the walker knows it."""
        scene = self.walk.scene()
        if self.render_mode == "ansi":
            return "\n".join("".join(SIGNS[cell % REMEMBERED] for cell in row) for row in scene.tolist())
        return picture(scene) if self.render_mode == "rgb_array" else None

    def clone_state(self) -> Copy:
        """Returns a copy of the walk, to search from."""
        return Copy(self.walk.clone(), self._left)

    def restore_state(self, state: Copy) -> None:
        """Goes back to a copy."""
        self._walk, self._left = state.walk.clone(), state.left
