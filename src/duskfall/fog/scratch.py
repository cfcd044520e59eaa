"""What a turn writes down while it runs: scratch memory, one for each thread, empty between turns.

The journal keeps every tile as it was when the turn began, because what falls out of sight is remembered as it was last
seen, not as it is now. The touched list names the (seat, tile) pairs whose sight may have changed. The events are what
happened, in order.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from duskfall.compiled import inline_kernel, number
from duskfall.fog.layout import (
    GARRISON,
    MAX_PLAYERS,
    QUEUE_CAP,
    SIGHT_COUNT,
    TILES,
    TOUCHED,
    Cells,
    Ints,
    Layout,
)

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
NOTES_HEADER: Final = 8

JOURNAL_INTS: Final = 3
"""An entry: tile, its garrison and its byte when the turn began."""
EVENT_INTS: Final = 4
"""An event: what, whose, where, and of whom or why."""
MAX_EVENTS: Final = MAX_PLAYERS * (QUEUE_CAP + 3)
"""Every queue emptied, and each seat capturing a general and being eliminated."""

# What an event is.
MARCHED: Final = 0
"""A march left the queue: seat, packed march, 0 or why it was not made."""
TOOK_CITY: Final = 1
TOOK_TOWER: Final = 2
TOOK_GENERAL: Final = 3
ELIMINATED: Final = 4


def new_notes(layout: Layout) -> Ints:
    """Empty notes for boards of this shape."""
    tiles, players = layout.tiles, layout.players
    index = NOTES_HEADER
    journal = index + tiles
    touched = journal + JOURNAL_INTS * tiles
    events = touched + players * tiles
    notes = np.zeros(events + EVENT_INTS * MAX_EVENTS, np.int32)
    notes[[JOURNAL_INDEX, JOURNAL, TOUCHED_LIST, EVENTS]] = index, journal, touched, events
    return notes


@inline_kernel
def remember_tile(ints: Ints, cells: Cells, notes: Ints, tile: int) -> None:
    """Enter a tile in the journal before it changes; only the first change of a turn counts."""
    at = notes[JOURNAL_INDEX] + tile
    if notes[at] == 0:
        count = notes[JOURNAL_COUNT]
        entry = notes[JOURNAL] + JOURNAL_INTS * count
        notes[entry] = tile
        notes[entry + 1] = ints[ints[GARRISON] + tile]
        notes[entry + 2] = cells[ints[TILES] + tile]
        notes[JOURNAL_COUNT] = count + 1
        notes[at] = count + 1


@inline_kernel
def touch(cells: Cells, notes: Ints, sights: int, spot: int, step: int) -> None:
    """Count one place more or less that sees a tile for a seat; list the pair when it comes into sight or leaves it.

    `sights` is where SIGHT begins, `spot` is seat * tiles + tile.
    """
    sight = number(cells[sights + spot])
    count = sight & SIGHT_COUNT
    if (count == 0 or count + step == 0) and sight & TOUCHED == 0:
        listed = notes[TOUCHED_COUNT]
        notes[notes[TOUCHED_LIST] + listed] = spot
        notes[TOUCHED_COUNT] = listed + 1
        sight |= TOUCHED
    cells[sights + spot] = sight + step


@inline_kernel
def note_event(notes: Ints, what: int, seat: int, tile: int, other: int) -> None:
    """Write down what happened."""
    count = notes[EVENT_COUNT]
    at = notes[EVENTS] + EVENT_INTS * count
    notes[at] = what
    notes[at + 1] = seat
    notes[at + 2] = tile
    notes[at + 3] = other
    notes[EVENT_COUNT] = count + 1


@inline_kernel
def close_notes(notes: Ints) -> None:
    """Empty the journal and the touched list; the events stay to be read until the next turn begins."""
    for entry in range(notes[JOURNAL_COUNT]):
        notes[notes[JOURNAL_INDEX] + notes[notes[JOURNAL] + JOURNAL_INTS * entry]] = 0
    notes[JOURNAL_COUNT] = 0
    notes[TOUCHED_COUNT] = 0
