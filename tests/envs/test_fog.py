"""Environments of Fog of War: options, episodes that begin anew, replays, copies, pictures."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from duskfall.envs import FOG_OF_WAR, fog_of_war_v0
from duskfall.envs.fog.levels import dungeon_level
from duskfall.envs.fog.parallel import FogParallelEnv
from duskfall.envs.fog.single import FogEnv
from duskfall.envs.fog.vector import FogVectorEnv
from duskfall.errors import Refused, UnknownName
from duskfall.fog import Game, Options
from duskfall.fog.observations import Planes
from duskfall.play import Replay
from tests.command import duskfall

SMALL: dict[str, Any] = {"width": 12, "height": 12, "turn_limit": 40}
MOUNTAIN = 32


def some_actions(environment: FogParallelEnv, shown: dict[str, Any], chance: np.random.Generator) -> dict[str, int]:
    """A march for each agent that can make one."""
    ways = {agent: np.flatnonzero(shown[agent]["action_mask"]) for agent in environment.agents}
    return {agent: int(chance.choice(found)) for agent, found in ways.items()}


def learners_actions(masks: NDArray[Any], chance: np.random.Generator) -> NDArray[np.int64]:
    """A march for each learner that can make one."""
    return np.array([chance.choice(np.flatnonzero(mask)) for mask in masks])


def equal(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)


# One game


def test_agents_act_until_their_general_falls_and_the_last_one_wins() -> None:
    environment = fog_of_war_v0.parallel_env(width=16, height=16, players=4, turn_limit=2000)
    chance = np.random.default_rng(5)
    shown, infos = environment.reset(seed=5)
    out: dict[str, float] = {}
    while environment.agents:
        before = list(environment.agents)
        shown, rewards, terminations, truncations, infos = environment.step(some_actions(environment, shown, chance))
        assert set(shown) == set(rewards) == set(terminations) == set(truncations) == set(infos) == set(before)
        assert not any(truncations.values())
        out |= {agent: rewards[agent] for agent in before if terminations[agent]}
        assert all(rewards[agent] == 0 for agent in before if not terminations[agent])
        for agent in before:
            assert environment.observation_space(agent).contains(shown[agent])
    assert sorted(out.values()) == [-1, -1, -1, 1]
    replay = environment.replay()
    replay.verify()
    assert replay.result is not None
    assert [out[f"seat_{seat}"] for seat in range(4)] == [1 if place == 1 else -1 for place in replay.result.places]


def test_observations_do_not_change_after_they_were_given_unless_asked_for() -> None:
    for copy in (True, False):
        environment = fog_of_war_v0.parallel_env(copy=copy, **SMALL)
        shown, _ = environment.reset(seed=1)
        kept = shown["seat_0"]["observation"].copy()
        for _ in range(3):
            environment.step({})
        assert np.array_equal(kept, shown["seat_0"]["observation"]) is copy


def test_a_learner_meets_the_built_in_policy_that_it_chose() -> None:
    lengths = {}
    for opponents in ("pass", "expanding", "raiding"):
        environment = gymnasium.make(FOG_OF_WAR, opponents=opponents, **SMALL | {"turn_limit": 300})
        environment.reset(seed=2)
        ended, turns = False, 0
        info: dict[str, Any] = {}
        while not ended:
            _, reward, ended, _, info = environment.step(8 * 144)
            turns += 1
        lengths[opponents] = (turns, reward, info["place"])
    assert lengths["pass"] == (300, 0, 1)
    for hunter in ("expanding", "raiding"):
        turns, reward, place = lengths[hunter]
        assert (turns < 300, reward, place) == (True, -1, 2)


def test_action_masks_are_those_of_the_observation() -> None:
    environment = gymnasium.make(FOG_OF_WAR, **SMALL).unwrapped
    shown, info = environment.reset(seed=2)
    for _ in range(5):
        masks = environment.get_wrapper_attr("action_masks")()
        assert masks.dtype == np.bool_
        assert np.array_equal(masks, shown["action_mask"])
        assert np.array_equal(masks, info["action_mask"])
        shown, _, _, _, info = environment.step(int(np.flatnonzero(masks)[0]))


@pytest.mark.parametrize("action", [-1, 8 * 144 + 1, 0.5])
def test_what_is_no_action_is_refused_in_words(action: Any) -> None:
    environment = fog_of_war_v0.parallel_env(**SMALL)
    environment.reset(seed=1)
    with pytest.raises(Refused, match="the last one passes"):
        environment.step({"seat_0": action})


def test_a_copy_leads_back_to_the_same_episode_and_the_same_recording() -> None:
    environment = fog_of_war_v0.parallel_env(memory=True, **SMALL)
    chance = np.random.default_rng(1)
    shown, _ = environment.reset(seed=3)
    for _ in range(10):
        shown, *_ = environment.step(some_actions(environment, shown, chance))
    kept, state = shown, environment.clone_state()
    ends = []
    for _ in range(2):
        environment.restore_state(state)
        shown, again = kept, np.random.default_rng(9)
        while environment.agents:
            shown, rewards, *_ = environment.step(some_actions(environment, shown, again))
        ends.append((shown, rewards, environment.replay().encode()))
    assert equal(ends[0][0]["seat_0"], ends[1][0]["seat_0"])
    assert ends[0][1:] == ends[1][1:]


# Maps, difficulty and rewards


def test_a_harder_dungeon_has_all_mountains_of_an_easier_one_and_more() -> None:
    options = Options(width=30, height=26)
    for seed in range(5):
        walls = [dungeon_level(seed, options, share).kinds == MOUNTAIN for share in (0.0, 0.3, 0.7, 1.0)]
        for easier, harder in pairwise(walls):
            assert (harder | ~easier).all()
            assert harder.sum() > easier.sum()


def test_reset_turns_the_dial_of_difficulty() -> None:
    environment = gymnasium.make(FOG_OF_WAR, width=24, height=24, maps="dungeon", levels=3, difficulty=0.0)
    found = []
    for difficulty in (0.0, 0.5, 1.0):
        environment.reset(seed=1, options={"difficulty": difficulty})
        tiles = str(environment.unwrapped.get_wrapper_attr("_session").episodes.view(0, None))
        found.append(tiles.count("^"))
    assert found[0] == 0
    assert found[0] < found[1] < found[2]
    with pytest.raises(Refused, match="difficulty 2"):
        environment.reset(options={"difficulty": 2})


def test_a_map_of_ones_own_decides_size_and_players(tmp_path: Path) -> None:
    rows = ["." * 14] * 4 + ["....a..^..b..."] + ["." * 14] * 2 + ["....c....^^..."] + ["." * 14] * 4
    (tmp_path / "own.map").write_text("\n".join(rows), encoding="utf-8")
    for maps in (rows, tmp_path / "own.map"):
        environment = fog_of_war_v0.parallel_env(maps=maps, turn_limit=20)
        shown, _ = environment.reset(seed=1)
        assert environment.possible_agents == ["seat_0", "seat_1", "seat_2"]
        assert shown["seat_0"]["observation"].shape == (12, 14, 12)
        while environment.agents:
            environment.step({})
        environment.replay().verify()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"maps": "dungeons"}, "did you mean 'dungeon'"),
        ({"reward": "winn"}, "did you mean 'win'"),
        ({"difficulty": -0.1}, "between 0 and 1"),
        ({"opponents": "settler"}, "no such policy"),
        ({"opponents": ["random", "random"]}, "2 opponents"),
        ({"render_mode": "video"}, "no such render mode"),
        ({"width": 5}, "7 to 200"),
        ({"levels": 0}, "at least one"),
    ],
)
def test_impossible_options_are_refused_in_words(options: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused, match=words):
        FogEnv(**options)


def test_a_shaped_reward_pays_for_land_and_armies() -> None:
    environment = gymnasium.make(FOG_OF_WAR, reward="shaped", discount=1.0, opponents="pass", **SMALL)
    shown, _ = environment.reset(seed=1)
    chance, earned = np.random.default_rng(0), 0.0
    for _ in range(25):
        shown, reward, *_ = environment.step(int(chance.choice(np.flatnonzero(shown["action_mask"]))))
        earned += float(reward)
    assert earned > 0.05


# Many boards


def test_learners_of_one_board_share_the_game_that_parallel_agents_play() -> None:
    boards = FogVectorEnv(6, opponents=None, **SMALL)
    shown, infos = boards.reset(seed=4)
    games = [Game.new(int(seed), Options(12, 12, turn_limit=40)) for seed in boards.seeds]
    for board, game in enumerate(games):
        for seat in range(2):
            assert np.array_equal(shown["observation"][2 * board + seat], game.observation(seat))
    assert infos["action_mask"].shape == (6, 8 * 144 + 1)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_ended_episodes_begin_anew_as_the_autoreset_mode_says(mode: AutoresetMode) -> None:
    boards = FogVectorEnv(4, opponents=None, autoreset_mode=mode, **SMALL | {"turn_limit": 5})
    assert boards.metadata["autoreset_mode"] is mode
    boards.reset(seed=1)
    passing = np.full(4, 8 * 144)
    rows = []
    for _ in range(7):
        shown, _, terminated, truncated, infos = boards.step(passing)
        assert not truncated.any()
        rows.append((int(shown["turn"][0, 0]), bool(terminated[0]), "final_obs" in infos))
        if terminated.any():
            assert infos.get("final_info", infos)["place"].tolist() == [1, 1, 1, 1]
            if mode is AutoresetMode.SAME_STEP:
                assert infos["final_obs"][0]["turn"].tolist() == [5, 0]
                assert boards.single_observation_space.contains(infos["final_obs"][3])
    begun = {
        AutoresetMode.NEXT_STEP: [(5, True, False), (0, False, False), (1, False, False)],
        AutoresetMode.SAME_STEP: [(0, True, True), (1, False, False), (2, False, False)],
        AutoresetMode.DISABLED: [(5, True, False), (5, True, False), (5, True, False)],
    }
    assert rows[4:] == begun[mode]
    shown, _ = boards.reset(options={"reset_mask": np.array([True, True, False, False])})
    assert shown["turn"][:2, 0].tolist() == [0, 0]
    assert shown["turn"][2, 0] == rows[-1][0]


def test_final_observations_are_those_of_the_last_turn_of_each_learner() -> None:
    options = SMALL | {"turn_limit": 12}
    same = FogVectorEnv(6, opponents=None, autoreset_mode="SameStep", **options)
    still = FogVectorEnv(6, opponents=None, autoreset_mode="Disabled", **options)
    dice = np.random.default_rng(3)
    _, infos = same.reset(seed=2)
    still.reset(seed=2)
    terminated = np.zeros(6, np.bool_)
    shown: dict[str, Any] = {}
    while not terminated.any():
        actions = learners_actions(infos["action_mask"], dice)
        _, _, terminated, _, infos = same.step(actions)
        shown, *_ = still.step(actions)
    for learner, last in enumerate(infos["final_obs"]):
        assert equal(last, {name: array[learner] for name, array in shown.items()})


def test_next_and_same_step_lead_to_the_same_episodes() -> None:
    ways = {}
    for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
        boards = FogVectorEnv(2, opponents="random", autoreset_mode=mode, **SMALL | {"turn_limit": 8})
        shown, _ = boards.reset(seed=1)
        starts = [shown["observation"][0].tobytes()]
        for _ in range(40):
            shown, *_ = boards.step(np.full(2, 8 * 144))
            if shown["turn"][0, 0] == 0:
                starts.append(shown["observation"][0].tobytes())
        ways[mode] = starts[:4]
    assert ways[AutoresetMode.NEXT_STEP] == ways[AutoresetMode.SAME_STEP]
    assert len(set(ways[AutoresetMode.SAME_STEP])) == 4, "each episode has a board of its own"


def test_vector_spaces_hold_what_steps_give() -> None:
    boards = gymnasium.make_vec(
        FOG_OF_WAR, num_envs=3, vectorization_mode="vector_entry_point", memory=True, reward="shaped", **SMALL
    )
    shown, infos = boards.reset(seed=1)
    chance = np.random.default_rng(1)
    for _ in range(50):
        assert boards.observation_space.contains(shown)
        assert np.array_equal(infos["action_mask"], boards.unwrapped.action_masks())  # type: ignore[attr-defined]  # ours
        shown, rewards, terminated, truncated, infos = boards.step(learners_actions(infos["action_mask"], chance))
        assert rewards.dtype == np.float64
        assert terminated.dtype == truncated.dtype == np.bool_
        assert rewards.shape == terminated.shape == truncated.shape == (3,)


def test_learners_that_do_not_fill_their_boards_are_refused() -> None:
    with pytest.raises(Refused, match="multiple of 2"):
        FogVectorEnv(3, opponents=None, **SMALL)
    with pytest.raises(UnknownName, match="render mode of many boards"):
        FogVectorEnv(3, render_mode="human", **SMALL)


def test_many_boards_go_back_to_a_copy() -> None:
    boards = FogVectorEnv(4, opponents="expanding", **SMALL)
    boards.reset(seed=1)
    state = boards.clone_state()
    passing = np.full(4, 8 * 144)
    first = [boards.step(passing) for _ in range(30)][-1]
    boards.restore_state(state)
    second = [boards.step(passing) for _ in range(30)][-1]
    assert equal(first[0], second[0])


# Replays and pictures


def proven(path: Path) -> Replay:
    """The replay in a file, once the command has verified it."""
    run = duskfall("replay", "verify", str(path))
    assert run.code == 0, run.out + run.err
    return Replay.decode(path.read_bytes())


def last_observation(replay: Replay, seat: int) -> Planes:
    """What a seat sees at the end of a replay."""
    game = replay.at(replay.turns).game
    assert isinstance(game, Game)
    return game.observation(seat)


def test_an_episode_saved_as_a_replay_is_proven_and_ends_as_the_episode_did(tmp_path: Path) -> None:
    environment = fog_of_war_v0.parallel_env(half=False, **SMALL)
    chance = np.random.default_rng(2)
    shown, _ = environment.reset(seed=8)
    while environment.agents:
        actions = some_actions(environment, shown, chance)
        actions["seat_1"] = int(chance.integers(8 * 144 + 1))  # mostly marches that cannot be made
        shown, *_ = environment.step(actions)
    environment.save_replay(tmp_path / "episode.duskfall", ["learner", "chance"])
    replay = proven(tmp_path / "episode.duskfall")
    assert replay.players == ("learner", "chance")
    for seat in range(2):
        assert np.array_equal(last_observation(replay, seat), shown[f"seat_{seat}"]["observation"])


@pytest.mark.parametrize("maps", ["random", "dungeon"])
def test_a_recorded_board_of_many_is_saved_as_a_replay(maps: str, tmp_path: Path) -> None:
    options: dict[str, Any] = {"width": 24, "height": 24, "turn_limit": 25, "maps": maps, "levels": 3}
    boards = FogVectorEnv(3, opponents="raiding", recorded=2, **options)
    shown, _ = boards.reset(seed=1)
    with pytest.raises(Refused, match="2 boards are recorded"):
        boards.save_replay(tmp_path / "third.duskfall", board=2)
    last = {}
    for _ in range(60):
        shown, _, terminated, *_ = boards.step(np.full(3, 8 * 576))
        if terminated[1]:
            last = {name: array[1].copy() for name, array in shown.items()}
    boards.save_replay(tmp_path / "second.duskfall", board=1)
    replay = proven(tmp_path / "second.duskfall")
    assert replay.turns == int(last["turn"][0])
    assert np.array_equal(last_observation(replay, 0), last["observation"])


def test_pictures_and_text_show_the_whole_board() -> None:
    text = gymnasium.make(FOG_OF_WAR, render_mode="ansi", **SMALL)
    with pytest.raises(Refused, match="no episode"):
        text.unwrapped.render()
    text.reset(seed=1)
    board = text.render()
    assert isinstance(board, str)
    assert {"A1", "B1"} <= set(board.split())
    picture = fog_of_war_v0.parallel_env(render_mode="rgb_array", **SMALL)
    picture.reset(seed=1)
    assert picture.render().shape == (12 * 28 + 24, 12 * 28 + 24, 3)
    boards = FogVectorEnv(2, render_mode="ansi", **SMALL)
    boards.reset(seed=1)
    frames = boards.render()
    assert frames is not None
    assert len(frames) == 2
