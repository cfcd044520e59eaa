"""Measures the ways in which generals-bots steps a game; Fog of War is compared with the fastest."""

from typing import Final

from benchmarks.harness.benchmark import Benchmark, Series, Subject
from benchmarks.harness.claims import Ratio
from benchmarks.harness.peer import Peer

SIDE: Final = 30
"""Tiles along each side of the board that comparisons are made on."""

SHORTEST: Final = "Game.step"


def benchmark(*, quick: bool) -> Benchmark:
    """Measure generals-bots alone: which of its ways to step a game is the fastest."""
    generals = Peer("generals_bots")

    def game_step(side: int) -> Subject:
        return generals.subject(SHORTEST, "game_step", side=side, note="both observations")

    return Benchmark(
        name="yardstick",
        title="generals-bots: turns of a game for two with both observations",
        unit="turns",
        sizes={"side of the board": SIDE, "players": 2, "boards at once": 1},
        subjects=[
            game_step(SIDE),
            generals.subject("PettingZoo", "pettingzoo_step", side=SIDE, note="and rewards"),
            generals.subject("Gymnasium", "gymnasium_step", side=SIDE, note="and tensors, masks"),
            generals.subject("Game.step and moves", "game_turn", side=SIDE, note="both chosen"),
        ],
        claims=[
            Ratio("PettingZoo", against=SHORTEST),
            Ratio("Gymnasium", against=SHORTEST),
            Ratio("Game.step and moves", against=SHORTEST),
        ],
        series=[
            Series(
                title="Turns a second by the size of the board",
                size="tiles a side",
                sizes=(10, 30) if quick else (10, 15, 20, 30, 45, 60),
                lines=[game_step],
            )
        ],
        notes=[
            "The clock of the first three runs over steps alone; moves were recorded beforehand.",
            "Moves are chosen by the package's own random player, one valid move for each player.",
            "Making a board is part of no figure.",
            "The package steps one game on one core.",
        ],
    )
