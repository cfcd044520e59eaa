"""Episodes: the same games as boards and single games play, with masks, rewards and memory kept up in place."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from duskfall.errors import Refusal, Refused
from duskfall.fog import Boards, Episodes, Options, Position, ViewMemory, action_mask, encode
from tests.counts import share
from tests.fog.random_games import chance

SMALL = Options(width=12, height=12, turn_limit=60)
CROWD = Options(width=16, height=15, players=4, turn_limit=90)


def any_actions(dice: Random, episodes: Episodes) -> NDArray[np.int32]:
    """An action for each viewer: mostly one that can be made, sometimes anything."""
    actions = np.zeros(episodes.masks.shape[:2], np.int32)
    for board, seat in np.ndindex(*actions.shape):
        ways = np.flatnonzero(episodes.masks[board, seat]).tolist()
        anything = dice.randrange(episodes.masks.shape[2])
        actions[board, seat] = dice.choice(ways) if dice.random() < 0.9 else anything
    return actions


@pytest.mark.parametrize("options", [SMALL, CROWD])
def test_episodes_play_the_games_of_boards_and_show_what_the_views_of_their_seats_say(options: Options) -> None:
    dice = chance("episodes", options.players)
    boards, episodes = Boards(4, 9, options), Episodes(4, options, memory=True)
    episodes.reset(9)
    passing = episodes.masks.shape[2] - 1
    memories = {(board, seat): ViewMemory() for board in range(4) for seat in range(options.players)}
    for _ in range(share(1500)):
        for (board, seat), memory in memories.items():
            view = episodes.view(board, seat)
            assert (episodes.planes[board, seat] == encode(view)).all()
            assert (episodes.masks[board, seat] == action_mask(view)).all(), f"{board}, {seat}, turn {view.turn}"
            assert (episodes.memory[board, seat] == memory.update(view)).all()
        assert (episodes.planes == boards.observations).all()
        assert (episodes.scores == boards.facts()).all()
        actions = any_actions(dice, episodes)
        results = boards.step(np.where(actions == passing, -1, actions))
        episodes.step(actions)
        ended = episodes.ended
        assert (ended == results.ended).all()
        assert (episodes.results[ended, 0] == results.turn[ended]).all()
        assert (episodes.results[ended, 2:] == results.places[ended]).all()
        episodes.begin_next(ended)


def duel(drawing: str, **options: object) -> Episodes:
    """One game on a drawn board."""
    position = Position.parse(drawing)
    chosen = Options(position.width, position.height, len(position.generals), turn_limit=5)
    return Episodes(1, chosen, levels=[position], **options)  # type: ignore[arg-type]  # of several types


ROW = " . . . . . . . . . . . .\n"


def drawn(middle: str) -> str:
    """A board of 12x10 tiles with these eight in its fourth row, from tile 36 on."""
    return ROW * 3 + middle + " . . . .\n" + ROW * 6


def rewards_of(episodes: Episodes, *turns: list[int]) -> list[list[float]]:
    """The rewards of each turn."""
    episodes.begin([0])
    found = []
    for actions in turns:
        episodes.step([actions])
        found.append(episodes.rewards[0].tolist())
    return found


def march(tile: int, direction: int) -> int:
    return 8 * tile + 2 * direction


UP, DOWN, LEFT, RIGHT = range(4)
PASS = 8 * 12 * 10


def test_the_winner_gets_1_and_the_loser_minus_1_at_the_end_alone() -> None:
    episodes = duel(drawn(" . . . A9 b1 B2 . ."))
    taken = rewards_of(episodes, [march(39, RIGHT), PASS], [march(40, RIGHT), PASS], [PASS, PASS])
    assert taken == [[0, 0], [1, -1], [0, 0]]
    assert episodes.ended.tolist() == [True]
    assert episodes.results[0].tolist() == [2, 0, 1, 2]


def test_at_the_turn_limit_armies_decide_and_a_shared_first_place_is_worth_nothing() -> None:
    assert rewards_of(duel(drawn(" . . . A9 . . B2 .")), *[[PASS, PASS]] * 5)[-1] == [1, -1]
    assert rewards_of(duel(drawn(" . . . A2 . . B2 .")), *[[PASS, PASS]] * 5)[-1] == [0, 0]


def test_who_is_eliminated_early_hears_of_it_at_once_and_only_once() -> None:
    episodes = duel(drawn(" . . . A9 B2 . C2 ."))
    taken = rewards_of(episodes, [march(39, RIGHT), PASS, PASS], [PASS, PASS, PASS])
    assert taken == [[0, -1, 0], [0, 0, 0]]
    assert episodes.over[0].tolist() == [0, 1, 0]
    assert episodes.ended.tolist() == [False]


def test_against_policies_the_episode_ends_with_the_learner() -> None:
    episodes = duel(drawn(" . . . A2 B9 . C2 ."), policies=["expanding", "pass"])
    assert rewards_of(episodes, [PASS]) == [[-1]]
    assert episodes.ended.tolist() == [True]
    assert episodes.results[0].tolist() == [1, -1, 3, 0, 0]
    assert episodes.view(0, None).outcome is None, "the others could play on"


def test_shaping_adds_up_to_the_potential_of_the_start_and_so_changes_no_best_policy() -> None:
    for number in range(share(100)):
        dice = chance("shaped", number)
        discount = dice.choice([0.9, 1.0])
        plain = Episodes(1, SMALL, policies=["random"])
        shaped = Episodes(1, SMALL, policies=["random"], shaping=2.0, discount=discount)
        for episodes in (plain, shaped):
            episodes.begin([number])
        start = shaped.scores[0, 0, :, :2] / shaped.scores[0, 0, :, :2].sum(axis=0)
        total, turn = 0.0, 0
        while not plain.ended[0]:
            actions = any_actions(dice, plain)
            for episodes in (plain, shaped):
                episodes.step(actions)
            total += discount**turn * float(shaped.rewards[0, 0] - plain.rewards[0, 0])
            turn += 1
        assert total == pytest.approx(-2.0 * start[0].mean())


def test_an_ended_episode_waits_until_it_is_told_to_begin() -> None:
    episodes = Episodes(2, Options(width=12, height=12, turn_limit=3))
    episodes.reset(1)
    for _ in range(5):
        episodes.step(np.full((2, 2), episodes.masks.shape[2] - 1))
    assert episodes.turns[:, 0, 0].tolist() == [3, 3]
    episodes.begin_next(np.array([False, True]))
    assert episodes.turns[:, 0, 0].tolist() == [3, 0]
    assert episodes.ended.tolist() == [True, False]


def test_a_copy_leads_back_to_the_same_game() -> None:
    dice = chance("copied", 0)
    episodes = Episodes(3, SMALL, policies=["raiding"], memory=True, shaping=1.0)
    episodes.reset(4)
    for _ in range(20):
        episodes.step(any_actions(dice, episodes))
    kept = episodes.copy()
    later = []
    for _ in range(2):
        episodes.restore(kept)
        again = chance("after", 0)
        for _ in range(30):
            episodes.step(any_actions(again, episodes))
        later.append([array.tobytes() for array in episodes.copy()])
    assert later[0] == later[1]
    with pytest.raises(Refused, match="other options"):
        Episodes(2, SMALL).restore(kept)


def test_threads_and_the_number_of_boards_change_no_game() -> None:
    many, few = Episodes(100, SMALL, policies=["expanding"], workers=2), Episodes(3, SMALL, policies=["expanding"])
    for episodes in (many, few):
        episodes.reset(5)
        for _ in range(70):
            episodes.step(np.full((len(episodes), 1), episodes.masks.shape[2] - 1))
            episodes.begin_next(episodes.ended)
    assert (many.planes[:3] == few.planes).all()
    many.close()


def test_a_game_begins_on_the_level_that_its_seed_chooses() -> None:
    levels = [Position.parse(drawn(f" . . . A{armies} . . B2 .")) for armies in (2, 3, 4)]
    episodes = Episodes(30, Options(12, 10, turn_limit=5), levels=levels)
    episodes.reset(1)
    found = [episodes.level(board) for board in range(30)]
    assert {str(level) for level in found} == {str(level) for level in levels}
    for board, level in enumerate(found):
        assert str(episodes.view(board, None)) == str(level)


@pytest.mark.parametrize("actions", [[[0]], [[0, 0, 0]], [[-1, 0]], [[8 * 144 + 1, 0]], [[0.5, 0]]])
def test_actions_of_the_wrong_shape_or_range_are_refused_and_no_turn_is_played(actions: list[list[int]]) -> None:
    episodes = Episodes(1, SMALL)
    episodes.reset(1)
    with pytest.raises(Refused) as refused:
        episodes.step(actions)
    assert refused.value.code in {Refusal.OUT_OF_RANGE, Refusal.INCONSISTENT}
    assert episodes.turns[0, 0, 0] == 0


def test_episodes_that_could_not_end_or_have_nobody_to_learn_are_refused() -> None:
    with pytest.raises(Refused, match="turn limit"):
        Episodes(1, Options())
    with pytest.raises(Refused, match="2 policies"):
        Episodes(1, SMALL, policies=["random", "random"])
    with pytest.raises(Refused, match="a level of 12x10"):
        Episodes(1, SMALL, levels=[Position.parse(drawn(" . . . A2 . . B2 ."))])
