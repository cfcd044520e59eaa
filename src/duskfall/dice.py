"""Keyed chance: the same (seed, turn, purpose) gives the same numbers on every machine, for ever.

A stream is one 64-bit word of state in an array of length one, stepped by SplitMix64. Streams of different keys are
independent, so drawing more for one purpose never shifts what another one gets: no order of calls to remember, and a
replay may start at any turn. Kernels use `key`, `draw`, `below` and `shuffle` on such an array; everyone else uses
`Dice`.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any, Final

import numpy as np
import xxhash
from numpy.typing import NDArray

from duskfall.compiled import inline_kernel, kernel, number, word
from duskfall.errors import Refusal, Refused, whole

Stream = NDArray[np.uint64]

SEEDS: Final = 1 << 64
"""How many seeds there are: every number from 0 up to this one, not included."""

_ALL = word(0xFFFF_FFFF_FFFF_FFFF)
_LOW = word(0xFFFF_FFFF)
_RANGE = word(0x1_0000_0000)
_STEP = word(0x9E37_79B9_7F4A_7C15)  # 2^64 divided by the golden ratio: SplitMix64's increment
_FIRST = word(0xBF58_476D_1CE4_E5B9)  # SplitMix64's two multipliers
_SECOND = word(0x94D0_49BB_1331_11EB)
_27 = word(27)
_30 = word(30)
_31 = word(31)
_32 = word(32)


def purpose(name: str) -> int:
    """The number that stands for a purpose of chance; two names never share their numbers.

    >>> hex(purpose("fog mountains"))
    '0x5e2e7d3efd4815d6'
    """
    return word(xxhash.xxh64_intdigest(name.encode()))


def checked_seed(seed: int) -> int:
    """The seed itself if it is one, else a refusal.

    >>> checked_seed(0)
    0
    >>> checked_seed(-1)
    Traceback (most recent call last):
    duskfall.errors.Refused: -1: a seed is a whole number from 0 to 18446744073709551615
    """
    if not whole(seed) or not 0 <= seed < SEEDS:
        raise Refused(Refusal.OUT_OF_RANGE, seed, f"a seed is a whole number from 0 to {SEEDS - 1}")
    return int(seed)


@inline_kernel
def mix(value: int) -> int:
    """Scatter the bits of a word; no two words become the same."""
    value = ((value ^ (value >> _30)) * _FIRST) & _ALL
    value = ((value ^ (value >> _27)) * _SECOND) & _ALL
    return value ^ (value >> _31)


@inline_kernel
def key(seed: int, turn: int, purpose: int) -> int:
    """The first state of the stream of (seed, turn, purpose)."""
    state = mix((word(seed) + _STEP) & _ALL)
    state = mix(((state ^ word(turn)) + _STEP) & _ALL)
    return mix(((state ^ word(purpose)) + _STEP) & _ALL)


@inline_kernel
def draw(stream: Stream) -> int:
    """The stream's next 64 bits."""
    state = (word(stream[0]) + _STEP) & _ALL
    stream[0] = state
    return mix(state)


@inline_kernel
def below(stream: Stream, n: int) -> int:
    """A number from 0 to n-1, each equally likely; n from 1 to 2**32.

    Lemire's multiplication: the high half of (32 random bits times n) is the number, and the few low halves that would
    favour some numbers are drawn again.
    """
    count = word(n)
    product = (draw(stream) >> _32) * count
    if product & _LOW < count:
        unfair = (_RANGE - count) % count
        while product & _LOW < unfair:
            product = (draw(stream) >> _32) * count
    return number(product >> _32)


@kernel
def shuffle(stream: Stream, items: NDArray[Any]) -> None:
    """Put `items` in random order, each order equally likely (Fisher-Yates from the top down)."""
    for i in range(len(items) - 1, 0, -1):
        j = below(stream, i + 1)
        kept = items[i]
        items[i] = items[j]
        items[j] = kept


class Dice:
    """One stream of chance for code that is not compiled.

    >>> dice = Dice(seed=7, turn=0, purpose=purpose("example"))
    >>> [dice.below(6) + 1 for _ in range(8)]
    [5, 1, 1, 1, 3, 3, 5, 6]
    """

    def __init__(self, seed: int, turn: int = 0, purpose: int = 0) -> None:
        self._stream = np.zeros(1, np.uint64)
        # A Python number above 2**63 reaches a kernel as the same type as a small one only when it is wrapped.
        self._stream[0] = key(word(checked_seed(seed)), word(turn), word(purpose))

    def word(self) -> int:
        """The next 64 bits."""
        return int(draw(self._stream))

    def below(self, n: int) -> int:
        """A number from 0 to n-1, each equally likely."""
        if not 1 <= n <= 1 << 32:
            raise Refused(Refusal.OUT_OF_RANGE, n, "a die has 1 to 4294967296 sides")
        return int(below(self._stream, n))

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Put `items` in random order, as the kernel of the same name does."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
