"""The dice of both profiles: a stream for each phase and attempt, or the 8-bit generator of the original.

`dice` holds two numbers: the state, and 1 when the state is the byte of the C64.
"""

from __future__ import annotations

from duskfall.compiled import kernel, number, word
from duskfall.dice import Stream, below, key, purpose

ROOMS_DICE = word(purpose("dungeon rooms"))
SECRETS_DICE = word(purpose("dungeon secret rooms"))
DECOYS_DICE = word(purpose("dungeon decoys"))
TREASURES_DICE = word(purpose("dungeon treasures"))

COIN = number(2)
THREE_SIDES = number(3)
TEN_SIDES = number(10)
"""Dice that are rolled by number (wrapped: Numba would compile `roll` anew for every literal it is given)."""

_256 = word(256)
_97 = word(97)
_71 = word(71)


@kernel
def take_stream(dice: Stream, seed: int, attempt: int, use: int) -> None:
    """Starts the classic stream of a phase and attempt."""
    dice[0] = key(seed, word(attempt), use)
    dice[1] = 0


@kernel
def take_byte(dice: Stream, seed: int) -> None:
    """Starts the dice of the original, in which seed 0 counts as 1."""
    dice[0] = seed if seed > word(0) else word(1)
    dice[1] = 1


@kernel
def roll(dice: Stream, n: int) -> int:
    """Rolls a number from 0 to n-1."""
    if dice[1] == 0:
        return below(dice, n)
    if n <= 1:
        return 0  # the original does not advance its byte for a die of one side
    dice[0] = (word(dice[0]) * _97 + _71) % _256
    return number(dice[0]) % n
