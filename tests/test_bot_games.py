"""Games of all grades of Fog of War under every option: not one illegal order, not one exception.

`make soak ONLY=games` plays all of them, `make test` a few of each kind.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, cast

import pytest

from duskfall.bots import Bot, BotMatch, Deadline, seat_bots
from duskfall.bots.games import GAMES
from duskfall.dice import Dice, purpose
from duskfall.dungeon import generate
from duskfall.errors import Refused
from duskfall.fog import Game, March, Options, Pass, draw_position
from duskfall.formats.fog.dungeons import fog_rows
from duskfall.formats.fog.map_files import map_rows
from duskfall.play import Match, Order, Setup
from tests.counts import SEED, SOAK

ALL: Final = 2000
FEW: Final = 16
"""In `make test`."""
ASKED: Final = Deadline(deadline_ms=1000)
GRADES: Final = GAMES["fog"].levels


def duel(dice: Dice) -> dict[str, Any]:
    return {"width": 10 + dice.below(31), "height": 10 + dice.below(31), "turn_limit": 400}


def small_board(dice: Dice) -> dict[str, Any]:
    return {"width": 10 + dice.below(5), "height": 10 + dice.below(5), "turn_limit": 600}


def without_halves(dice: Dice) -> dict[str, Any]:
    return duel(dice) | {"half": False}


def crowd(dice: Dice) -> dict[str, Any]:
    players = 3 + dice.below(14)
    side = 22 + 2 * players
    return {"width": side, "height": side - dice.below(5), "players": players, "turn_limit": 150}


def large_board(dice: Dice) -> dict[str, Any]:
    return {"width": 60 + dice.below(41), "height": 60 + dice.below(41), "players": 2 + dice.below(7), "turn_limit": 80}


def dungeon_map(dice: Dice) -> dict[str, Any]:
    players = 2 + dice.below(3)
    rows = fog_rows(generate(dice.below(100_000)), players, dice.below(1000))
    return {"map": rows, "players": players, "turn_limit": 250}


def duel_or_crowd(dice: Dice) -> dict[str, Any]:
    return crowd(dice) if dice.below(2) else duel(dice)


def file_map(dice: Dice) -> dict[str, Any]:
    """A map as a file has it: drawn by the rules, written as rows, and read again."""
    players = 2 + dice.below(4)
    size = Options(width=20 + dice.below(11), height=20 + dice.below(11), players=players)
    position = draw_position(dice.below(1 << 32), size)
    rows = map_rows(position.terrain.astype("int32").reshape(position.height, position.width))
    return {"map": rows, "players": players, "half": bool(dice.below(2)), "turn_limit": 300}


Kind = Callable[[Dice], dict[str, Any]]
KINDS: Final[Mapping[str, Kind]] = {
    "duel": duel,
    "small board": small_board,
    "without halves": without_halves,
    "crowd": crowd,
    "large board": large_board,
    "dungeon": dungeon_map,
    "map of a file": file_map,
    "lockstep": duel_or_crowd,
}
LOCKSTEP: Final = "lockstep"
BATCH: Final = 25 if SOAK else FEW // len(KINDS)
"""Games of a kind that are one test."""
BATCHES: Final = [
    pytest.param(kind, range(batch * BATCH, (batch + 1) * BATCH), id=f"{kind} {batch}")
    for batch in range((ALL if SOAK else FEW) // (len(KINDS) * BATCH))
    for kind in KINDS
]


class Watched:
    """Plays as another bot, and keeps the orders that the rules would refuse."""

    def __init__(self, bot: Bot, match: Match, seat: int) -> None:
        self._bot, self._match, self._seat = bot, match, seat
        self.illegal: list[Order] = []

    def choose(self, view: Any, deadline: Deadline) -> Sequence[Order]:
        answer = cast("Sequence[Order]", self._bot.choose(view, deadline))
        legal = cast("Game", self._match.game).legal(self._seat)
        self.illegal += [order for order in answer if not isinstance(order, March) or order not in legal]
        return answer

    def refuse(self, order: Order, refused: Refused) -> None:
        del refused
        self.illegal.append(order)


def game(kind: str, number: int) -> tuple[Match, list[str]]:
    """The game of that number among those of its kind: its board, and a grade for each seat, one of them a marshal."""
    dice = Dice(SEED, number, purpose(f"games of all grades: {kind}"))
    setup = Setup.of("fog", KINDS[kind](dice), dice.below(1 << 32))
    players = setup.options["players"]
    names = [GRADES[dice.below(len(GRADES))] for _ in range(players)]
    names[dice.below(players)] = "marshal"
    return Match(setup, names, lockstep=kind == LOCKSTEP), names


def play_lockstep(match: Match, bots: Sequence[Bot]) -> None:
    while match.outcome is None:
        answers = {seat: bots[seat].choose(match.game.view(seat), ASKED) for seat in sorted(match.waiting)}
        for seat, orders in answers.items():
            for order in cast("Sequence[Order]", orders) or [Pass()]:
                match.submit(seat, order)


@pytest.mark.parametrize(("kind", "numbers"), BATCHES)
def test_no_grade_gives_an_illegal_order_or_fails(kind: str, numbers: range) -> None:
    for number in numbers:
        match, names = game(kind, number)
        bots = [Watched(bot, match, seat) for seat, bot in enumerate(seat_bots(names, match.setup))]
        if kind == LOCKSTEP:
            play_lockstep(match, bots)
        else:
            with BotMatch(match, bots) as contest:
                contest.play()
            assert [count.last for count in contest.faults if count.in_all] == [], f"{kind} {number} of seed {SEED}"
        assert not any(bot.illegal for bot in bots), f"{kind} {number} of seed {SEED}: {names}"


_PLAY: Final = "import sys; from tests.test_bot_games import digest_of; print(digest_of(int(sys.argv[1])))"


def digest_of(number: int) -> str:
    match, names = game(list(KINDS)[number % (len(KINDS) - 1)], number)
    with BotMatch(match, seat_bots(names, match.setup)) as contest:
        contest.play()
    return match.game.digest()


@pytest.mark.parametrize("number", range(21 if SOAK else 1))
def test_all_grades_give_the_same_marches_in_another_process(number: int) -> None:
    there = subprocess.run([sys.executable, "-c", _PLAY, str(number)], capture_output=True, text=True, check=True)
    assert there.stdout.strip() == digest_of(number)
