"""Writes and reads changes of lists, in the four dialects that a client may ask for.

>>> old, new = np.array([1, 5, 5, 5], np.int32), np.array([1, 6, 7, 5], np.int32)
>>> patches = {dialect: make_patch(dialect, old, new).tolist() for dialect in Dialect}
>>> list(patches.values())
[[1, 6, 2, 7], [1, 2, 6, 7], [1, 2, 6, 7, 1], [0, 4, 1, 6, 7, 5]]
>>> [apply_patch(dialect, [1, 5, 5, 5], patch) for dialect, patch in patches.items()]
[[1, 6, 7, 5], [1, 6, 7, 5], [1, 6, 7, 5], [1, 6, 7, 5]]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Final, assert_never

import numpy as np

from duskfall.errors import UnknownName
from duskfall.fog.view import differences
from duskfall.protocol.values import LONGEST_SHOWN, Numbers

_NO_NUMBERS: Final[Numbers] = np.empty(0, np.int32)


class Dialect(StrEnum):
    """Names the ways in which changes of lists are written."""

    PAIRS = "pairs"
    """`[index, value, ...]`, the default."""
    SPLICE = "splice"
    """`[start, n, ...n values]` for each run of changes."""
    GENERALS = "generals"
    """`[keep, n, ...n values]`, over the whole list, as on generals.io."""
    FULL = "full"
    """`[0, n, ...all]`, every turn."""


def dialect_of(query: Mapping[str, Sequence[str]]) -> Dialect:
    """Find the dialect that a client asks for in its URL: `?diff=splice`, or the bare key `?splice`.

    >>> dialect_of({"diff": ["splice"]}), dialect_of({"generals": [""]}), dialect_of({"diff": ["none"]})
    (<Dialect.SPLICE: 'splice'>, <Dialect.GENERALS: 'generals'>, <Dialect.PAIRS: 'pairs'>)
    """
    wanted = [*query.get("diff", ()), *query]
    return next((Dialect(name) for name in wanted if name in set(Dialect)), Dialect.PAIRS)


def unknown_dialect(query: Mapping[str, Sequence[str]]) -> UnknownName | None:
    """Find a name in `?diff=` that no dialect has, so that its client can be told; None if there is none.

    >>> print(unknown_dialect({"diff": ["Splice"]}))
    Splice: no such dialect; did you mean 'splice'? Known: full, generals, pairs, splice
    """
    unknown = [name for name in query.get("diff", ()) if name not in set(Dialect)]
    return UnknownName("dialect", unknown[0][:LONGEST_SHOWN], map(str, Dialect)) if unknown else None


# Writing


def make_patch(dialect: Dialect, old: Numbers | None, new: Numbers) -> Numbers:
    """Write the change from one list to another that is at least as long; from None, the complete list."""
    if dialect is Dialect.FULL or (old is None and dialect is not Dialect.PAIRS):
        return np.concatenate((np.array((0, len(new)), np.int32), new))
    pairs = np.empty(2 * len(new), np.int32)
    pairs = pairs[: differences(_NO_NUMBERS if old is None else old, new, pairs)]
    match dialect:
        case Dialect.PAIRS:
            return pairs
        case Dialect.SPLICE:
            return _runs(pairs[::2], new, keeping=False)
        case Dialect.GENERALS:
            return _runs(pairs[::2], new, keeping=True)
        case _:
            assert_never(dialect)


def _runs(changed: Numbers, new: Numbers, *, keeping: bool) -> Numbers:
    """Write each run of changes with its start or, `keeping`, with how much before it is kept, then the kept tail."""
    parts: list[Numbers] = []
    end = 0
    if len(changed):
        for run in np.split(changed, np.flatnonzero(np.diff(changed) > 1) + 1):
            first, length = int(run[0]), len(run)
            parts += (np.array((first - end if keeping else first, length), np.int32), new[first : first + length])
            end = first + length
    if keeping and (end < len(new) or not parts):
        parts.append(np.array((len(new) - end,), np.int32))
    return np.concatenate(parts) if parts else np.empty(0, np.int32)


# Reading


def apply_patch(dialect: str, old: Sequence[int], patch: Sequence[int]) -> list[int]:
    """Give the list that a change leads to.

    >>> apply_patch("pears", [], [])
    Traceback (most recent call last):
    duskfall.errors.UnknownName: pears: no such dialect; did you mean 'pairs'? Known: full, generals, pairs, splice
    """
    return patch_reader(dialect)(old, patch)


def patch_reader(dialect: str) -> Callable[[Sequence[int], Sequence[int]], list[int]]:
    """Find the function that reads a dialect."""
    if dialect not in _READERS:
        raise UnknownName("dialect", dialect, _READERS)
    return _READERS[dialect]


def _read_pairs(old: Sequence[int], patch: Sequence[int]) -> list[int]:
    """Read `[index, value, ...]`; an index just beyond the end makes the list longer.

    >>> _read_pairs([7], [1, 8, 2, 9])
    [7, 8, 9]
    """
    new = list(old)
    for index, value in zip(patch[::2], patch[1::2], strict=True):
        if index < len(new):
            new[index] = value
        else:
            new.append(value)
    return new


def _read_splices(old: Sequence[int], patch: Sequence[int]) -> list[int]:
    """Read `[start, n, ...n values]`, as often as there are runs of changes; the list may grow at its end.

    >>> _read_splices([1, 2, 3, 4], [0, 1, 9, 3, 2, 8, 7])
    [9, 2, 3, 8, 7]
    """
    new = list(old)
    at = 0
    while at < len(patch):
        start, count = patch[at], patch[at + 1]
        new[start : start + count] = patch[at + 2 : at + 2 + count]
        at += 2 + count
    return new


def _read_keeps(old: Sequence[int], patch: Sequence[int]) -> list[int]:
    """Read `[keep, n, ...n values]` until the whole list is covered; a last `keep` may stand alone.

    >>> _read_keeps([1, 2, 3, 4], [3, 1, 9]), _read_keeps([1, 2], [2]), _read_keeps([], [0])
    ([1, 2, 3, 9], [1, 2], [])
    """
    new: list[int] = []
    at = 0
    while at < len(patch):
        new += old[len(new) : len(new) + patch[at]]
        if at + 1 < len(patch):
            count = patch[at + 1]
            new += patch[at + 2 : at + 2 + count]
            at += count
        at += 2
    return new


_READERS: Final = {"pairs": _read_pairs, "splice": _read_splices, "generals": _read_keeps, "full": _read_keeps}
"""A list that `full` sends reads like one of `generals` of which nothing is kept."""
