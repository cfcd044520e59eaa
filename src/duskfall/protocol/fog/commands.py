"""Defines the commands of clients in rooms of Fog of War."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from pydantic.dataclasses import dataclass

from duskfall.protocol.fog.options import FogOptions
from duskfall.protocol.values import STRICT, MoveId, RoomId, Tile


@dataclass(frozen=True, slots=True, config=STRICT)
class SetOptions:
    """Choose, as the host, how the next game is played; an option that is not given goes back to its default."""

    event: ClassVar[str] = "set_options"
    room: RoomId
    options: FogOptions


@dataclass(frozen=True, slots=True, config=STRICT)
class Attack:
    """Queue a march from a tile to its neighbour."""

    event: ClassVar[str] = "attack"
    source: Tile
    target: Tile
    half: bool = False
    move_id: MoveId = None


@dataclass(frozen=True, slots=True, config=STRICT)
class UndoMove:
    """Drop the last march of the queue."""

    event: ClassVar[str] = "undo_move"


@dataclass(frozen=True, slots=True, config=STRICT)
class ClearMoves:
    """Drop all marches of the queue."""

    event: ClassVar[str] = "clear_moves"


@dataclass(frozen=True, slots=True, config=STRICT)
class PassTurn:
    """Tell a lockstep game not to wait for the sender this turn."""

    event: ClassVar[str] = "pass"


FogCommand: TypeAlias = SetOptions | Attack | UndoMove | ClearMoves | PassTurn
