"""Fog of War for PettingZoo: all seats act at once, each turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from duskfall.envs.fog.session import Copy, FogSession, Observation
from duskfall.envs.fog.task import FogTask
from duskfall.envs.replay_page import RENDER_MODES
from duskfall.envs.session_methods import SessionMethods


class FogParallelEnv(SessionMethods[Copy], ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # it has no types
    """Two to sixteen seats; `options` are those of `FogTask`. With `copy=False` the next step changes observations.

    A seat that loses its general is terminated then, all others when the game ends.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "fog_of_war_v0", "render_modes": list(RENDER_MODES), "render_fps": 10, "is_parallelizable": True,
    }  # fmt: skip

    def __init__(self, render_mode: str | None = None, *, copy: bool = True, **options: Any) -> None:
        self._session: FogSession = FogSession(FogTask(**options), (), render_mode, copy=copy)
        task = self._session.task
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(task.players)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._random = np.random.default_rng()
        self.observation_spaces = dict.fromkeys(self.possible_agents, task.observation_space)
        self.action_spaces = dict.fromkeys(self.possible_agents, task.action_space)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of what a seat is shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of a seat's actions."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begins an episode; the option `difficulty` turns the dial of dungeon maps."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._session.begin(int(self._random.integers(2**63)), options)
        self.agents = self.possible_agents.copy()
        return self._shown()

    def _shown(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Returns the observations and infos of the agents."""
        shown, seat_of = self._session.observations(), self._seat_of
        observations = {agent: shown[seat_of[agent]] for agent in self.agents}
        return observations, {agent: {"action_mask": seen["action_mask"]} for agent, seen in observations.items()}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:  # fmt: skip
        """Plays one turn; an agent without an action passes, and so does one whose march cannot be made."""
        session, agents, seat_of = self._session, self.agents, self._seat_of
        if not agents:
            return {}, {}, {}, {}, {}
        row, passing = session.row, session.passing
        for agent, seat in seat_of.items():
            row[seat] = session.checked(actions[agent]) if agent in actions else passing
        session.play()
        earned, over = session.rewards.tolist(), session.over.tolist()
        observations, infos = self._shown()
        rewards = {agent: earned[seat_of[agent]] for agent in agents}
        terminations = {agent: over[seat_of[agent]] == 1 for agent in agents}
        self.agents = [agent for agent in agents if not over[seat_of[agent]]]
        return observations, rewards, terminations, dict.fromkeys(agents, False), infos

    def state(self) -> NDArray[np.int16]:
        """Returns the observations of all seats as one array, (seats, height, width, planes)."""
        planes: NDArray[np.int16] = self._session.episodes.planes[0].copy()
        return planes

    def restore_state(self, state: Copy) -> None:
        """Goes back to a copy."""
        super().restore_state(state)
        self.agents = [agent for agent, seat in self._seat_of.items() if not self._session.over[seat]]
