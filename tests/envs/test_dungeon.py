"""The exploration task: new maps, goals, masks that give no secret away, rewards and copies."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

from duskfall.dungeon import DOWN, FLOOR, SECRET, Dungeon
from duskfall.dungeon.exploration.walk import HERO
from duskfall.envs import DUNGEON
from duskfall.envs.dungeon.explore import SEARCH, STEPS, DungeonEnv
from duskfall.errors import Refused

HIDDEN: dict[str, Any] = {"task": "secrets", "secret_share": 1.0, "hidden_passages": 2, "step_limit": 3000}


def map_of(environment: DungeonEnv) -> Dungeon:
    return environment.walk._dungeon


def next_step(environment: DungeonEnv, goal: tuple[int, int]) -> int:
    """The first step of a shortest way to a place, with all secrets open."""
    walk = environment.walk
    away = map_of(environment).distances(*goal)
    return min(range(4), key=lambda way: _far(away[walk.y + STEPS[way][1], walk.x + STEPS[way][0]]))


def _far(steps: int) -> int:
    return 10_000 if steps < 0 else int(steps)


def test_the_shortest_way_to_the_stairs_ends_the_episode_with_a_reward_of_1() -> None:
    environment = DungeonEnv()
    environment.reset(seed=3)
    dungeon = map_of(environment)
    assert dungeon.up is not None
    assert dungeon.down is not None
    steps = dungeon.distance(dungeon.up, dungeon.down, secrets=False)
    rewards = []
    over = False
    while not over:
        shown, reward, over, truncated, _ = environment.step(next_step(environment, dungeon.down))
        rewards.append(reward)
        assert not truncated
    assert rewards == [0.0] * (len(rewards) - 1) + [1.0]
    assert len(rewards) == steps
    assert dungeon.tiles[environment.walk.y, environment.walk.x] == DOWN
    assert shown["state"].tolist()[:2] == list(dungeon.down)


def test_every_secret_found_is_a_share_of_the_reward_and_the_last_one_ends_the_episode() -> None:
    environment = DungeonEnv(**HIDDEN)
    environment.reset(seed=5)
    rows, columns = np.nonzero(map_of(environment).tiles == SECRET)
    assert len(rows) >= 2
    earned, over = 0.0, False
    while not over:
        x, y = min(
            ((x, y) for x, y in zip(columns.tolist(), rows.tolist(), strict=True) if environment.walk._hidden[y, x]),
            key=lambda place: _far(map_of(environment).distances(*place)[environment.walk.y, environment.walk.x]),
        )
        near = max(abs(x - environment.walk.x), abs(y - environment.walk.y)) <= 1
        _, reward, over, truncated, _ = environment.step(SEARCH if near else next_step(environment, (x, y)))
        earned += reward
        assert not truncated
    assert earned == pytest.approx(1.0)


def test_masks_show_the_ground_that_is_seen_and_no_secret() -> None:
    environment = DungeonEnv(**HIDDEN)
    shown, info = environment.reset(seed=5)
    dice = np.random.default_rng(1)
    secrets_beside = 0
    for _ in range(400):
        walk, dungeon = environment.walk, map_of(environment)
        for way, (right, down) in enumerate(STEPS):
            tile = dungeon.tiles[walk.y + down, walk.x + right]
            hidden = bool(walk._hidden[walk.y + down, walk.x + right])
            secrets_beside += hidden
            assert shown["action_mask"][way] == (tile >= FLOOR and not hidden)
        assert shown["action_mask"][SEARCH] == 1
        assert np.array_equal(info["action_mask"], environment.action_masks())
        assert shown["observation"][10, 10].tolist() == [HERO, 1]
        step = int(dice.choice(np.flatnonzero(shown["action_mask"])[:-1]))
        shown, _, _, _, info = environment.step(step)
    assert walk.secrets == 0
    assert secrets_beside > 0


def test_each_reset_makes_a_new_map_unless_levels_are_few() -> None:
    for levels, many in ((None, 8), (2, 2)):
        environment = DungeonEnv(levels=levels)
        maps = set()
        for number in range(8):
            environment.reset(seed=1 if number == 0 else None)
            maps.add(map_of(environment).tiles.tobytes())
        assert len(maps) == many


def test_at_the_limit_an_episode_is_truncated_and_a_step_into_a_wall_takes_time() -> None:
    environment = DungeonEnv(step_limit=4)
    environment.reset(seed=1)
    ends = [environment.step(SEARCH)[2:4] for _ in range(4)]
    assert ends == [(False, False)] * 3 + [(False, True)]


def test_a_shaped_reward_pays_for_ground_seen_and_adds_up_to_the_goal() -> None:
    totals = []
    for reward in ("goal", "shaped"):
        environment = DungeonEnv(reward=reward)
        environment.reset(seed=3)
        dungeon = map_of(environment)
        assert dungeon.down is not None
        start = 0.5 * environment.walk.seen / 1600 if reward == "shaped" else 0.0
        over, total, paid = False, start, 0
        while not over:
            _, earned, over, _, _ = environment.step(next_step(environment, dungeon.down))
            total += earned
            paid += 0 < earned < 1
        totals.append(total)
        assert (paid > 0) is (reward == "shaped")
    assert totals == pytest.approx([1.0, 1.0])


def test_a_copy_leads_back_to_the_same_walk() -> None:
    environment = DungeonEnv(**HIDDEN)
    environment.reset(seed=5)
    state = environment.clone_state()
    ends = []
    for _ in range(2):
        environment.restore_state(state)
        dice = np.random.default_rng(2)
        for _ in range(200):
            shown, *_ = environment.step(int(dice.integers(5)))
        ends.append([array.tobytes() for array in shown.values()])
    assert ends[0] == ends[1]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"task": "stair"}, "did you mean 'stairs'"),
        ({"loop": 3}, "did you mean 'loops'"),
        ({"width": 20}, "24 to 255"),
        ({"window": 8}, "odd window"),
        ({"render_mode": "human"}, "no such render mode of a dungeon"),
    ],
)
def test_impossible_options_are_refused_in_words(options: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused, match=words):
        DungeonEnv(**options)


def test_maps_without_secrets_cannot_be_searched_for_them() -> None:
    environment = DungeonEnv(task="secrets", secret_share=0.0, treasures=0, levels=3)
    with pytest.raises(Refused, match="secret_share=1"):
        environment.reset(seed=1)


def test_text_and_picture_show_what_the_walker_knows() -> None:
    text = gymnasium.make(DUNGEON, render_mode="ansi")
    text.reset(seed=1)
    drawn = text.render()
    assert isinstance(drawn, str)
    assert drawn.count("@") == 1
    assert "█" in drawn
    assert "░" not in drawn
    picture = DungeonEnv(render_mode="rgb_array")
    picture.reset(seed=1)
    assert picture.render().shape == (320, 320, 3)
    with pytest.raises(Refused, match="actions are 0 to 4"):
        picture.step(5)
