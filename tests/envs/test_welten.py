"""Environments of Weltendämmerung: masks that are the legal orders, rewards, replays, copies, small lands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from duskfall.envs import weltendaemmerung_v0
from duskfall.envs.welten.task import LANDS, small_land
from duskfall.envs.welten.turns import WeltenEnv
from duskfall.errors import Refused
from duskfall.play import Replay
from duskfall.welten import RULE_SETS, Attack, End, Game, Gate, MoveTo, Phase, Side
from duskfall.welten.encoding import encode, order_of, target_masks, unit_table
from tests.command import duskfall

FORD = Path(__file__).parents[2] / "docs" / "examples" / "ford.land"


def chosen(shown: dict[str, Any], dice: np.random.Generator) -> tuple[int, int]:
    """A legal action: a row first, then one of its targets."""
    row = int(dice.choice(np.flatnonzero(shown["unit_mask"])))
    return row, int(dice.choice(np.flatnonzero(shown["target_masks"][row])))


def play_on(environment: WeltenEnv, seed: int, most: int = 5000) -> None:
    """Play legal actions by chance, to the end or so many of them."""
    dice = np.random.default_rng(seed)
    for _ in environment.agent_iter(most):
        shown, _, over, _, _ = environment.last()
        environment.step(None if over else chosen(shown, dice))


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("land", LANDS)
def test_masks_are_exactly_the_legal_orders_in_every_state_of_a_game(land: str, rules: str) -> None:
    game = Game(small_land(land), RULE_SETS[rules], seed=3)
    dice = np.random.default_rng(5)
    phases = set()
    for _ in range(150):
        seat = game.player
        view, legal = game.view(seat), game.legal(seat)
        phases.add(view.phase)
        masks = target_masks(view, legal)
        found = {order_of(view, row, target) for row, target in np.argwhere(masks).tolist()}
        assert found == {order for order in legal if isinstance(order, MoveTo | Attack | Gate | End)}
        assert not target_masks(game.view(seat.other), game.legal(seat.other)).any()
        orders = sorted(found, key=str)
        game.advance({seat: [orders[int(dice.integers(len(orders)))] if dice.random() < 0.8 else End()]})
        if game.outcome is not None:
            break
    assert phases == set(Phase)


def test_planes_and_table_show_land_units_and_gates_from_the_side_of_the_viewer() -> None:
    game = Game(small_land("gatehouse"))
    for seat in Side:
        view = game.view(seat)
        planes, table = encode(view), unit_table(view)
        assert planes[3, 3].tolist() == [5, 0, 0, 0, 0, *((1, 0) if seat is Side.ELDOIN else (0, 1))]
        for row, unit in zip(table.tolist(), view.units, strict=True):
            mine = (unit.type < 7) is (seat is Side.ELDOIN)
            assert row == [mine, unit.type, unit.x, unit.y, unit.v, unit.b]
            shown = (unit.type + 1, 0) if mine else (0, unit.type + 1)
            assert planes[unit.y, unit.x, 1:5].tolist() == [*shown, unit.v, unit.b]
    with pytest.raises(Refused, match="one viewer"):
        encode(game.view())


# Playing


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_game_of_legal_actions_comes_to_its_end_and_its_replay_is_proven(rules: str, tmp_path: Path) -> None:
    environment = WeltenEnv(land="duel", rules=rules)
    environment.reset(seed=4)
    rewards = {}
    dice = np.random.default_rng(4)
    for agent in environment.agent_iter():
        shown, reward, over, _, _ = environment.last()
        if over:
            rewards[agent] = reward
        environment.step(None if over else chosen(shown, dice))
    assert sorted(rewards.values()) == [-1, 1]
    environment.save_replay(tmp_path / "game.duskfall", ["west", "east"])
    run = duskfall("replay", "verify", str(tmp_path / "game.duskfall"))
    assert run.code == 0, run.out + run.err
    replay = Replay.decode((tmp_path / "game.duskfall").read_bytes())
    assert replay.players == ("west", "east")
    assert replay.setup.options["rules"] == rules
    assert replay.result is not None
    assert rewards[["eldoin_0", "dailor_1"][replay.result.winner or 0]] == 1


def test_an_action_that_the_masks_do_not_allow_ends_the_state() -> None:
    environment = WeltenEnv(land="duel")
    environment.reset(seed=1)
    shown = environment.observe("eldoin_0")
    assert shown["target_masks"][1, 0] == 0
    environment.step((1, 0))
    assert environment.agent_selection == "dailor_1"
    assert environment.observe("dailor_1")["state"].tolist() == [Phase.MOVEMENT, 0, 1, Side.DAILOR]
    assert environment.observe("eldoin_0")["unit_mask"].sum() == 0, "it is not Eldoin's turn"


def test_a_gate_is_toggled_once_in_a_state_so_that_the_state_comes_to_its_end() -> None:
    environment = WeltenEnv(land="gatehouse")
    environment.reset(seed=1)
    for _ in range(4):
        environment.step((0, 0))
    gate = 1 + 10
    shown = environment.observe("eldoin_0")
    (target,) = np.flatnonzero(shown["target_masks"][gate]).tolist()
    environment.step((gate, target))
    assert environment.agent_selection == "eldoin_0"
    assert environment.observe("eldoin_0")["observation"][3, 3, 0] == 8, "the gate is shut: a wall"
    assert np.flatnonzero(environment.observe("eldoin_0")["unit_mask"]).tolist() == [0]
    for _ in range(7):
        environment.step((0, 0))
    assert environment.observe("eldoin_0")["unit_mask"][gate] == 0
    environment.step((0, 0))


def test_one_number_means_the_same_as_its_pair() -> None:
    pair, number = WeltenEnv(land="river"), WeltenEnv(land="river", flat=True)
    tiles = 18 * 8
    dice = np.random.default_rng(2)
    for environment in (pair, number):
        environment.reset(seed=2)
    for _ in range(60):
        agent = pair.agent_selection
        shown, flat = pair.observe(agent), number.observe(agent)
        assert np.array_equal(shown["target_masks"].reshape(-1), flat["action_mask"])
        assert np.array_equal(number.infos[agent]["action_mask"], flat["action_mask"])
        row, target = chosen(shown, dice)
        pair.step((row, target))
        number.step(row * tiles + target)
    assert pair.replay().log == number.replay().log


def test_a_shaped_reward_pays_for_the_armies_and_adds_up_to_win_and_loss() -> None:
    plain, shaped = WeltenEnv(land="duel"), WeltenEnv(land="duel", reward="shaped", shaping=2.0)
    totals = [{"eldoin_0": 0.0, "dailor_1": 0.0} for _ in range(2)]
    paid = 0
    for total, environment in zip(totals, (plain, shaped), strict=True):
        dice = np.random.default_rng(6)
        environment.reset(seed=6)
        while not all(environment.terminations.values()):
            environment.step(chosen(environment.observe(environment.agent_selection), dice))
            for agent, reward in environment.rewards.items():
                total[agent] += reward
                paid += environment is shaped and 0 < abs(reward) < 1
    assert totals[0] == pytest.approx(totals[1])
    assert paid > 0


def test_a_copy_leads_back_to_the_same_game_with_the_same_dice() -> None:
    environment = WeltenEnv(land="duel")
    environment.reset(seed=3)
    play_on(environment, 1, most=30)
    state = environment.clone_state()
    logs = []
    for _ in range(2):
        environment.restore_state(state)
        play_on(environment, 9)
        logs.append(environment.replay().log)
    assert logs[0] == logs[1]
    assert len(logs[0]) > 60


def test_a_land_of_ones_own_and_the_whole_land_can_be_learned_on() -> None:
    own = WeltenEnv(land=FORD)
    own.reset(seed=1)
    assert own.observe("eldoin_0")["observation"].shape == (11, 20, 7)
    whole = WeltenEnv(land="default", flat=True)
    whole.reset(seed=1)
    assert whole.observe("eldoin_0")["units"].shape == (292, 6)
    whole.step(0)
    whole.replay().verify()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"land": "duell"}, "did you mean 'duel'"),
        ({"rules": "guides"}, "did you mean 'guide'"),
        ({"reward": "points"}, "no such reward"),
        ({"shaping": -1}, "0 or more"),
        ({"render_mode": "video"}, "no such render mode"),
    ],
)
def test_impossible_options_are_refused_in_words(options: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused, match=words):
        weltendaemmerung_v0.env(**options)


def test_actions_outside_of_the_space_are_refused_and_change_nothing() -> None:
    environment = WeltenEnv(land="duel")
    with pytest.raises(Refused, match="call reset"):
        environment.render()
    environment.reset(seed=1)
    for action in ((7, 0), (-1, 0), (0, 50)):
        with pytest.raises(Refused, match="rows are 0 to 6, targets 0 to 49"):
            environment.step(action)
    assert len(environment.replay().log) == 1


def test_pictures_and_text_show_the_land_and_the_units() -> None:
    text = WeltenEnv(land="duel", render_mode="ansi")
    text.reset(seed=1)
    assert [sign in text.render() for sign in "FSab^"] == [True] * 5
    picture = WeltenEnv(land="duel", render_mode="rgb_array")
    picture.reset(seed=1)
    assert picture.render().shape == (5 * 32, 10 * 32, 3)
    assert picture.render().dtype == np.uint8
