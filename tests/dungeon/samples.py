"""Maps to try exports with: seeds chosen by the seed of the run, options from plain to crowded."""

from __future__ import annotations

from functools import cache
from typing import Final

from duskfall.dungeon import Dungeon, Options, generate
from tests.counts import SEED, share

PLAIN: Final = Options()
CROWDED: Final = Options(loops=4, decoys=4, hidden_passages=3, treasures=6, secret_share=1.0)
SMALL: Final = Options(width=40, height=24, grid=2, room_min=3, room_max=5)
LARGE: Final = Options(width=255, height=120, grid=5, room_max=12, loops=2, hidden_passages=2)


@cache
def maps(full: int = 200) -> tuple[Dungeon, ...]:
    """A share of `full` maps of both profiles and of many options."""
    count = share(full)
    first = SEED * 1_000_003 % (1 << 63)
    made = [generate(first + number, options=(PLAIN, CROWDED, SMALL, LARGE)[number % 4]) for number in range(count)]
    return tuple(made + [generate(1 + (first + number) % 255, "c64") for number in range(count // 2)])


def squares(full: int = 200) -> list[Dungeon]:
    """Those of them that a C64 can hold."""
    return [known for known in maps(full) if (known.width, known.height) == (72, 72)]
