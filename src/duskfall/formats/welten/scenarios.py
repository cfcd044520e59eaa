"""Scenario files: a map drawn as text art, its gates, and its units.

    duskfall scenario 1
    name a skirmish
    border 3

    land
    .~f
    .G.

    gates
    1,1

    army
    F.a
    ...

A line that starts with `;` is a comment. `army` numbers the units type by type, each type row by row; a file that
needs another order lists its units under `place`. `pieces` names walls whose piece does not follow from their
neighbours, and `tiles` brings pictures of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.errors import Refusal, Refused
from duskfall.formats.welten.line_reader import Line, content_lines, read_text
from duskfall.formats.welten.text_art import LAND_SIGNS, NOBODY, UNIT_SIGNS, WALL_SIGN, army_rows, codes_of, land_rows
from duskfall.formats.welten.tiles import parse_tiles, tiles_of, tiles_text
from duskfall.welten.scenario import MOST_UNITS, WIDEST, Placement, Position, Scenario
from duskfall.welten.terrain import WALLS, terrain_of
from duskfall.welten.terrain_costs import can_stand
from duskfall.welten.units import UNIT_TYPES

MAGIC: Final = "duskfall scenario 1"
SECTIONS: Final = ("land", "gates", "army", "place", "pieces", "tiles")
LONGEST_NAME: Final = 60


@dataclass
class _Draft:
    """A file cut into its parts, each with the line it starts at."""

    first: Line
    header: dict[str, tuple[Line, str]] = field(default_factory=dict)
    starts: dict[str, Line] = field(default_factory=dict)
    lines: dict[str, list[Line]] = field(default_factory=dict)


@dataclass(frozen=True)
class _Placed:
    """A placement, and its place in the file."""

    kind: int
    x: int
    y: int
    line: Line
    column: int


@dataclass(frozen=True, slots=True)
class LandSize:
    """How much the text of a scenario holds."""

    tiles: int
    units: int
    gates: int


def land_size(text: str, source: str = "scenario") -> LandSize:
    r"""Counts what a scenario's text holds, without reading it as a whole.

    >>> land_size("duskfall scenario 1\nland\n.~f\n.G.\ngates\n1,1\narmy\nF.a\n...\n")
    LandSize(tiles=6, units=2, gates=1)
    """
    lines = _cut(text, source).lines
    drawn = sum(len(line.text) - line.text.count(NOBODY) for line in lines.get("army", ()))
    listed = sum(len(line.text.split()) - 1 for line in lines.get("place", ()))
    return LandSize(
        tiles=sum(len(line.text) for line in lines["land"]),
        units=drawn + listed,
        gates=sum(len(line.text.split()) for line in lines.get("gates", ())),
    )


def load_scenario(path: Path) -> Scenario:
    """Reads the scenario in a file."""
    return parse_scenario(read_text(path), str(path))


def parse_scenario(text: str, source: str = "scenario") -> Scenario:
    """Reads a scenario from its text, or refuses it with line and column."""
    draft = _cut(text, source)
    rows = _layer(draft, "land", "".join(LAND_SIGNS) + WALL_SIGN)
    if len(rows) > WIDEST or len(rows[0]) > WIDEST:
        draft.starts["land"].refuse(f"a land has at most {WIDEST} rows and columns", code=Refusal.OUT_OF_RANGE)
    name, border = _name(draft), _border(draft, len(rows[0]))
    codes = codes_of(rows)
    _set_pieces(draft, rows, codes)
    gates = _gates(draft, codes)
    placed = _from_lists(draft, codes) if "place" in draft.lines else _from_layer(draft, codes)
    _check_placed(draft, placed, codes, gates)
    tiles = parse_tiles(draft.lines["tiles"], draft.starts["tiles"]) if "tiles" in draft.lines else None
    scenario = Scenario(
        name=name,
        terrain=codes,
        placements=tuple(Placement(unit.kind, unit.x, unit.y) for unit in placed),
        gates=gates,
        border=border,
        tiles=None if tiles is None else tiles.points,
        colours=None if tiles is None else tiles.colours,
    )
    try:
        scenario.check()
    except Refused as refused:
        start = draft.starts.get("army", draft.starts.get("place", draft.first))
        start.refuse(f"{refused.given}: {refused.reason}", refused.cure, code=refused.code)
    return scenario


def _cut(text: str, source: str) -> _Draft:
    lines = content_lines(text, source)
    first = next(lines, None)
    if first is None or first.text != MAGIC:
        (first or Line(source, 1, "")).refuse("this is no scenario file", f"its first line is: {MAGIC}")
    draft, section = _Draft(first), ""
    for line in lines:
        if line.text in SECTIONS:
            section = line.text
            if section in draft.starts:
                line.refuse(f"a second {section!r}; the first is in line {draft.starts[section].number}")
            draft.starts[section] = line
            draft.lines[section] = []
        elif section:
            draft.lines[section].append(line)
        else:
            _head(draft, line)
    if not draft.lines.get("land"):
        draft.starts.get("land", first).refuse("there is no land", "draw it row by row after the line: land")
    if "army" in draft.lines and "place" in draft.lines:
        draft.starts["place"].refuse("units are drawn under 'army' or listed under 'place', not both")
    return draft


def _head(draft: _Draft, line: Line) -> None:
    key, _, value = line.text.partition(" ")
    if key not in ("name", "border"):
        line.refuse(f"{key!r} is no part of a scenario", f"parts are: name, border, {', '.join(SECTIONS)}")
    if key in draft.header:
        line.refuse(f"a second {key!r}; the first is in line {draft.header[key][0].number}")
    draft.header[key] = (line, value.strip())


def _name(draft: _Draft) -> str:
    if "name" not in draft.header:
        draft.first.refuse("the scenario has no name", "add a line such as: name my land")
    line, name = draft.header["name"]
    if not _is_name(name):
        line.refuse(f"a name has 1 to {LONGEST_NAME} printable characters", column=len("name") + 2)
    return name


def _is_name(name: str) -> bool:
    return name.isprintable() and 1 <= len(name) <= LONGEST_NAME and name == name.strip()


def _border(draft: _Draft, width: int) -> int:
    if "border" not in draft.header:
        draft.first.refuse("the scenario has no border", "add the first column of Dailor's side, such as: border 60")
    line, value = draft.header["border"]
    if not re.fullmatch(r"[0-9]{1,3}", value) or int(value) > width:
        line.refuse(f"{value!r} is no column of the border", f"0 to {width} are possible", column=len("border") + 2)
    return int(value)


def _layer(draft: _Draft, section: str, known: str) -> list[str]:
    """Reads the rows of a drawn layer: equally long and made of known characters."""
    lines = draft.lines[section]
    width = len(lines[0].text) if lines else 0
    for line in lines:
        for column, sign in enumerate(line.text, start=1):
            if sign not in known:
                line.refuse(f"{sign!r} is no sign of the {section}", f"signs are {' '.join(known)}", column=column)
        if len(line.text) != width:
            line.refuse(
                f"this row has {len(line.text)} signs, the first one has {width}",
                "rows are equally long",
                column=min(len(line.text), width) + 1,
            )
    return [line.text for line in lines]


def _inside(line: Line, column: int, word: str, codes: NDArray[np.uint8]) -> tuple[int, int]:
    x, y = line.place(column, word)
    height, width = codes.shape
    if x >= width or y >= height:
        line.refuse(f"{word} is not on the map of {width}x{height}", column=column, code=Refusal.OFF_MAP)
    return x, y


def _set_pieces(draft: _Draft, rows: list[str], codes: NDArray[np.uint8]) -> None:
    for line in draft.lines.get("pieces", ()):
        words = line.words()
        if len(words) != 2:
            line.refuse("a piece is a place and a code", "write for example: 12,5 $72")
        x, y = _inside(line, *words[0], codes)
        column, code = words[1]
        if not re.fullmatch(r"\$[0-9A-Fa-f]{2}", code) or int(code[1:], 16) not in WALLS:
            line.refuse(f"{code!r} is no piece of a wall", "pieces are $61 to $68, $72 and $73", column=column)
        if rows[y][x] != WALL_SIGN:
            line.refuse(f"at {x},{y} the land shows {rows[y][x]!r}, no {WALL_SIGN!r}", code=Refusal.INCONSISTENT)
        codes[y, x] = int(code[1:], 16)


def _gates(draft: _Draft, codes: NDArray[np.uint8]) -> tuple[Position, ...]:
    gates: dict[Position, int] = {}
    for line in draft.lines.get("gates", ()):
        for column, word in line.words():
            gate = Position(*_inside(line, column, word, codes))
            if gate in gates:
                line.refuse(f"{word} is gate {gates[gate]} already", column=column, code=Refusal.INCONSISTENT)
            gates[gate] = len(gates)
    return tuple(gates)


def _from_layer(draft: _Draft, codes: NDArray[np.uint8]) -> list[_Placed]:
    rows = _layer(draft, "army", NOBODY + UNIT_SIGNS) if "army" in draft.lines else []
    height, width = codes.shape
    if rows and (len(rows), len(rows[0])) != (height, width):
        draft.starts["army"].refuse(
            f"the army has {len(rows[0])}x{len(rows)} places, the land {width}x{height}", "draw them equally large"
        )
    placed = [
        _Placed(UNIT_SIGNS.index(sign), x, y, line, x + 1)
        for y, line in enumerate(draft.lines.get("army", ()))
        for x, sign in enumerate(line.text)
        if sign != NOBODY
    ]
    return sorted(placed, key=lambda unit: unit.kind)


def _from_lists(draft: _Draft, codes: NDArray[np.uint8]) -> list[_Placed]:
    placed: list[_Placed] = []
    for line in draft.lines["place"]:
        (_, sign), *places = line.words()
        if len(sign) != 1 or sign not in UNIT_SIGNS:
            line.refuse(f"{sign!r} is no sign of a unit", f"signs are {' '.join(UNIT_SIGNS)}")
        for column, word in places:
            placed.append(_Placed(UNIT_SIGNS.index(sign), *_inside(line, column, word, codes), line, column))
    return placed


def _check_placed(draft: _Draft, placed: list[_Placed], codes: NDArray[np.uint8], gates: tuple[Position, ...]) -> None:
    if len(placed) > MOST_UNITS:
        draft.first.refuse(f"{len(placed)} units; a scenario has at most {MOST_UNITS}", code=Refusal.OUT_OF_RANGE)
    standing: set[tuple[int, int]] = set()
    for unit in placed:
        place = Position(unit.x, unit.y)
        terrain, kind = terrain_of(int(codes[unit.y, unit.x])), UNIT_TYPES[unit.kind]
        if place in standing:
            unit.line.refuse(f"a second unit at {place}", column=unit.column, code=Refusal.INCONSISTENT)
        if not can_stand(kind, terrain) and place not in gates:
            unit.line.refuse(
                f"{kind.english} may not stand on {terrain.english} at {place}",
                column=unit.column,
                code=Refusal.INCONSISTENT,
            )
        standing.add(place)


def scenario_text(scenario: Scenario) -> str:
    """Writes the scenario as a file; `parse_scenario` reads the same one back.

    What modifiers follow is not told: the cycle is the user's, not the scenario's.
    """
    if not _is_name(scenario.name):
        raise Refused(Refusal.OUT_OF_RANGE, repr(scenario.name), f"a name has 1 to {LONGEST_NAME} printable characters")
    parts = [f"{MAGIC}\nname {scenario.name}\nborder {scenario.border}\n"]
    rows = land_rows(scenario.terrain)
    parts.append("\n".join(("land", *rows, "")))
    if scenario.gates:
        parts.append("\n".join(("gates", *(str(gate) for gate in scenario.gates), "")))
    parts.append(_army_text(scenario))
    chosen = codes_of(rows)
    pieces = [f"{x},{y} ${scenario.terrain[y, x]:02X}" for y, x in np.argwhere(chosen != scenario.terrain)]
    if pieces:
        parts.append("\n".join(("pieces", *pieces, "")))
    if scenario.tiles is not None or scenario.colours is not None:
        parts.append("tiles\n" + tiles_text(tiles_of(scenario)))
    return "\n".join(parts)


def _army_text(scenario: Scenario) -> str:
    ordered = sorted(scenario.placements, key=lambda place: (place.type, place.y, place.x))
    if list(scenario.placements) == ordered:
        return "\n".join(("army", *army_rows(scenario.placements, scenario.width, scenario.height), ""))
    lines = ["place"]
    before = -1
    for kind, x, y in scenario.placements:
        if kind != before or len(lines[-1]) > 110:
            lines.append(UNIT_SIGNS[kind])
        lines[-1] += f" {x},{y}"
        before = kind
    return "\n".join((*lines, ""))
