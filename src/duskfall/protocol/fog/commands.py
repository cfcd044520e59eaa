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
    """Queue a march from a tile to its neighbour. The same id again gets the first answer, and queues nothing."""

    event: ClassVar[str] = "attack"
    source: Tile
    target: Tile
    half: bool = False
    move_id: MoveId = None


@dataclass(frozen=True, slots=True, config=STRICT)
class UndoMove:
    """Drop the last march of the queue; with an id only if that is the last, so that a repeat drops no other."""

    event: ClassVar[str] = "undo_move"
    move_id: MoveId = None
    """Of the march, as `attack` gave it."""


@dataclass(frozen=True, slots=True, config=STRICT)
class ClearMoves:
    """Drop all marches of the queue. The same id again drops nothing that was queued since."""

    event: ClassVar[str] = "clear_moves"
    move_id: MoveId = None


@dataclass(frozen=True, slots=True, config=STRICT)
class PassTurn:
    """Tell a lockstep game not to wait for the sender this turn. The same id again passes no later turn."""

    event: ClassVar[str] = "pass"
    move_id: MoveId = None


FogCommand: TypeAlias = SetOptions | Attack | UndoMove | ClearMoves | PassTurn
