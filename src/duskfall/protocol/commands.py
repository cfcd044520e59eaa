"""Defines the commands of clients in rooms of every game: a strict type for each event, fields in argument order."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, TypeAlias

from pydantic import Field, StringConstraints
from pydantic.dataclasses import dataclass

from duskfall.play.clock import TURN_MS
from duskfall.protocol.fog.options import MOST_PLAYERS, TurnMs
from duskfall.protocol.values import STRICT, BotName, GameName, Name, RoomId, Tile, Token, UserId

LONGEST_CHAT: Final = 2000
"""Characters that are read at all; a server allows fewer."""


@dataclass(frozen=True, slots=True, config=STRICT)
class SetUsername:
    """Identify oneself: a secret id, or null to be given one, and the name to show."""

    event: ClassVar[str] = "set_username"
    user: UserId | None
    name: Name


@dataclass(frozen=True, slots=True, config=STRICT)
class JoinPrivate:
    """Join a room, or take one's seat in it back. A room that does not exist is made for Fog of War."""

    event: ClassVar[str] = "join_private"
    game: ClassVar[GameName] = "fog"
    options: ClassVar[None] = None
    """The host chooses them later, with `set_options`."""
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
    """Begin, as the host, with those who are there."""

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
class Surrender:
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
    """Send a chat message to everyone in the room."""

    event: ClassVar[str] = "chat_message"
    text: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_CHAT)]


@dataclass(frozen=True, slots=True, config=STRICT)
class PingTile:
    """Point at a tile."""

    event: ClassVar[str] = "ping_tile"
    tile: Tile


@dataclass(frozen=True, slots=True, config=STRICT)
class InviteBot:
    """Ask, as the host, a built-in opponent to play."""

    event: ClassVar[str] = "invite_bot"
    room: RoomId
    name: BotName


@dataclass(frozen=True, slots=True, config=STRICT)
class SeatCommand:
    """Names a seat of a room that the host does something about."""

    room: RoomId
    index: int


@dataclass(frozen=True, slots=True, config=STRICT)
class KickBot(SeatCommand):
    """Send, as the host, an opponent away again."""

    event: ClassVar[str] = "kick_bot"


@dataclass(frozen=True, slots=True, config=STRICT)
class KickPlayer(SeatCommand):
    """Send, as the host, a player away before a game; they cannot come back into this room."""

    event: ClassVar[str] = "kick_player"


@dataclass(frozen=True, slots=True, config=STRICT)
class MutePlayer(SeatCommand):
    """Let, as the host, a player not chat or ping any more in this room, or do it again; -1 is everyone who watches."""

    event: ClassVar[str] = "mute_player"
    muted: bool


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
    seat: Annotated[int, Field(ge=0, lt=MOST_PLAYERS)]
    bot: BotName
    turn_ms: TurnMs = TURN_MS[1]
    """The length of a turn in Fog of War."""


@dataclass(frozen=True, slots=True, config=STRICT)
class GetCurrentRoom:
    """Ask which room one is in."""

    event: ClassVar[str] = "get_current_room"


LobbyCommand: TypeAlias = SetUsername | JoinPrivate | Spectate | LeaveGame | AbandonGame | PlayOn | GetCurrentRoom
RoomCommand: TypeAlias = (
    SetReady
    | SetForceStart
    | Rematch
    | InviteBot
    | KickBot
    | KickPlayer
    | MutePlayer
    | ChatMessage
    | PingTile
    | Surrender
)
