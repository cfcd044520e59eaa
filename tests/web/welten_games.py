"""Games of Weltendämmerung on small scenarios: opening them, clicking tiles, reading the status bar."""

from __future__ import annotations

import json
import re
from typing import Any, Final

import numpy as np
from playwright.sync_api import Page, expect

from duskfall.formats.palette import GREEN, GUIDE, RED
from duskfall.formats.welten.tiles import TileSet, own_tiles, tiles_text
from tests.web.visitors import Visitor

SKIRMISH: Final = """duskfall scenario 1
name skirmish
border 7

land
..............
.####.........
.#__#.........
.#__G____.....
.#__#.......G.
.####.........
..............

gates
4,3
12,4

army
..............
......Sa......
..B....k......
..F...........
..............
..............
..............
"""
SWORD, ARCHER, COMMANDER, CATAPULT, AXES = range(5)
"""The units of it, by number."""
AT: Final = {SWORD: (6, 1), ARCHER: (2, 2), COMMANDER: (2, 3), CATAPULT: (7, 2), AXES: (7, 1)}
GATES: Final = ((4, 3), (12, 4))

PAINTED: Final = (
    SKIRMISH
    + "\ntiles\n"
    + tiles_text(TileSet(np.full_like(own_tiles().points, 0xFF), np.full_like(own_tiles().colours, RED)))
)
"""The same with tiles of its own: nothing but the C64's red."""

SIEGE: Final = """duskfall scenario 1
name siege
border 4

land
^^^.....
^_^.....
^^^.....

gates
7,0

army
........
.F.l....
........
"""
"""The commander of Eldoin cannot get away, and the wyrm stands in range of it."""
COMMANDER_BESIEGED, WYRM = (1, 1), (3, 1)

_rooms = iter(range(10_000))


def room_name() -> str:
    """A room that nobody has been in."""
    return f"land-{next(_rooms)}"


def is_red(visitor: Visitor, canvas: str) -> bool:
    """Whether a picture has the red of the painted land in it, and nothing of the ground of others."""
    colours: list[str] = visitor.page.evaluate(
        """canvas => {
            const { width, height } = document.querySelector(canvas);
            const copy = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
            copy.drawImage(document.querySelector(canvas), 0, 0);
            const { data } = copy.getImageData(0, 0, width, height);
            const hex = part => data[part].toString(16).padStart(2, "0");
            const found = new Set();
            for (let at = 0; at < data.length; at += 4) found.add("#" + hex(at) + hex(at + 1) + hex(at + 2));
            return [...found];
        }""",
        canvas,
    )
    return GUIDE[RED] in colours and GUIDE[GREEN] not in colours


def open_room(visitor: Visitor, room: str | None = None, **pending: Any) -> str:
    """Open a room with options, as the page of new games does. Returns its path."""
    room = room or room_name()
    visitor.goto("/licences.txt")
    visitor.page.evaluate(
        "([room, pending]) => sessionStorage.setItem('duskfall.welten.pending.' + room, pending)",
        [room, json.dumps(pending)],
    )
    visitor.goto(f"/welten/{room}")
    return f"/welten/{room}"


def hot_seat(visitor: Visitor, scenario: str = SKIRMISH, **more: Any) -> None:
    """Begin a game of two at one screen."""
    open_room(visitor, scenario=scenario, side="both", **more)
    expect(visitor.page.locator("#phase")).to_have_text("ELDOIN MOVEMENT PHASE")
    expect(visitor.page.locator("#board")).to_be_focused()
    visitor.page.wait_for_selector("#board[data-tile]")


def unwarned(visitor: Visitor) -> None:
    """Somebody who does not want to be asked before a turn ends."""
    visitor.context.add_init_script("localStorage.setItem('duskfall.welten.unwarned', 'yes')")


def place(visitor: Visitor) -> tuple[float, float, float]:
    """Where the corner of the board is within its canvas, and how large a tile is."""
    board = visitor.page.locator("#board")
    left, top, tile = (float(board.get_attribute(f"data-{name}") or "nan") for name in ("left", "top", "tile"))
    return left, top, tile


def middle_of(visitor: Visitor, x: int, y: int) -> tuple[float, float]:
    """Where a tile is on the screen."""
    box = visitor.page.locator("#board").bounding_box()
    assert box is not None
    left, top, tile = place(visitor)
    return box["x"] + left + (x + 0.5) * tile, box["y"] + top + (y + 0.5) * tile


def click(visitor: Visitor, at: tuple[int, int], **more: Any) -> None:
    """Click a tile."""
    visitor.page.mouse.click(*middle_of(visitor, *at), **more)


def hover(visitor: Visitor, at: tuple[int, int]) -> None:
    """Put the mouse over a tile."""
    visitor.page.mouse.move(*middle_of(visitor, *at))


def orders(visitor: Visitor) -> list[str]:
    """All orders that the visitor has been told of."""
    return [news["order"] for news in visitor.received("welten_events")]


STILL: dict[str, Any] = {"reduced_motion": "reduce"}
PHASES = [
    "ELDOIN MOVEMENT PHASE",
    "DAILOR MOVEMENT PHASE",
    "ELDOIN ATTACK PHASE",
    "DAILOR ATTACK PHASE",
    "ELDOIN GATE PHASE",
    "DAILOR GATE PHASE",
]


def phase(visitor: Visitor, words: str) -> None:
    expect(visitor.page.locator("#phase")).to_have_text(words)


def task(visitor: Visitor, words: str) -> None:
    expect(visitor.page.locator("#task")).to_have_text(words)


def ends(visitor: Visitor, then: str) -> None:
    """End a turn with the button."""
    visitor.page.get_by_role("button", name="End turn").click()
    phase(visitor, then)


def shown(visitor: Visitor, at: tuple[int, int], ground: str, unit: str = "", stats: str = "") -> None:
    """What the status bar says of a tile under the mouse."""
    hover(visitor, at)
    expect(visitor.page.locator("#terrain")).to_have_text(re.compile(f"^{ground}"))
    expect(visitor.page.locator("#unit")).to_have_text(unit)
    if stats:
        expect(visitor.page.locator("#stats")).to_have_text(re.compile(stats))


def odds_shown(page: Page) -> list[list[str]]:
    return [row.locator("td").all_inner_texts() for row in page.locator("#odds tbody tr").all()]


def duel(first: Visitor, second: Visitor, **options: Any) -> str:
    """Let two visitors play against each other; gives the path of the room."""
    for visitor in (first, second):
        unwarned(visitor)
    path = open_room(first, scenario=SKIRMISH, side="eldoin", **options)
    expect(first.page.locator("[data-share]")).to_have_value(first.address + path)
    second.goto(path)
    for visitor in (first, second):
        phase(visitor, PHASES[0])
    return path
