"""What clients say: one strict type for each event, its fields in the order of the event's arguments.

>>> read_command("attack", [412, 413])
Attack(source=412, target=413, half=False, move_id=None)
>>> read_command("set_ready", ["den", "yes"])
Traceback (most recent call last):
duskfall.errors.Malformed: set_ready: ready: Input should be a valid boolean; send set_ready(room, ready)
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Annotated, Any, ClassVar, Final, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator
from pydantic.dataclasses import dataclass

from duskfall.errors import Malformed, Refusal, Refused, UnknownName
from duskfall.protocol.dungeon_options import DungeonParameters
from duskfall.protocol.values import STRICT, MoveId, Name, RoomId, Seed, Tile, Token, UserId
from duskfall.protocol.welten.commands import WeltenCommand, WeltenJoin, WeltenLegal, WeltenOrder, WeltenThreats

LARGEST_SIDE: Final = 100
"""Of a board of Fog of War in a room."""


class DungeonOptions(DungeonParameters):
    """How the dungeon of a room is dug: no larger than a board can be."""

    model_config = STRICT | ConfigDict(frozen=True)

    width: Annotated[int | None, Field(ge=24, le=LARGEST_SIDE)] = None
    height: Annotated[int | None, Field(ge=24, le=LARGEST_SIDE)] = None


class RoomOptions(BaseModel):
    """What a host chooses for a room of Fog of War. Names are those of the wire."""

    model_config = STRICT | ConfigDict(frozen=True)

    width: Annotated[int, Field(ge=10, le=LARGEST_SIDE)] = 30
    height: Annotated[int, Field(ge=10, le=LARGEST_SIDE)] = 30
    players: Annotated[int, Field(ge=2, le=16)] = 8
    """The game begins when so many are there."""
    turnMs: Annotated[int, Field(ge=50, le=5000)] = 500
    lockstep: bool = False
    deadlineMs: Annotated[int, Field(ge=50, le=60_000)] = 1000
    half: bool = True
    spectatorDelay: Annotated[int, Field(ge=0, le=1000)] = 20
    """Turns by which spectators are late."""
    seed: Seed | None = None
    """The seed that the map is drawn from, instead of a secret one."""
    dungeon: Seed | None = None
    """The seed of a dungeon whose walls are the mountains."""
    dungeonOptions: DungeonOptions | None = None
    """How that dungeon is dug, if not as usual."""
    map: Annotated[list[Annotated[str, StringConstraints(max_length=100)]], Field(max_length=100)] | None = None
    """A map of one's own, a text a row."""

    @model_validator(mode="after")
    def _has_a_dungeon(self) -> Self:
        if self.dungeonOptions is not None and self.dungeon is None:
            raise ValueError("dungeonOptions are for a dungeon, and none is chosen")
        return self


@dataclass(frozen=True, slots=True, config=STRICT)
class SetUsername:
    """Say who one is: a secret id, or null to be given one, and the name to show."""

    event: ClassVar[str] = "set_username"
    user: UserId | None
    name: Name


@dataclass(frozen=True, slots=True, config=STRICT)
class JoinPrivate:
    """Join a room, which is made if it does not exist, or take one's seat in it back."""

    event: ClassVar[str] = "join_private"
    room: RoomId
    user: UserId | None = None
    token: Token | None = None


@dataclass(frozen=True, slots=True, config=STRICT)
class Spectate:
    """Watch a room."""

    event: ClassVar[str] = "spectate"
    room: RoomId


@dataclass(frozen=True, slots=True, config=STRICT)
class SetReady:
    """Be ready to begin, or not."""

    event: ClassVar[str] = "set_ready"
    room: RoomId
    ready: bool


@dataclass(frozen=True, slots=True, config=STRICT)
class SetForceStart:
    """The host begins with those who are there."""

    event: ClassVar[str] = "set_force_start"
    room: RoomId
    force: bool


@dataclass(frozen=True, slots=True, config=STRICT)
class Rematch:
    """Be ready to play again with the same people."""

    event: ClassVar[str] = "rematch"
    room: RoomId


@dataclass(frozen=True, slots=True, config=STRICT)
class LeaveGame:
    """Leave the room; a seat in a running game is kept for the grace time."""

    event: ClassVar[str] = "leave_game"


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
    """In lockstep: do not wait for me this turn."""

    event: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True, config=STRICT)
class GiveUp:
    """Leave the game and watch the rest."""

    event: ClassVar[str] = "surrender"


