"""The original's saved games: files of 5771 bytes that the C64 writes at the start of a round.

A save holds the whole map with the units drawn on it, and a record for each unit. What the original does not use is
kept, so that a save that was read and not played on is written back byte for byte.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import dataclass
from typing import Final, NoReturn

from duskfall.errors import Refusal, Refused
from duskfall.formats.welten.original_program import BORDER, HEIGHT, WIDTH
from duskfall.welten.game import Game
from duskfall.welten.rules import ORIGINAL
from duskfall.welten.scenario import Placement, Position, Scenario
from duskfall.welten.situation import DESTROYED, Situation, Unit
from duskfall.welten.terrain import FIRST_TERRAIN, LAST_TERRAIN, terrain_of
from duskfall.welten.terrain_costs import can_stand
from duskfall.welten.turns import Phase
from duskfall.welten.units import COMMANDER, FIRST_UNIT_CODE, UNIT_TYPES, Side

LOAD_ADDRESS: Final = b"\xf0\x4f"
SIZE: Final = 5771
LAST_SAVED_ROUND: Final = 14

DAILOR_COUNT, GATE_FLAGS, ROUNDS, MAP, RECORDS = 2, 4, 17, 18, 4018
"""File offsets; the load address comes first."""
RECORD: Final = 6
SAVE_PREFIX: Final = "c64-save:"
"""The beginning of a text that holds a saved game, in base64."""
DEAD: Final = 0xFF
"""A unit's y, or a gate's flag."""

ROSTER: Final = tuple(unit.number for unit in UNIT_TYPES for _ in range(unit.count))
"""The type of each record: ascending, with the roster's counts."""

GATES: Final = tuple(
    Position(x, y)
    for x, y in (
        *((4, 5), (16, 4), (28, 9), (13, 20), (41, 20), (46, 20), (51, 20), (24, 24), (4, 34), (10, 33)),
        *((69, 6), (68, 16), (74, 33)),
    )
)
"""The gate positions of the original, counted from 0."""


@dataclass(frozen=True)
class Save:
    """A saved game that was read."""

    scenario: Scenario
    """The map as it was saved. The start of a destroyed unit is unknown; it gets any free tile."""
    situation: Situation
    data: bytes
    """The file itself."""

    def game(self, seed: int = 0) -> Game:
        """Continues the game, under the original's rules."""
        return Game(self.scenario, ORIGINAL, seed, self.situation)


def is_save_text(text: str) -> bool:
    """Tells whether a text names a saved game instead of a scenario."""
    return text.startswith(SAVE_PREFIX)


def save_text(data: bytes) -> str:
    """Writes the file of a saved game as a text that takes the place of a scenario's."""
    return SAVE_PREFIX + b64encode(data).decode()


def save_of_text(text: str) -> Save:
    """Reads the saved game in a text, or refuses it with the reason."""
    try:
        data = b64decode(text.removeprefix(SAVE_PREFIX), validate=True)
    except ValueError:
        raise Refused(Refusal.MALFORMED, "save", "it is not written in base64", f"write {SAVE_PREFIX}BASE64") from None
    return read_save(data)


def read_save(data: bytes, source: str = "save") -> Save:
    """Reads the game in a file of the original, or refuses it with the reason."""
    if len(data) != SIZE:
        _refuse(source, f"a saved game has {SIZE} bytes, this file {'more' if len(data) > SIZE else len(data)}")
    if data[:2] != LOAD_ADDRESS:
        _refuse(source, f"the load address is ${data[1]:02X}{data[0]:02X}, not $4FF0")
    flags = data[GATE_FLAGS : GATE_FLAGS + len(GATES)]
    for number, flag in enumerate(flags):
        if flag not in (0, DEAD):
            _refuse(source, f"the flag of gate {number} is ${flag:02X}, neither $00 nor $FF")
    rounds = _decimal(source, "the number of rounds", data[ROUNDS])
    if rounds > LAST_SAVED_ROUND:
        _refuse(source, f"{rounds} rounds are complete; a saved game has at most {LAST_SAVED_ROUND}")
    units = tuple(_unit(source, number, record) for number, record in enumerate(_records(data)))
    terrain = _terrain(source, data, units)
    _check_army(source, data, units)
    situation = Situation(units, terrain, gates=tuple(flag == 0 for flag in flags), rounds=rounds)
    scenario = _scenario(source, situation)
    try:
        situation.check(scenario)
    except Refused as refused:
        _refuse(source, f"{refused.given}: {refused.reason}")
    return Save(scenario, situation, data)


