"""Names the parts of the rules that a server compiles before they are asked for, most urgent first.

Each part uses the rules a little, as a server does. Rules that no part uses (of bots that think for long, of checks, of
training) are compiled when somebody first asks for them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from duskfall.compiled import kernel_folder
from duskfall.compiled.cache import read_whole, write_whole
from duskfall.dungeon import generate
from duskfall.dungeon.exploration.walk import Walk
from duskfall.errors import UnknownName
from duskfall.fog import Game as FogGame
from duskfall.fog import Options, Position, advise
from duskfall.fog.maps import draw_position
from duskfall.formats.dungeon import View, sheet
from duskfall.formats.fog.dungeons import fog_rows
from duskfall.formats.welten.library import default_scenario
from duskfall.protocol.fog.updates import Snapshot, UpdateStream
from duskfall.protocol.patches import Dialect
from duskfall.server.transport.encoding import encode
from duskfall.welten import Game as WeltenGame

World: TypeAlias = Literal["fog", "welten", "dungeon"]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the rules of one world."""

    name: str
    world: World
    use: Callable[[], None]
    """Uses the rules, which compiles them or loads them from the cache."""
    kernels: int
    """About how many kernels are compiled, for the share that is done."""


def _draw_fog() -> None:
    """Draw a board, and let a bot choose a march."""
    draw_position(0, Options(width=12, height=12))
    for policy in ("random", "expanding"):
        advise(FogGame(Position.parse("A5 . ^ B2")).view(0), policy, seed=0)


def _play_fog() -> None:
    """Play a little on a given board, and encode the updates."""
    game, stream = FogGame(Position.parse("A5 . ^ B2")), UpdateStream(Dialect.PAIRS)
    for seat in (0, None):
        game.advance({})
        stream.advance(Snapshot.of(game.view(seat)), encode)


def _play_welten() -> None:
    """Ask what may be done and what threatens at the beginning."""
    game = WeltenGame(default_scenario())
    game.legal(0)
    game.threats(0)


def _explore_dungeon() -> None:
    """Dig a map, look at it and walk on it, and make a battlefield of it."""
    dungeon = generate(0)
    dungeon.statistics()
    sheet(dungeon, View.PLAYER)
    Walk(dungeon)
    fog_rows(dungeon, 2, 0)


PARTS: Final = (
    Part("fog turns", "fog", _play_fog, 40),
    Part("fog boards", "fog", _draw_fog, 34),
    Part("welten", "welten", _play_welten, 19),
    Part("dungeon", "dungeon", _explore_dungeon, 92),
)


def part_named(name: str) -> Part:
    """Find a part by its name."""
    for part in PARTS:
        if part.name == name:
            return part
    raise UnknownName("part of the rules", name, [part.name for part in PARTS])


_used: Final = set[Part]()
"""The parts that this process has used."""


def use(part: Part) -> None:
    """Compile a part in this process, or load it from the cache; the second time, do nothing."""
    if part not in _used:
        part.use()
        _used.add(part)


def is_used(part: Part) -> bool:
    """Tell whether this process has the part."""
    return part in _used


def compile_rules() -> None:
    """Compile all parts in this process."""
    for part in PARTS:
        use(part)


def note_compiled(part: Part) -> None:
    """Note in the cache that a part is compiled completely."""
    write_whole(kernel_folder() / f"{part.name}.compiled", b"")


def is_compiled(part: Part) -> bool:
    """Tell whether a process has noted that the part is compiled completely."""
    return read_whole(kernel_folder() / f"{part.name}.compiled") is not None
