"""A game is the same compiled or plain, in every process, and a clone is a game of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from duskfall.fog import Game, Options, draw_position
from tests.boards import draw, field, play
from tests.counts import share
from tests.fog.random_games import admitted_turn, chance, random_position

PLAY_LOG = """
import json, sys
from xxhash import xxh64_hexdigest
from duskfall.compiled import PLAIN
from duskfall.fog import Game, Position, parse_order
digests = []
for log in json.load(sys.stdin):
    game = Game(Position.parse(log["board"], log["turn"]), turn_limit=log["limit"])
    game.observation(0)
    rows = [game.digest()]
    for turn in log["turns"]:
        game.advance({int(seat): [parse_order(text) for text in orders] for seat, orders in turn.items()})
        views = [xxh64_hexdigest(repr(game.view(seat).key()).encode()) for seat in range(game.seats)]
        planes = [xxh64_hexdigest(game.observation(seat).tobytes()) for seat in range(game.seats)]
        rows.append([game.digest(), views, planes, repr(list(game.view(None).events))])
    digests.append(rows)
print(json.dumps([PLAIN, digests]))
"""

PRINT_BOARDS = """
import sys
from duskfall.fog import Boards, Options, draw_position
for seed in range(6):
    print(draw_position(seed, Options(12, 14, 2 + seed % 2)))
boards = Boards(2, 5, Options(12, 12, turn_limit=30), workers=1)
print(boards.rollout(45, ["random", "expanding"]), boards.turns.tolist(), boards.facts().tolist())
print(boards.observations.sum(axis=(2, 3)).tolist(), boards.masks().sum())
"""


def run(program: str, given: str = "", **environment: str) -> str:
    """What a fresh process prints; a warning there is an error."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        input=given,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def record(game: Game, number: int, turns: int, limit: int | None = None) -> dict[str, object]:
    """A log of random orders, as text."""
    dice = chance("log", number)
    board, turn = str(game), game.turn
    log = []
    for _ in range(turns):
        orders = admitted_turn(game, dice, leaving=number % 2 == 0)
        log.append({str(seat): [str(order) for order in wanted] for seat, wanted in orders.items()})
        game.advance(orders)
        if game.outcome is not None:
            break
    return {"board": board, "turn": turn, "limit": limit, "turns": log}


@pytest.fixture(scope="module")
def logs() -> str:
    """Whole games: drawn boards of 12 by 12 with 120 turns, and crowded wars."""
    games = [Game(draw_position(seed, Options(12, 12)), turn_limit=120) for seed in range(share(20))]
    drawn = [record(game, number, 120, limit=120) for number, game in enumerate(games)]
    wars = [record(Game(random_position(chance("war log", n), most=11)), n, 60) for n in range(share(60))]
    return json.dumps(drawn + wars)


def test_whole_games_are_the_same_compiled_and_plain(logs: str) -> None:
    compiled = json.loads(run(PLAY_LOG, logs, NUMBA_DISABLE_JIT="0"))
    plain = json.loads(run(PLAY_LOG, logs, NUMBA_DISABLE_JIT="1"))
    assert (compiled[0], plain[0]) == (False, True)
    for number, (one, other) in enumerate(zip(compiled[1], plain[1], strict=True)):
        for turn, (ours, theirs) in enumerate(zip(one, other, strict=True)):
            assert ours == theirs, f"game {number} parts in turn {turn}"


@pytest.mark.parametrize("tile", [30, 31, 32, 63])
def test_each_tile_of_a_word_of_bits_is_the_same_compiled_and_plain(tile: int) -> None:
    # A general that grows from 1 to 2, is marched from, upwards and down, and is taken.
    tokens = ["."] * 128
    tokens[tile], tokens[tile + 32] = "A1", "B9"
    rows = [" ".join(tokens[first : first + 32]) for first in range(0, 128, 32)]
    march, back = f"{tile + 32}>{tile}", f"{tile}>{tile + 32}"
    turns = [{}, {"1": [f"{tile + 32}>{tile + 64}"]}, {"1": [f"{tile + 64}>{tile + 32}"], "0": [back]}, {"1": [march]}]
    log = json.dumps([{"board": "\n".join(rows), "turn": 0, "limit": None, "turns": turns}])
    compiled, plain = (json.loads(run(PLAY_LOG, log, NUMBA_DISABLE_JIT=flag)) for flag in "01")
    assert compiled[1] == plain[1]