@dataclass(frozen=True, slots=True, config=STRICT)
class AbandonGame:
    """Surrender one's own seat and leave the room."""

    event: ClassVar[str] = "abandon_game"
    room: RoomId
    user: UserId | None = None


@dataclass(frozen=True, slots=True, config=STRICT)
class ChatMessage:
    """Say something to everyone in the room."""

    event: ClassVar[str] = "chat_message"
    text: Annotated[str, StringConstraints(min_length=1, max_length=2000)]


@dataclass(frozen=True, slots=True, config=STRICT)
class PingTile:
    """Point at a tile."""

    event: ClassVar[str] = "ping_tile"
    tile: Tile


@dataclass(frozen=True, slots=True, config=STRICT)
class SetOptions:
    """The host chooses how the next game is played; what is not given goes back to its default."""

    event: ClassVar[str] = "set_options"
    room: RoomId
    options: RoomOptions


@dataclass(frozen=True, slots=True, config=STRICT)
class InviteBot:
    """The host asks a built-in opponent to play."""

    event: ClassVar[str] = "invite_bot"
    room: RoomId
    name: Annotated[str, StringConstraints(max_length=40)]


@dataclass(frozen=True, slots=True, config=STRICT)
class KickBot:
    """The host sends an opponent away again."""

    event: ClassVar[str] = "kick_bot"
    room: RoomId
    index: int


@dataclass(frozen=True, slots=True, config=STRICT)
class PlayOn:
    """Play on from a turn of a match that is over, of either game: in a new room, a bot in every other seat."""

    event: ClassVar[str] = "play_on"
    token: ClassVar[Token | None] = None
    """No seat of the new room has been given away yet."""
    room: RoomId
    user: UserId | None
    position: Annotated[str, StringConstraints(min_length=1, max_length=60)]
    """The name under which the server keeps the turn, as it was told over HTTP."""
    seat: Annotated[int, Field(ge=0, lt=16)]
    bot: Annotated[str, StringConstraints(max_length=40)]
    turn_ms: Annotated[int, Field(ge=50, le=5000)] = 500
    """The length of a turn in Fog of War."""


@dataclass(frozen=True, slots=True, config=STRICT)
class GetCurrentRoom:
    """Ask which room one is in."""

    event: ClassVar[str] = "get_current_room"


GameOrder: TypeAlias = Attack | UndoMove | ClearMoves | PassTurn | GiveUp
"""What is meant for the sender's own army."""

RoomCommand: TypeAlias = SetReady | SetForceStart | Rematch | SetOptions | InviteBot | KickBot
"""What names the room it is meant for, which has to be the sender's own."""

Command: TypeAlias = (
    SetUsername
    | JoinPrivate
    | Spectate
    | LeaveGame
    | AbandonGame
    | ChatMessage
    | PingTile
    | PlayOn
    | GetCurrentRoom
    | RoomCommand
    | GameOrder
    | WeltenCommand
)

COMMANDS: Final[dict[str, type[Any]]] = {
    kind.event: kind
    for kind in (
        SetUsername, JoinPrivate, Spectate, SetReady, SetForceStart, Rematch, LeaveGame, Attack, UndoMove, ClearMoves,
        PassTurn, GiveUp, AbandonGame, ChatMessage, PingTile, SetOptions, InviteBot, KickBot, PlayOn, GetCurrentRoom,
        WeltenJoin, WeltenOrder, WeltenLegal, WeltenThreats,
    )
}  # fmt: skip
"""Every event that a client may send."""


def read_command(event: object, args: list[Any]) -> Command:
    """The command that an event stands for, or a refusal that says what is wrong with it."""
    kind = COMMANDS.get(event) if isinstance(event, str) else None
    if kind is None:
        unknown = UnknownName("event", str(event)[:40], COMMANDS)
        raise Refused(Refusal.UNKNOWN_EVENT, unknown.given, unknown.reason, unknown.cure)
    try:
        command: Command = kind(*args)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        raise Malformed(event, _complaint(kind, first["loc"], first["msg"]), f"send {_usage(kind)}") from None
    return command


def _complaint(kind: type[Any], place: tuple[int | str, ...], text: str) -> str:
    names = [field.name for field in fields(kind)]
    path = [names[part] if at == 0 and isinstance(part, int) and part < len(names) else part
            for at, part in enumerate(place)]  # fmt: skip
    return ": ".join([*(str(part)[:40] for part in path), text.removeprefix("Value error, ")])


def _usage(kind: type[Any]) -> str:
    words = [
        field.name if field.default is field.default_factory is MISSING else f"[{field.name}]" for field in fields(kind)
    ]
    return f"{kind.event}({', '.join(words)})"
