"""Fog of War for PettingZoo, in the form of its own environments: `fog_of_war_v0.parallel_env(players=4)`."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv
from pettingzoo.utils import parallel_to_aec

from duskfall.envs.fog.parallel import FogParallelEnv

parallel_env = FogParallelEnv


def env(**options: Any) -> AECEnv[Any, Any, Any]:
    """Returns the same environment with the seats acting one after another; a turn is played when all have."""
    return parallel_to_aec(FogParallelEnv(**options))
