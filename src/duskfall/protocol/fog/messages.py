"""Defines the messages of the server in rooms of Fog of War, the update of a turn apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import Field

from duskfall.protocol.fog.options import FogPublicOptions
from duskfall.protocol.messages import RoomState
from duskfall.protocol.values import MoveId


@dataclass(frozen=True, slots=True)
class FogRoomUpdate:
    """Shows the state of the room."""

    event: ClassVar[str] = "room_update"
    roomId: str
    state: RoomState
    options: FogPublicOptions
    spectators: int


@dataclass(frozen=True, slots=True)
class GameStart:
    """The game begins; -1 for spectators."""

    event: ClassVar[str] = "game_start"
    playerIndex: int
    replay_id: str
    options: FogPublicOptions


@dataclass(frozen=True, slots=True)
class AttackResult:
    """Tells a player that their march was queued, or that it was made or dropped in its turn."""

    event: ClassVar[str] = "attack_result"
    omitted_when_none: ClassVar[tuple[str, ...]] = ("code", "moveId")
    phase: Literal["queued", "done"]
    ok: bool
    source: Annotated[int, Field(serialization_alias="from")]
    target: Annotated[int, Field(serialization_alias="to")]
    code: str | None = None
    moveId: MoveId = None

    def payload(self) -> dict[str, Any]:
        """Write the message; `from` is a keyword of Python, so it cannot be a field."""
        plain: dict[str, Any] = {"phase": self.phase, "ok": self.ok, "from": self.source, "to": self.target}
        if self.code is not None:
            plain["code"] = self.code
        if self.moveId is not None:
            plain["moveId"] = self.moveId
        return plain


FogMessage: TypeAlias = FogRoomUpdate | GameStart | AttackResult
