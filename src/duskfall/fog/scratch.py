"""The scratch memory of a turn, one for each thread, empty between turns.

The journal keeps every tile as it was when the turn began, because a tile that falls out of sight is remembered as it
was last seen, not as it is now. The touched list names the (seat, tile) pairs whose sight may have changed. The events
are listed in order.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from duskfall.compiled import inline_kernel, number
from duskfall.fog.layout import GARRISON, MAX_PLAYERS, QUEUE_CAP, SIGHT_COUNT, TILES, TOUCHED, Cells, Ints, Layout

# Counts.
JOURNAL_COUNT: Final = 0
TOUCHED_COUNT: Final = 1
EVENT_COUNT: Final = 2
# Where the lists begin.
JOURNAL_INDEX: Final = 3
"""For each tile its entry in the journal + 1, or 0."""
JOURNAL: Final = 4
TOUCHED_LIST: Final = 5
EVENTS: Final = 6
SCRATCH_HEADER: Final = 8

JOURNAL_INTS: Final = 3
"""An entry: tile, its garrison and its byte when the turn began."""
EVENT_INTS: Final = 4
"""An event: what, whose, where, and of whom or why."""
MAX_EVENTS: Final = MAX_PLAYERS * (QUEUE_CAP + 3)
"""Enough for every queue emptied, and each seat capturing a general and being eliminated."""

# Kinds of events.
MARCHED: Final = 0
"""A march left the queue: seat, packed march, 0 or the reason why it was not made."""
TOOK_CITY: Final = 1
TOOK_TOWER: Final = 2
TOOK_GENERAL: Final = 3
ELIMINATED: Final = 4


def new_scratch(layout: Layout) -> Ints:
    """Allocates empty scratch for boards of this shape."""
    tiles, players = layout.tiles, layout.players
    index = SCRATCH_HEADER
    journal = index + tiles
    touched = journal + JOURNAL_INTS * tiles
    events = touched + players * tiles
    scratch = np.zeros(events + EVENT_INTS * MAX_EVENTS, np.int32)
    scratch[[JOURNAL_INDEX, JOURNAL, TOUCHED_LIST, EVENTS]] = index, journal, touched, events
    return scratch


@inline_kernel
def journal_tile(ints: Ints, cells: Cells, scratch: Ints, tile: int) -> None:
    """Enters a tile in the journal before it changes; only the first change of a turn counts."""
    at = scratch[JOURNAL_INDEX] + tile
    if scratch[at] == 0:
        count = scratch[JOURNAL_COUNT]
        entry = scratch[JOURNAL] + JOURNAL_INTS * count
        scratch[entry] = tile
        scratch[entry + 1] = ints[ints[GARRISON] + tile]
        scratch[entry + 2] = cells[ints[TILES] + tile]
        scratch[JOURNAL_COUNT] = count + 1
        scratch[at] = count + 1


@inline_kernel
def touch(cells: Cells, scratch: Ints, sights: int, spot: int, step: int) -> None:
    """Counts one place more or less that sees a tile for a seat; lists the pair when it comes into sight or leaves it.

    `sights` is where SIGHT begins, `spot` is seat * tiles + tile.
    """
    sight = number(cells[sights + spot])
    count = sight & SIGHT_COUNT
    if (count == 0 or count + step == 0) and sight & TOUCHED == 0:
        listed = scratch[TOUCHED_COUNT]
        scratch[scratch[TOUCHED_LIST] + listed] = spot
        scratch[TOUCHED_COUNT] = listed + 1
        sight |= TOUCHED
    cells[sights + spot] = sight + step


@inline_kernel
def record_event(scratch: Ints, what: int, seat: int, tile: int, other: int) -> None:
    """Records an event."""
    count = scratch[EVENT_COUNT]
    at = scratch[EVENTS] + EVENT_INTS * count
    scratch[at] = what
    scratch[at + 1] = seat
    scratch[at + 2] = tile
    scratch[at + 3] = other
    scratch[EVENT_COUNT] = count + 1


@inline_kernel
def clear_scratch(scratch: Ints) -> None:
    """Empties the journal and the touched list; the events stay readable until the next turn begins."""
    for entry in range(scratch[JOURNAL_COUNT]):
        scratch[scratch[JOURNAL_INDEX] + scratch[scratch[JOURNAL] + JOURNAL_INTS * entry]] = 0
    scratch[JOURNAL_COUNT] = 0
    scratch[TOUCHED_COUNT] = 0