def _refuse(source: str, reason: str) -> NoReturn:
    raise Refused(Refusal.INCONSISTENT, source, reason)


def _decimal(source: str, what: str, byte: int) -> int:
    if byte >> 4 > 9 or byte & 15 > 9:
        _refuse(source, f"{what} is ${byte:02X}, which is no decimal number")
    return 10 * (byte >> 4) + (byte & 15)


def _records(data: bytes) -> list[bytes]:
    return [data[RECORDS + RECORD * number :][:RECORD] for number in range(len(ROSTER))]


def _unit(source: str, number: int, record: bytes) -> Unit:
    kind = UNIT_TYPES[ROSTER[number]]
    x, y, *decimals, beneath = record
    if y == DEAD:
        if record[4] == 0:
            _refuse(source, f"B max of unit {number} is 0")
        return Unit(kind.number, *DESTROYED)
    if x >= WIDTH or y >= HEIGHT:
        _refuse(source, f"unit {number} stands at {x},{y}, which is not on the map")
    names = ("V", "B", "B max")
    v, b, most = (
        _decimal(source, f"{name} of unit {number}", byte) for name, byte in zip(names, decimals, strict=True)
    )
    if not 1 <= v <= kind.defence:
        _refuse(source, f"V of unit {number} is {v}; {kind.english} have 1 to {kind.defence}")
    for name, points in (("B", b), ("B max", most)):
        if points != kind.movement:
            _refuse(source, f"{name} of unit {number} is {points}, not {kind.movement}")
    if not FIRST_TERRAIN <= beneath <= LAST_TERRAIN:
        _refuse(source, f"beneath unit {number} is ${beneath:02X}, which is no terrain")
    return Unit(kind.number, x, y, v, b)


def _terrain(source: str, data: bytes, units: tuple[Unit, ...]) -> tuple[bytes, ...]:
    """Returns the map without the units; refuses units that are not drawn at the place of their records."""
    tiles = bytearray(data[MAP : MAP + WIDTH * HEIGHT])
    standing: dict[int, int] = {}
    for number, (unit, record) in enumerate(zip(units, _records(data), strict=True)):
        if not unit.alive:
            continue
        tile = unit.y * WIDTH + unit.x
        if tile in standing:
            _refuse(source, f"units {standing[tile]} and {number} both stand at {unit.x},{unit.y}")
        if tiles[tile] != FIRST_UNIT_CODE + unit.type:
            _refuse(source, f"the map shows ${tiles[tile]:02X} at {unit.x},{unit.y}, not unit {number}")
        standing[tile] = number
        tiles[tile] = record[5]
    for tile, code in enumerate(tiles):
        x, y = tile % WIDTH, tile // WIDTH
        if FIRST_UNIT_CODE <= code < FIRST_UNIT_CODE + len(UNIT_TYPES):
            _refuse(source, f"the map shows a unit at {x},{y}, but none stands there")
        if not FIRST_TERRAIN <= code <= LAST_TERRAIN:
            _refuse(source, f"the map shows ${code:02X} at {x},{y}, which is no terrain")
    return tuple(bytes(tiles[start : start + WIDTH]) for start in range(0, len(tiles), WIDTH))