def test_drawn_boards_and_rollouts_are_the_same_compiled_and_plain() -> None:
    assert run(PRINT_BOARDS, NUMBA_DISABLE_JIT="0") == run(PRINT_BOARDS, NUMBA_DISABLE_JIT="1")


def test_the_same_log_gives_the_same_digests_in_every_process(logs: str) -> None:
    assert run(PLAY_LOG, logs, PYTHONHASHSEED="1") == run(PLAY_LOG, logs, PYTHONHASHSEED="2")


def test_a_log_played_again_gives_the_same_digests() -> None:
    dice = chance("again", 0)
    position = random_position(dice)
    first, again = Game(position), Game(position)
    for _ in range(100):
        orders = admitted_turn(first, dice, leaving=False)
        assert first.advance(orders) == again.advance(orders)
        assert first.digest() == again.digest()
        if first.outcome is not None:
            break


def test_a_digest_tells_boards_queues_and_memories_apart() -> None:
    games = [field(text) for text in ("A9 . . B1", "A8 . . B1", "A9 . .1 B1", "A9 . . . B1")]
    queued = field("A9 . . B1")
    play(queued, {0: "0>1 1>2"})
    plain = field("A9 . . B1")
    play(plain, {0: "0>1"})
    digests = [game.digest() for game in (*games, queued, plain)]
    assert len(set(digests)) == len(digests)
    assert all(len(digest) == 32 and int(digest, 16) >= 0 for digest in digests)


def test_looking_changes_nothing() -> None:
    game = field("A9 . . +4 B1")
    play(game, {0: "0>1 1>2"})
    before = game.digest()
    for seat in (0, 1):
        game.view(seat)
        game.observation(seat)
        list(game.legal(seat))
        game.check(seat, [])
    game.view(None)
    str(game)
    assert game.digest() == before


def test_a_clone_is_the_same_game_and_then_one_of_its_own() -> None:
    for number in range(share(100)):
        dice = chance("clone", number)
        game = Game(random_position(dice))
        if number % 2:
            game.observation(0)
        for _ in range(20):
            game.advance(admitted_turn(game, dice, leaving=False))
            if game.outcome is not None:
                break
        twin = game.clone()
        assert twin.digest() == game.digest()
        assert all(twin.view(seat).key() == game.view(seat).key() for seat in range(game.seats))
        if game.outcome is not None:
            continue
        before = game.digest(), [game.view(seat).key() for seat in range(game.seats)], game.observation(0).copy()
        orders = admitted_turn(game, dice)
        twin.advance(orders)
        twin.observation(0)
        assert game.digest() == before[0]
        assert [game.view(seat).key() for seat in range(game.seats)] == before[1]
        assert (game.observation(0) == before[2]).all()
        game.advance(orders)
        assert game.digest() == twin.digest()
        assert (game.observation(0) == twin.observation(0)).all()


def test_a_clone_remembers_and_forgets_nothing_of_queues_and_outcomes() -> None:
    game = field("A9 . . B9", turn_limit=3)
    play(game, {0: "0>1 1>2"})
    twin = game.clone()
    play(twin, {0: "clear"})
    play(game, {})
    assert draw(game) == "A3 a1 a7 B11"
    assert draw(twin) == "A3 a8 . B11"
    play(twin, {})
    assert twin.outcome is not None
    assert game.outcome is None
    assert twin.clone().outcome == twin.outcome
