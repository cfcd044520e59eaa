"""Changes of lists as the live server sends them, in the four dialects that a client may ask for.

>>> patched("pairs", [1, 5, 5, 5], [1, 6, 2, 7])
[1, 6, 7, 5]
>>> patched("splice", [1, 5, 5, 5], [1, 2, 6, 7])
[1, 6, 7, 5]
>>> patched("generals", [1, 5, 5, 5], [1, 2, 6, 7, 1])
[1, 6, 7, 5]
>>> patched("full", [1, 5, 5, 5], [0, 4, 1, 6, 7, 5])
[1, 6, 7, 5]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from duskfall.errors import UnknownName


def patched(dialect: str, old: Sequence[int], diff: Sequence[int]) -> list[int]:
    """The list that a change leads to.

    >>> patched("pears", [], [])
    Traceback (most recent call last):
    duskfall.errors.UnknownName: pears: no such dialect; did you mean 'pairs'? Known: full, generals, pairs, splice
    """
    return reader_of(dialect)(old, diff)


def reader_of(dialect: str) -> Callable[[Sequence[int], Sequence[int]], list[int]]:
    """The function that reads a dialect."""
    if dialect not in READERS:
        raise UnknownName("dialect", dialect, READERS)
    return READERS[dialect]


def read_pairs(old: Sequence[int], diff: Sequence[int]) -> list[int]:
    """`[index, value, ...]`; an index just beyond the end makes the list longer.

    >>> read_pairs([7], [1, 8, 2, 9])
    [7, 8, 9]
    """
    new = list(old)
    for index, value in zip(diff[::2], diff[1::2], strict=True):
        if index < len(new):
            new[index] = value
        else:
            new.append(value)
    return new


def read_splices(old: Sequence[int], diff: Sequence[int]) -> list[int]:
    """`[start, n, ...n values]`, as often as there are runs of changes; the list may grow at its end.

    >>> read_splices([1, 2, 3, 4], [0, 1, 9, 3, 2, 8, 7])
    [9, 2, 3, 8, 7]
    """
    new = list(old)
    at = 0
    while at < len(diff):
        start, count = diff[at], diff[at + 1]
        new[start : start + count] = diff[at + 2 : at + 2 + count]
        at += 2 + count
    return new


def read_keeps(old: Sequence[int], diff: Sequence[int]) -> list[int]:
    """`[keep, n, ...n values]` until the whole list is covered; a last `keep` may stand alone.

    >>> read_keeps([1, 2, 3, 4], [3, 1, 9]), read_keeps([1, 2], [2]), read_keeps([], [0])
    ([1, 2, 3, 9], [1, 2], [])
    """
    new: list[int] = []
    at = 0
    while at < len(diff):
        new += old[len(new) : len(new) + diff[at]]
        if at + 1 < len(diff):
            count = diff[at + 1]
            new += diff[at + 2 : at + 2 + count]
            at += count
        at += 2
    return new


READERS: Final = {"pairs": read_pairs, "splice": read_splices, "generals": read_keeps, "full": read_keeps}
"""What `full` sends is a list in the words of `generals` of which nothing is kept."""
