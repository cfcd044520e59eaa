"""Planes and masks for learning, and many boards at once: the same game as one board, in numbers."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from duskfall.compiled import word
from duskfall.dice import Dice, key, purpose
from duskfall.errors import Refusal, Refused
from duskfall.fog import Boards, Eliminated, Game, March, Marched, Options, View, advise
from duskfall.fog.boards import Tally
from duskfall.grid import Grid
from tests.boards import field, play
from tests.counts import share
from tests.fog.random_games import admitted_turn, chance, random_position

Numbers = NDArray[np.int64]


def planes_of(view: View, players: int) -> Numbers:
    """An observation as its documentation says, plane after plane, from the view alone."""
    assert view.seat is not None
    terrain = view.terrain.astype(np.int64)
    tiles = np.arange(len(terrain))
    generals = np.zeros(len(terrain), np.int64)
    for seat, tile in enumerate(view.generals):
        if tile >= 0:
            generals[tile] = 1 if seat == view.seat else 2
    planes = [
        np.minimum(view.armies, 32_767),
        terrain == view.seat,
        np.where((terrain >= 0) & (terrain != view.seat), (terrain - view.seat) % players, 0),
        terrain == -1,
        terrain == -2,
        np.isin(tiles, view.cities),
        np.isin(tiles, view.towers),
        np.minimum(view.defence, 32_767),
        generals,
        view.visible,
        terrain == -3,
        terrain == -4,
    ]
    return np.stack([np.asarray(plane, np.int64) for plane in planes], axis=-1).reshape(view.height, view.width, 12)


def mask_of(view: View) -> Numbers:
    """Which marches could be made, from the view alone."""
    grid = Grid(view.width, view.height)
    mask = np.zeros((grid.size, 4), np.int64)
    for tile, around in enumerate(grid.neighbour_table().tolist()):
        for direction, target in enumerate(around):
            ready = view.terrain[tile] == view.seat and view.armies[tile] > 1
            mask[tile, direction] = ready and target >= 0 and view.terrain[target] != -2
    return mask


def assert_observed(game: Game, where: str, masks: bool = True) -> None:
    for seat in range(game.seats):
        view = game.view(seat)
        found, expected = game.observation(seat), planes_of(view, game.seats)
        differing = sorted(set(np.argwhere(found != expected)[:, 2].tolist()))
        assert not differing, f"{where}, seat {seat}: planes {differing}"
        if masks and game.outcome is None:
            assert (game.legal(seat).mask == mask_of(view)).all(), f"{where}, seat {seat}"


def test_planes_and_masks_say_what_the_view_says_in_random_wars() -> None:
    for number in range(share(150)):
        dice = chance("observed", number)
        game = Game(random_position(dice, most=12))
        assert_observed(game, f"war {number} at the start")
        for _ in range(60):
            game.advance(admitted_turn(game, dice))
            assert_observed(game, f"war {number}, turn {game.turn}", masks=dice.random() < 0.1)
            if game.outcome is not None:
                break


def test_an_observation_kept_up_in_place_equals_one_written_anew() -> None:
    for number in range(share(150)):
        dice = chance("in place", number)
        position = random_position(dice)
        kept, silent = Game(position), Game(position)
        kept.observation(0)
        for _ in range(80):
            orders = admitted_turn(kept, dice)
            kept.advance(orders)
            silent.advance(orders)
            anew = silent.clone()
            for seat in range(kept.seats):
                assert (kept.observation(seat) == anew.observation(seat)).all(), f"case {number}, turn {kept.turn}"
            if kept.outcome is not None:
                break


def test_an_observation_shows_the_turn_it_is_asked_in_and_observing_changes_no_game() -> None:
    dice = chance("late", 0)
    position = random_position(dice)
    observed, silent = Game(position), Game(position)
    for turn in range(40):
        if turn % 7 == 0:
            observed.observation(turn % observed.seats)
        orders = admitted_turn(observed, dice, leaving=False)
        observed.advance(orders)
        silent.advance(orders)
        assert observed.digest() == silent.digest()
        if observed.outcome is not None:
            break


def test_armies_and_defence_beyond_16_bits_saturate_in_an_observation_only() -> None:
    game = field("A40000 !32768 +32766 B32767 \n a32767 . . .")
    planes = game.observation(0).reshape(-1, 12)
    assert planes[[0, 1, 4], 0].tolist() == [32_767, 0, 32_767]
    assert planes[1, 7] == 32_767
    assert game.view(0).armies[0] == 40_000
    play(game, {})
    assert game.observation(0).reshape(-1, 12)[4, 0] == 32_767


def test_seats_are_counted_from_the_viewer() -> None:
    game = field("A1 B1 C1 D1")
    theirs = [game.observation(seat).reshape(-1, 12)[:, 2].tolist() for seat in range(4)]
    assert theirs == [[0, 1, 0, 0], [3, 0, 1, 0], [0, 3, 0, 1], [0, 0, 3, 0]]


def test_a_mask_lists_every_direction_in_order_and_agrees_with_the_marches() -> None:
    game = field(". . . \n . A2 . \n ^ . B9")
    legal = game.legal(0)
    assert legal.mask[4].tolist() == [1, 1, 1, 1]
    assert list(legal) == [March(4, 1), March(4, 7), March(4, 3), March(4, 5)]
    assert len(legal) == 4
    assert March(4, 8) not in legal
    assert "4>1" not in legal


def test_what_the_mask_allows_is_made_and_what_it_does_not_is_not() -> None:
    for number in range(share(200)):
        dice = chance("masked", number)
        game = Game(random_position(dice, most=10))
        seat = dice.randrange(game.seats)
        mask = game.legal(seat).mask
        for tile, direction in [(dice.randrange(len(mask)), dice.randrange(4)) for _ in range(20)]:
            target = Grid(game.width, game.height).neighbour_table()[tile, direction]
            if target < 0:
                assert not mask[tile, direction]
                continue
            events = game.clone().advance({seat: [March(tile, int(target))]})
            made = [event.refusal is None for event in events if isinstance(event, Marched)]
            assert made == [bool(mask[tile, direction])], f"case {number}"


# Armies.


def lost_in_fight(before: View, march: March, seat: int) -> int:
    """Armies and defence that a march destroys, from the board before it."""
    armies = int(before.armies[march.source])
    k = armies // 2 if march.half else armies - 1
    holder = int(before.terrain[march.target])
    d = int(before.defence[march.target] if holder == -5 else before.armies[march.target])
    if holder == seat:
        return 0
    if holder == -1 and k <= d:
        return k
    return 2 * min(k, d)


def test_armies_are_conserved_but_for_growth_and_combat() -> None:
    for number in range(share(200)):
        dice = chance("conserved", number)
        game = Game(random_position(dice, huge=False))
        seat = dice.randrange(game.seats)
        for _ in range(60):
            before = game.view(None)
            events = game.advance({seat: admitted_turn(game, dice, leaving=False).get(seat, [])})
            after = game.view(None)
            made = [event for event in events if isinstance(event, Marched) and event.refusal is None]
            if any(isinstance(event, Eliminated) for event in events):
                break
            lost = sum(lost_in_fight(before, event.march, event.seat) for event in made)
            held = after.terrain >= 0
            always = np.isin(np.arange(len(held)), [*after.generals, *after.cities])
            grown = int((held & (always | (after.turn % 25 == 0))).sum())
            totals = [int(view.armies.sum() + view.defence.sum()) for view in (before, after)]
            assert totals[1] == totals[0] - lost + grown, f"case {number}, turn {game.turn}"


# Many boards.


def board_seed(seed: int, board: int) -> int:
    """The seed of one board of a batch."""
    return Dice(seed, board, purpose("fog boards")).word()


def next_seed(seed: int, turn: int) -> int:
    """The seed of the game that follows one which ended in `turn`."""
    return int(key(word(seed), word(turn), purpose("fog episode")))


def random_moves(dice: Random, boards: Boards) -> NDArray[np.int32]:
    """A packed march for each seat: mostly one that can be made, sometimes anything, sometimes none."""
    masks = boards.masks()
    moves = np.full(masks.shape[:2], -1, np.int32)
    for board, seat in np.ndindex(*moves.shape):
        ways = np.flatnonzero(masks[board, seat].reshape(-1))
        roll = dice.random()
        if roll < 0.8 and len(ways):
            moves[board, seat] = 2 * int(dice.choice(ways.tolist())) + dice.randrange(2)
        elif roll < 0.95:
            moves[board, seat] = dice.randrange(2 * masks[board, seat].size)
    return moves


def marches(game: Game, moves: list[int]) -> dict[int, list[March]]:
    """The marches of one board that a single game would take; the others vanish anyway."""
    taken = {}
    for seat, packed in enumerate(moves):
        if packed < 0 or not game.view(None).alive[seat]:
            continue
        target = int(Grid(game.width, game.height).neighbour_table()[packed >> 3, packed >> 1 & 3])
        if target >= 0:
            taken[seat] = [March(packed >> 3, target, bool(packed & 1))]
    return taken


def assert_board_shows(boards: Boards, board: int, game: Game, where: str) -> None:
    facts = boards.facts()[board]
    for seat in range(game.seats):
        view = game.view(seat)
        assert (boards.observations[board, seat] == planes_of(view, game.seats)).all(), where
        assert (boards.masks()[board, seat] == game.legal(seat).mask).all(), where
        known = [[score.tiles, score.armies, int(alive)] for score, alive in zip(view.scores, view.alive, strict=True)]
        assert facts[seat].tolist() == known[seat:] + known[:seat], where
    assert boards.turns[board] == game.turn, where


@pytest.mark.parametrize(("players", "side"), [(2, 11), (4, 14)])
def test_stepped_boards_play_the_same_games_as_single_ones_and_begin_anew_when_they_end(
    players: int, side: int
) -> None:
    options = Options(width=side, height=side + 1, players=players, turn_limit=35)
    dice = chance("stepped", players)
    boards = Boards(5, seed=9, options=options)
    seeds = [board_seed(9, board) for board in range(5)]
    games = [Game.new(seed, options) for seed in seeds]
    ended = 0
    for turn in range(share(800)):
        moves = random_moves(dice, boards)
        results = boards.step(moves)
        for board, game in enumerate(games):
            game.advance(marches(game, moves[board].tolist()))
            outcome = game.outcome
            assert results.ended[board] == (outcome is not None)
            if outcome is None:
                assert (results.turn[board], results.winner[board], results.places[board].any()) == (0, -1, False)
            else:
                ended += 1
                assert results.turn[board] == outcome.turn
                assert results.winner[board] == (-1 if outcome.winner is None else outcome.winner)
                assert tuple(results.places[board].tolist()) == outcome.places
                seeds[board] = next_seed(seeds[board], outcome.turn)
                games[board] = Game.new(seeds[board], options)
            assert_board_shows(boards, board, games[board], f"step {turn}, board {board}")
    assert ended >= 10


def state(boards: Boards) -> tuple[bytes, bytes, bytes, bytes]:
    """All that can be seen of a batch."""
    return (
        boards.observations.tobytes(),
        boards.masks().tobytes(),
        boards.facts().tobytes(),
        boards.turns.tobytes(),
    )


SMALL = Options(width=12, height=12, turn_limit=40)


def test_playing_given_moves_is_the_same_as_stepping_through_them() -> None:
    dice = chance("given", 0)
    stepped, played = Boards(6, 3, SMALL), Boards(6, 3, SMALL)
    turns, games, wins = [], 0, [0, 0]
    for _ in range(100):
        moves = random_moves(dice, stepped)
        results = stepped.step(moves)
        turns.append(moves)
        games += int(results.ended.sum())
        for seat in (0, 1):
            wins[seat] += int((results.ended & (results.winner == seat)).sum())
    tally = played.play(np.stack(turns, axis=1))
    assert state(stepped) == state(played)
    assert tally == Tally(turns=600, games=games, wins=(wins[0], wins[1]))


@pytest.mark.parametrize("policies", ["random", "expanding", "pass"])
def test_a_rollout_is_the_same_as_choosing_and_stepping(policies: str) -> None:
    stepped, rolled = Boards(6, 4, SMALL), Boards(6, 4, SMALL)
    games = 0
    for _ in range(100):
        games += int(stepped.step(stepped.choose(policies)).ended.sum())
    tally = rolled.rollout(100, policies)
    assert state(stepped) == state(rolled)
    assert (tally.turns, tally.games) == (600, games)


def test_policies_of_a_batch_choose_what_they_would_advise_from_the_view_of_the_same_game() -> None:
    for policy in ("random", "expanding"):
        boards = Boards(3, 5, Options(width=14, height=14, players=3))
        games = [Game.new(board_seed(5, board), boards.options) for board in range(3)]
        for _ in range(share(600)):
            moves = boards.choose(policy)
            for board, game in enumerate(games):
                for seat in range(3):
                    advice = advise(game.view(seat), policy, board_seed(5, board))
                    taken = marches(game, [-1] * seat + [int(moves[board, seat])])
                    assert taken.get(seat, []) == ([] if advice is None else [advice])
                game.advance(marches(game, moves[board].tolist()))
            assert not boards.step(moves).ended.any()


def test_threads_and_the_number_of_boards_change_nothing() -> None:
    alone, shared, few = (Boards(count, 6, SMALL, workers=workers) for count, workers in ((150, 1), (150, 2), (7, 1)))
    for boards in (alone, shared, few):
        boards.rollout(60, ["expanding", "random"])
    assert state(alone) == state(shared)
    assert (alone.observations[:7] == few.observations).all()


def test_a_reset_begins_the_same_boards_again() -> None:
    boards = Boards(4, 8, SMALL)
    first = state(boards)
    boards.rollout(55, "expanding")
    assert state(boards) != first
    boards.reset(8)
    assert state(boards) == first
    boards.reset(7)
    assert state(boards) != first


def test_boards_that_do_not_observe_play_the_same_games() -> None:
    seeing, blind = Boards(4, 8, SMALL), Boards(4, 8, SMALL, observe=False)
    for boards in (seeing, blind):
        boards.rollout(70, "random")
    assert (seeing.masks() == blind.masks()).all()
    assert (seeing.facts() == blind.facts()).all()
    with pytest.raises(Refused, match="observe=True"):
        _ = blind.observations


def test_where_half_is_off_a_packed_half_march_is_dropped() -> None:
    boards = Boards(2, 1, Options(width=12, height=12, half=False))
    for _ in range(6):
        boards.step([[-1, -1]] * 2)
    before = boards.facts()
    way = int(np.flatnonzero(boards.masks()[0, 0].reshape(-1))[0])
    boards.step([[2 * way + 1, -1], [-1, -1]])
    assert boards.facts()[0, 0, 0].tolist() == [1, before[0, 0, 0, 1] + 1, 1], "no land was taken with half"
    boards.step([[2 * way, -1], [-1, -1]])
    assert boards.facts()[0, 0, 0, 0] == 2


def test_results_of_boards_that_go_on_name_no_turn_winner_or_place() -> None:
    boards = Boards(1, 1, Options(width=12, height=12, turn_limit=3))
    rows = []
    for _ in range(4):
        results = boards.step([[-1, -1]])
        ended, turn, winner = bool(results.ended[0]), int(results.turn[0]), int(results.winner[0])
        rows.append((ended, turn, winner, results.places[0].tolist()))
    running = (False, 0, -1, [0, 0])
    assert rows == [running, running, (True, 3, -1, [1, 1]), running]


@pytest.mark.parametrize(
    "moves", [[[-2, -1]], [[8 * 144, -1]], [[-1]], [[-1, -1, -1]], [-1, -1], [[2**40, -1]], [[0.5, -1]]]
)
def test_moves_of_the_wrong_shape_or_range_or_kind_are_refused_and_no_board_moves(moves: object) -> None:
    boards = Boards(1, 1, Options(width=12, height=12))
    before = state(boards)
    with pytest.raises(Refused) as refused:
        boards.step(np.array(moves))
    assert refused.value.code in {Refusal.OFF_MAP, Refusal.INCONSISTENT, Refusal.OUT_OF_RANGE}
    assert state(boards) == before


@pytest.mark.parametrize(("count", "workers"), [(0, 1), (-1, 1), (1, 0)])
def test_no_boards_or_no_workers_are_refused(count: int, workers: int) -> None:
    with pytest.raises(Refused, match="at least one"):
        Boards(count, 1, SMALL, workers=workers)


def test_observations_are_shaped_for_learning() -> None:
    boards = Boards(3, 1, Options(width=13, height=11))
    assert boards.observations.shape == (3, 2, 11, 13, 12)
    assert boards.observations.dtype == np.int16
    assert boards.masks().shape == (3, 2, 143, 4)
    assert boards.facts().shape == (3, 2, 2, 3)
    assert Game.new(1, boards.options).observation(0).shape == (11, 13, 12)
