"""Measures how strong the marshal is where the arena has no single tournament: `python -m benchmarks.opponents NAMES`.

Every board is played from each seat, as in the arena; boards count from 0. `--games` shortens the matches. `--first`
begins with another board, so that weights are tried on boards that the published tables do not use.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from math import sqrt
from typing import Any, Final, NamedTuple

from duskfall.bots import Bot, BotMatch, Deadline, SeatInfo, bot_named
from duskfall.dungeon import generate
from duskfall.formats.fog.dungeons import fog_rows
from duskfall.play import Match, Setup

BOT: Final = "marshal"
SMALL_SIDES: Final = range(10, 15)
CONFIDENCE: Final = 1.96
"""Standard deviations on each side of the mean that hold 95 % of a normal distribution."""
IN_TIME: Final = 250
"""Turns in which the general of somebody who does nothing is to be taken."""


class Idle:
    """Does nothing."""

    def choose(self, view: Any, deadline: Deadline) -> list[Any]:
        """Returns no order."""
        del view, deadline
        return []


class Case(NamedTuple):
    """Whom the marshal meets, on which boards."""

    other: str
    players: int
    games: int
    options: Callable[[int], dict[str, Any]]
    """The options of the board of a number."""


def _small(board: int) -> dict[str, Any]:
    side = SMALL_SIDES[board % len(SMALL_SIDES)]
    return {"width": side, "height": side}


CASES: Final = {
    "idle": Case("", 2, 100, lambda _: {"turn_limit": IN_TIME}),
    "settlers": Case("settler", 6, 204, lambda _: {}),
    "raiders": Case("raider", 8, 200, lambda _: {}),
    "small": Case("settler", 2, 100, _small),
    "dungeons": Case("settler", 2, 200, lambda board: {"map": fog_rows(generate(board), 2, board)}),
}


def wins(case: Case, number: int, first: int = 0) -> bool:
    """Plays a match of a case; tells whether the marshal is the first, in time where there is a time."""
    board, seat = divmod(number, case.players)
    board += first
    setup = Setup.of("fog", {"turn_limit": 1000, "players": case.players} | case.options(board), board)
    infos = [SeatInfo.of(setup, place, case.players) for place in range(case.players)]
    bots: list[Bot] = [bot_named(case.other, info) if case.other else Idle() for info in infos]
    bots[seat] = bot_named(BOT, infos[seat])
    with BotMatch(Match(setup, lockstep=False), bots) as contest:
        while contest.match.outcome is None and contest.match.world.living(contest.match.game, seat):
            contest.step()
        outcome = contest.match.outcome
    captured = (
        case.other != "" or contest.match.turn < IN_TIME or (outcome is not None and outcome.reason == "last_alive")
    )
    return outcome is not None and outcome.winner == seat and captured


def likely_share(won: int, games: int) -> tuple[float, float]:
    """Returns between which shares the true one lies with 95 % confidence (Wilson's interval).

    >>> [round(share, 2) for share in likely_share(90, 100)]
    [0.83, 0.94]
    """
    share, spread = won / games, CONFIDENCE**2 / games
    middle = (share + spread / 2) / (1 + spread)
    half = CONFIDENCE * sqrt(share * (1 - share) / games + spread / games / 4) / (1 + spread)
    return middle - half, middle + half


def main() -> None:
    """Prints how many games of each case the marshal wins."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"cases: {', '.join(CASES)}; all if none is named")
    parser.add_argument("--games", type=int, help="games of each case")
    parser.add_argument("--first", type=int, default=0, help="the first board (default: 0)")
    asked = parser.parse_args()
    for name in asked.names or CASES:
        if name not in CASES:
            parser.error(f"no case {name!r}; there are {', '.join(CASES)}")
        games, won = asked.games or CASES[name].games, 0
        for number in range(games):
            won += wins(CASES[name], number, asked.first)
            print(f"\r{name}: first in {won} of {number + 1}", end="", flush=True)
        least, most = likely_share(won, games)
        print(f" ({won / games:.1%}; 95 % confidence: {least:.1%} to {most:.1%})")


if __name__ == "__main__":
    main()
