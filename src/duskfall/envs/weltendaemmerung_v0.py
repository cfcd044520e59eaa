"""Weltendämmerung for PettingZoo, in the form of its own environments: `weltendaemmerung_v0.env(land="duel")`."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from duskfall.envs.welten.turns import WeltenEnv

raw_env = WeltenEnv


def env(**options: Any) -> AECEnv[Any, Any, Any]:
    """Returns the environment, which refuses to be used before it is reset."""
    return OrderEnforcingWrapper(WeltenEnv(**options))
