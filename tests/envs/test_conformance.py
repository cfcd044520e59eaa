"""Every environment passes the tests of Gymnasium and PettingZoo, and plays the same episode in every process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import duskfall.envs
from duskfall.envs import DUNGEON, FOG_OF_WAR, fog_of_war_v0, weltendaemmerung_v0

pytestmark = [
    # PettingZoo's own test warns of the very form that its documentation gives to observations with masks.
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
]

FOG: dict[str, dict[str, Any]] = {
    "plain": {"width": 12, "height": 12, "turn_limit": 60},
    "crowd": {"width": 20, "height": 18, "players": 16, "turn_limit": 40, "half": False},
    "memory": {"width": 10, "height": 10, "turn_limit": 50, "memory": True, "reward": "shaped"},
    "dungeon": {"width": 24, "height": 24, "turn_limit": 30, "maps": "dungeon", "difficulty": 0.5, "levels": 4},
}
fog = pytest.mark.parametrize("options", FOG.values(), ids=FOG)


@fog
def test_fog_passes_the_checker_of_gymnasium(options: dict[str, Any]) -> None:
    check_env(gymnasium.make(FOG_OF_WAR, **options).unwrapped, skip_render_check=True)


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_fog_passes_the_render_check_of_gymnasium(mode: str) -> None:
    check_env(gymnasium.make(FOG_OF_WAR, render_mode=mode, **FOG["plain"]).unwrapped)


@fog
def test_fog_passes_the_parallel_tests_of_pettingzoo(options: dict[str, Any]) -> None:
    parallel_api_test(fog_of_war_v0.parallel_env(**options), num_cycles=100)
    parallel_seed_test(lambda: fog_of_war_v0.parallel_env(**options), num_cycles=20)


@fog
def test_fog_passes_the_tests_of_pettingzoo_seat_by_seat(options: dict[str, Any]) -> None:
    api_test(fog_of_war_v0.env(**options), num_cycles=30)
    seed_test(lambda: fog_of_war_v0.env(**options), num_cycles=20)


ADAPTERS = sorted(Path(duskfall.envs.__path__[0]).rglob("*.py"))


@pytest.mark.parametrize("path", ADAPTERS, ids=lambda path: path.stem)
def test_adapters_stay_thin(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) < 150


WELTEN: dict[str, dict[str, Any]] = {
    "pairs": {"land": "duel"},
    "original": {"land": "gatehouse", "rules": "original", "reward": "shaped"},
    "flat": {"land": "gatehouse", "flat": True},
    "river": {"land": "river", "flat": True, "rules": "original"},
}


@pytest.mark.filterwarnings("ignore:Action space for each agent probably should be:UserWarning")  # it knows no pairs
@pytest.mark.parametrize("options", WELTEN.values(), ids=WELTEN)
def test_weltendaemmerung_passes_the_tests_of_pettingzoo(options: dict[str, Any]) -> None:
    api_test(weltendaemmerung_v0.env(**options), num_cycles=60)
    seed_test(lambda: weltendaemmerung_v0.env(**options), num_cycles=60)


MAZES: dict[str, dict[str, Any]] = {
    "stairs": {},
    "secrets": {"task": "secrets", "secret_share": 1.0, "hidden_passages": 2, "reward": "shaped"},
    "small": {"width": 24, "height": 30, "grid": 2, "window": 5, "levels": 3, "step_limit": 20},
}


@pytest.mark.parametrize("options", MAZES.values(), ids=MAZES)
def test_the_dungeon_passes_the_checker_of_gymnasium(options: dict[str, Any]) -> None:
    check_env(gymnasium.make(DUNGEON, render_mode="ansi", **options).unwrapped)


EPISODES: dict[str, str] = {
    "fog": "gymnasium.make('duskfall/FogOfWar-v0', width=12, height=12, turn_limit=80)",
    "fog-dungeon": "gymnasium.make('duskfall/FogOfWar-v0', width=24, height=24, turn_limit=60, maps='dungeon')",
    "dungeon": "gymnasium.make('duskfall/Dungeon-v0', task='secrets', hidden_passages=2, step_limit=90)",
    "welten": "Alone(weltendaemmerung_v0.env(land='gatehouse', flat=True))",
}
"""How to make an environment of one learner."""

SCRIPT = """
import hashlib, gymnasium, numpy, duskfall.envs
from duskfall.envs import weltendaemmerung_v0

class Alone:
    def __init__(self, environment):
        self.environment = environment

    def reset(self, **seed):
        self.environment.reset(**seed)
        observation, _, _, _, info = self.environment.last()
        return observation, info

    def step(self, action):
        self.environment.step(action)
        return self.environment.last()

environment = {}
observation, info = environment.reset(seed=11)
digest = hashlib.sha256()
for step in range(300):
    for name in sorted(observation):
        digest.update(numpy.ascontiguousarray(observation[name]).tobytes())
    possible = numpy.flatnonzero(info["action_mask"])
    action = int(possible[7919 * step % len(possible)])
    observation, reward, terminated, truncated, info = environment.step(action)
    digest.update(repr((action, float(reward), terminated, truncated)).encode())
    if terminated or truncated:
        observation, info = environment.reset()
print(digest.hexdigest())
"""


def episodes_of(name: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.replace("{}", EPISODES[name])],
        capture_output=True, text=True, check=True, env={**os.environ, **environment},
    )  # fmt: skip
    return done.stdout.strip()


GOLDEN: dict[str, str] = {
    "fog": "7c5cd8b83c449c94e7e0fa1600ea2c1509eb0dac4ff826f95841c3f057a83263",
    "fog-dungeon": "8425dfb7e10b6c518e37f717ca03b4a2ec36417b0802ee39fb503dc5bbdc0223",
    "dungeon": "0f14227137c665a6751b4f4dbb58031211f9be52e3f4feaf0aeb8533214dfe9d",
    "welten": "f8994bac29859ab61d527fd2bfd3228ac1e904826e06aa247be0c4da69db4853",
}
"""The digest of the first episodes of each id. It differs when rules, maps or observations have changed: then the id
gets a new version, so that results under the old one stay comparable with each other."""


@pytest.mark.parametrize("name", EPISODES)
def test_a_seed_gives_the_same_episodes_in_every_process_as_long_as_the_version_is_the_same(name: str) -> None:
    assert episodes_of(name, PYTHONHASHSEED="1") == GOLDEN[name]
    assert episodes_of(name, PYTHONHASHSEED="2") == GOLDEN[name]


def test_ids_are_versioned() -> None:
    ours = [name for name in gymnasium.registry if name.startswith("duskfall/")]
    assert ours
    assert all(name.endswith("-v0") for name in ours)


@pytest.mark.parametrize("package", ["gymnasium", "pettingzoo"])
def test_without_the_extra_the_import_says_what_to_install(package: str) -> None:
    script = f"import sys; sys.modules[{package!r}] = None; import duskfall.envs"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith(f"ModuleNotFoundError: training environments need {package}")
    assert last.endswith("pip install 'duskfall[train]'")
