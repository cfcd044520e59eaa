"""Weltendämmerung for PettingZoo: the side to play gives one order after another."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from duskfall.envs.fog.session import Observation
from duskfall.envs.replay_page import RENDER_MODES
from duskfall.envs.session_methods import SessionMethods
from duskfall.envs.welten.session import Copy, WeltenSession
from duskfall.envs.welten.task import WeltenTask
from duskfall.welten import Side

SIDES = {"eldoin_0": Side.ELDOIN, "dailor_1": Side.DAILOR}


class WeltenEnv(SessionMethods[Copy], AECEnv[str, Observation, Any]):  # type: ignore[misc]  # it has no types
    """Both sides learn; `options` are those of `WeltenTask`.

    An action is a pair of a row and a target tile: row 0 ends the state, then come the units, then the gates.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "weltendaemmerung_v0", "render_modes": list(RENDER_MODES), "render_fps": 2, "is_parallelizable": False,
    }  # fmt: skip

    def __init__(self, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        self._session: WeltenSession = WeltenSession(WeltenTask(**options), render_mode)
        task, scenario = self._session.task, self._session.scenario
        self.render_mode = render_mode
        self.possible_agents = list(SIDES)
        self.agents: list[str] = []
        self._random = np.random.default_rng()
        self.observation_spaces = {agent: task.observation_space(scenario) for agent in SIDES}
        self.action_spaces = {agent: task.action_space(scenario) for agent in SIDES}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of what a side is shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of a side's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins an episode."""
        del options
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._session.begin(int(self._random.integers(2**63)))
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._look()

    def _look(self) -> None:
        """Reads whose turn it is, and whether the game has ended."""
        game = self._session.game
        self.terminations = dict.fromkeys(self.agents, game.outcome is not None)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.possible_agents[game.player]
        self.infos = {agent: self._info(agent) for agent in self.agents}

    def _info(self, agent: str) -> dict[str, Any]:
        """Returns the mask of one number as an action; masks of pairs are in the observation alone."""
        task, side = self._session.task, SIDES[agent]
        return {"action_mask": self._session.masks(side).reshape(-1)} if task.flat else {}

    def observe(self, agent: str) -> Observation:
        """Returns what a side is shown."""
        return self._session.observation(SIDES[agent])

    def step(self, action: Any) -> None:
        """Gives the order of an action for the side to play; one that the masks do not allow ends the state."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        session = self._session
        before = {agent: session.potential(SIDES[agent]) for agent in self.agents}
        row, target = divmod(int(action), session.scenario.terrain.size) if session.task.flat else map(int, action)
        session.play(row, target)
        outcome = session.game.outcome
        self._cumulative_rewards[agent] = 0.0
        for other in self.agents:
            final = (
                0.0 if outcome is None or outcome.winner is None else 1.0 if outcome.winner is SIDES[other] else -1.0
            )
            self.rewards[other] = final + session.potential(SIDES[other]) - before[other]
        self._accumulate_rewards()
        self._look()

    def restore_state(self, state: Copy) -> None:
        """Goes back to a copy; rewards begin at 0 there."""
        super().restore_state(state)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._look()
