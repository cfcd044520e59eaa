"""A match drawn in the terminal while it is played: a tile is a coloured field, with its number where there is room."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.console import Group
from rich.live import Live
from rich.style import Style
from rich.text import Text

from duskfall.cli.screen import err

if TYPE_CHECKING:
    from duskfall.fog import View as FogView
    from duskfall.play import Match
    from duskfall.welten import View as WeltenView

SEAT_COLOURS: Final = (
    "#c0392b", "#2471a3", "#1e8449", "#b7950b", "#7d3c98", "#148f77", "#a04000", "#5d6d7e",
    "#e74c3c", "#5dade2", "#58d68d", "#f4d03f", "#af7ac5", "#48c9b0", "#dc7633", "#aab7b8",
)  # fmt: skip
FREE, MOUNTAIN, CITY, TOWER = "#2b2f33", "#6e6259", "#8a8d3a", "#557a8a"
LAND: Final = ("#3f6b35", "#2f5f9e", "#24502a", "#111111", "#5a6b3a", "#9a7b4f", "#6e6259", "#8c8c86", "#b0aca0")
"""The grounds of Weltendämmerung in the order of their numbers."""
SIDES: Final = ("#ffe066", "#ff5c5c")
"""Eldoin and Dailor."""
ROOM: Final = 5
"""Lines above and below the board."""


class Field(NamedTuple):
    """How one tile is drawn."""

    ground: str
    sign: str = "  "
    ink: str = "#ffffff"


@contextmanager
def live_board(match: Match, pace: float) -> Iterator[Callable[[Match], None]]:
    """Draw the match on stderr, `pace` pictures a second; gives what to call after every turn."""
    with Live(picture(match), console=err, auto_refresh=False, vertical_overflow="crop") as live:
        due = time.monotonic()

        def show(played: Match) -> None:
            nonlocal due
            live.update(picture(played), refresh=True)
            if pace:
                due = max(due + 1 / pace, time.monotonic() - 1 / pace)
                time.sleep(max(0.0, due - time.monotonic()))

        yield show


def picture(match: Match) -> Group:
    """The whole board as a spectator sees it, under a line that tells how things stand."""
    view = match.game.view(None)
    if match.setup.game == "fog":
        title, fields = fog_title(match, view), fog_fields(view)
    else:
        title, fields = welten_title(match, view), welten_fields(view)
    high = len(fields) + ROOM <= err.height
    for signs in (3, 2):
        if high and signs * len(fields[0]) <= err.width:
            return Group(title, numbered(fields, signs))
    return Group(title, halves(fields))


def numbered(fields: list[list[Field]], signs: int) -> Text:
    """So many signs a tile."""
    text = Text(no_wrap=True, overflow="crop")
    for number, row in enumerate(fields):
        if number:
            text.append("\n")
        for field in row:
            text.append(field.sign.rjust(signs), Style(color=field.ink, bgcolor=field.ground))
    return text


def halves(fields: list[list[Field]]) -> Text:
    """Half a sign a tile, for large boards and small terminals: the colours alone."""
    text = Text(no_wrap=True, overflow="crop")
    for y in range(0, len(fields), 2):
        if y:
            text.append("\n")
        below = fields[y + 1] if y + 1 < len(fields) else [Field("default")] * len(fields[y])
        for upper, lower in zip(fields[y], below, strict=True):
            text.append("▀", Style(color=upper.ground, bgcolor=lower.ground))
    return text


def short(armies: int) -> str:
    """A number in two signs: h stands for hundreds, k for thousands.

    >>> short(7), short(42), short(350), short(4200), short(99999)
    (' 7', '42', '3h', '4k', '>9')
    """
    if armies < 100:
        return f"{armies:2}"
    if armies < 1000:
        return f"{armies // 100}h"
    return f"{armies // 1000}k" if armies < 10_000 else ">9"


def fog_title(match: Match, view: FogView) -> Text:
    """Who has what."""
    text = Text(f"Turn {view.turn}", "bold")
    for seat, score in enumerate(view.scores):
        text.append("   ")
        text.append("  ", Style(bgcolor=SEAT_COLOURS[seat]))
        state = f"{score.tiles} tiles {score.armies} armies" if view.alive[seat] else "out"
        text.append(f" {match.players[seat]}: {state}", "none")
    return text


def fog_fields(view: FogView) -> list[list[Field]]:
    """Every tile of a board of Fog of War; a general stands on white."""
    neutral = {-1: (FREE, "  "), -2: (MOUNTAIN, "  "), -5: (TOWER, "[]"), -6: (CITY, "++")}
    fields = []
    cities, generals = set(view.cities), set(view.generals)
    for tile, (code, armies) in enumerate(zip(view.terrain.tolist(), view.armies.tolist(), strict=True)):
        if code < 0:
            ground, sign = neutral[code]
            fields.append(Field(ground, short(armies) if code == -1 and armies else sign))
        elif tile in generals:
            fields.append(Field("#ffffff", short(armies), SEAT_COLOURS[code]))
        else:
            fields.append(Field(SEAT_COLOURS[code], short(armies), "#ffe066" if tile in cities else "#ffffff"))
    return [fields[start : start + view.width] for start in range(0, len(fields), view.width)]


def welten_title(match: Match, view: WeltenView) -> Text:
    """Who plays, and how many are left."""
    from duskfall.welten import UNIT_TYPES

    text = Text(f"Round {min(view.rounds + 1, 15)} of 15, {view.phase.name.lower()}", "bold")
    for side, name in enumerate(("Eldoin", "Dailor")):
        count = sum(unit.alive and UNIT_TYPES[unit.type].side == side for unit in view.units)
        text.append("   ")
        text.append("  ", Style(bgcolor=SIDES[side]))
        text.append(f" {name} ({match.players[side]}): {count}", "bold" if view.player == side else "none")
    return text


def welten_fields(view: WeltenView) -> list[list[Field]]:
    """Every tile of a land; units on the colour of their side, Eldoin's Feldherr on white."""
    from duskfall.formats.welten.text_art import UNIT_SIGNS
    from duskfall.welten import UNIT_TYPES
    from duskfall.welten.terrain import terrain_of

    grounds = {code: Field(LAND[terrain_of(code)]) for code in set(b"".join(view.terrain))}
    rows = [[grounds[code] for code in row] for row in view.terrain]
    for unit in view.units:
        if unit.alive:
            kind = UNIT_TYPES[unit.type]
            ground = "#ffffff" if kind.must_live else SIDES[kind.side]
            rows[unit.y][unit.x] = Field(ground, f"{UNIT_SIGNS[unit.type]} ", "#000000")
    return rows