def _check_army(source: str, data: bytes, units: tuple[Unit, ...]) -> None:
    living = _living_dailor(units)
    if data[DAILOR_COUNT] != living:
        _refuse(source, f"it counts {data[DAILOR_COUNT]} living units of Dailor; there are {living}")
    if not any(unit.alive and unit.type == COMMANDER for unit in units):
        _refuse(source, "Eldoin's Feldherr is destroyed, so the game is over")


def _living_dailor(units: tuple[Unit, ...]) -> int:
    return sum(unit.alive and UNIT_TYPES[unit.type].side is Side.DAILOR for unit in units)


def _scenario(source: str, situation: Situation) -> Scenario:
    taken = {(unit.x, unit.y) for unit in situation.units if unit.alive}
    placements = []
    for unit in situation.units:
        alive = Placement(unit.type, unit.x, unit.y) if unit.alive else None
        place = alive or _free(source, unit.type, situation.terrain, taken)
        taken.add((place.x, place.y))
        placements.append(place)
    return Scenario("save", situation.land(), tuple(placements), GATES, BORDER)


def _free(source: str, kind: int, land: tuple[bytes, ...], taken: set[tuple[int, int]]) -> Placement:
    for y, row in enumerate(land):
        for x, code in enumerate(row):
            if (x, y) not in taken and can_stand(UNIT_TYPES[kind], terrain_of(code)):
                return Placement(kind, x, y)
    _refuse(source, f"the land has no tile where {UNIT_TYPES[kind].english} could have started")


def write_save(game: Game, loaded: Save | None = None) -> bytes:
    """Writes a game as a file of the original; keeps the unused bytes of `loaded`, the save that it continued."""
    _check_writable(game)
    situation = game.situation
    data = bytearray(SIZE if loaded is None else loaded.data)
    data[:2] = LOAD_ADDRESS
    data[DAILOR_COUNT] = _living_dailor(situation.units)
    data[GATE_FLAGS : GATE_FLAGS + len(GATES)] = bytes(0 if live else DEAD for live in situation.gates)
    data[ROUNDS] = _bcd(situation.rounds)
    tiles = bytearray(b"".join(situation.terrain))
    for number, unit in enumerate(situation.units):
        record = slice(RECORDS + RECORD * number, RECORDS + RECORD * (number + 1))
        kind = UNIT_TYPES[unit.type]
        full = _bcd(kind.movement)
        if unit.alive:
            tile = unit.y * WIDTH + unit.x
            data[record] = bytes((unit.x, unit.y, _bcd(unit.v), full, full, tiles[tile]))
            tiles[tile] = kind.code
        elif loaded is None or loaded.situation.units[number].alive:
            data[record] = bytes((0, DEAD, _bcd(kind.defence), full, full, 0))
    data[MAP : MAP + len(tiles)] = tiles
    return bytes(data)


def _bcd(value: int) -> int:
    return value // 10 * 16 + value % 10


def _check_writable(game: Game) -> None:
    scenario = game.scenario
    what = f"a game on {scenario.name!r}"
    if scenario.gates != GATES or (scenario.width, scenario.height) != (WIDTH, HEIGHT):
        _refuse_state(what, "its gates are not those of the original", "only the original's land fits into its saves")
    if tuple(place.type for place in scenario.placements) != ROSTER:
        _refuse_state(what, "its roster is not that of the original, type by type")
    if game.outcome is not None:
        _refuse_state(what, f"the game is over: {game.outcome}")
    if (game.phase, game.player) != (Phase.MOVEMENT, Side.ELDOIN) or not 1 <= game.rounds <= LAST_SAVED_ROUND:
        _refuse_state(what, "it is not at the start of a round", "the original saves when 1 to 14 rounds are complete")
    for number, unit in enumerate(game.situation.units):
        if unit.alive and unit.b != UNIT_TYPES[unit.type].movement:
            _refuse_state(what, f"unit {number} has moved in this round", "save before the first move")


def _refuse_state(what: str, reason: str, cure: str = "") -> NoReturn:
    raise Refused(Refusal.IMPOSSIBLE, what, reason, cure)
