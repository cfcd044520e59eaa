"""What the server says: one type for each event. `Connection.tell` takes these and nothing else.

What a board shows is not among them: boards leave through `wire.UpdateStream.show`, which takes views alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeAlias

from duskfall.errors import Refused
from duskfall.protocol.commands import RoomOptions
from duskfall.protocol.values import MoveId
from duskfall.protocol.welten.messages import WeltenMessage, WeltenReply

MapSource: TypeAlias = Literal["drawn", "seed", "dungeon", "own"]


@dataclass(frozen=True, slots=True)
class PublicOptions:
    """What everyone in a room may know of its options: not where a secret map comes from."""

    width: int
    height: int
    players: int
    turnMs: int
    lockstep: bool
    deadlineMs: int
    half: bool
    spectatorDelay: int
    map: MapSource
    """Drawn in secret by the server, or chosen by the host: then the map is open and the game not rated."""
    rated: bool

    @classmethod
    def of(cls, options: RoomOptions) -> PublicOptions:
        """The public part of a host's choices."""
        chosen: dict[MapSource, object] = {"own": options.map, "dungeon": options.dungeon, "seed": options.seed}
        source: MapSource = next((name for name, value in chosen.items() if value is not None), "drawn")
        return cls(
            options.width, options.height, options.players, options.turnMs, options.lockstep, options.deadlineMs,
            options.half, options.spectatorDelay, source, is_rated(options),
        )  # fmt: skip


def is_rated(options: RoomOptions) -> bool:
    """Whether games count for ratings: with default options, whatever the number of players, on a secret map."""
    return options == RoomOptions(players=options.players)


@dataclass(frozen=True, slots=True)
class Identity:
    """The secret that the server made for a guest. Only the guest itself is ever told."""

    event: ClassVar[str] = "identity"
    userId: str


@dataclass(frozen=True, slots=True)
class JoinedAsPlayer:
    """You have a seat. The token takes it back, as your id does."""

    event: ClassVar[str] = "joined_as_player"
    playerIndex: int
    token: str


@dataclass(frozen=True, slots=True)
class UsernameTaken:
    """Somebody else holds this name; choose another, and a waiting join goes on."""

    event: ClassVar[str] = "username_taken"
    username: str


@dataclass(frozen=True, slots=True)
class GameAlreadyStarted:
    """The room's game has begun without you."""

    event: ClassVar[str] = "game_already_started"


@dataclass(frozen=True, slots=True)
class Player:
    """A player as everyone sees it."""

    index: int
    username: str
    isBot: bool
    eliminated: bool
    connected: bool
    ready: bool
    isHost: bool


@dataclass(frozen=True, slots=True)
class PlayersUpdate:
    """Who plays."""

    event: ClassVar[str] = "players_update"
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class PlayerJoined:
    """The same under the name that other servers of this game use."""

    event: ClassVar[str] = "player_joined"
    players: tuple[Player, ...]


RoomState: TypeAlias = Literal["lobby", "playing", "ended"]


@dataclass(frozen=True, slots=True)
class RoomUpdate:
    """How the room stands."""

    event: ClassVar[str] = "room_update"
    roomId: str
    state: RoomState
    options: PublicOptions
    spectators: int


@dataclass(frozen=True, slots=True)
class Chat:
    """Somebody said something; index -1 is a spectator. The text is text, not markup."""

    event: ClassVar[str] = "chat_message"
    index: int
    username: str
    text: str


@dataclass(frozen=True, slots=True)
class Ping:
    """Somebody points at a tile."""

    event: ClassVar[str] = "ping_tile"
    index: int
    tile: int


@dataclass(frozen=True, slots=True)
class GameStart:
    """The game begins; -1 for spectators."""

    event: ClassVar[str] = "game_start"
    playerIndex: int
    replay_id: str
    options: PublicOptions


@dataclass(frozen=True, slots=True)
class AttackResult:
    """What became of your march: it was queued, or it was made or dropped in its turn."""

    event: ClassVar[str] = "attack_result"
    phase: Literal["queued", "done"]
    ok: bool
    source: int
    target: int
    code: str | None = None
    moveId: MoveId = None

    def payload(self) -> dict[str, Any]:
        """`from` is a word of Python's, so it cannot be a field."""
        plain: dict[str, Any] = {"phase": self.phase, "ok": self.ok, "from": self.source, "to": self.target}
        if self.code is not None:
            plain["code"] = self.code
        if self.moveId is not None:
            plain["moveId"] = self.moveId
        return plain


@dataclass(frozen=True, slots=True)
class Winner:
    """Who has won."""

    index: int
    username: str


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The game is over."""

    event: ClassVar[str] = "game_end"
    winner: Winner | None
    places: tuple[int, ...]
    reason: str
    turn: int
    replay_id: str


@dataclass(frozen=True, slots=True)
class GameWon:
    """The same in the words of other servers of this game; -1 when nobody won."""

    event: ClassVar[str] = "game_won"
    winner: int


@dataclass(frozen=True, slots=True)
class CurrentRoom:
    """The room that you are in, if any."""

    event: ClassVar[str] = "current_room"
    room: str | None


@dataclass(frozen=True, slots=True)
class Refusing:
    """What you asked for was refused, and you did not ask for an acknowledgement."""

    # An event's name shall not be a field here: the field says which event was refused.
    name: ClassVar[str] = "refused"
    event: str
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell a person: why the connection ends, or that the server will be away."""

    event: ClassVar[str] = "notice"
    code: str
    message: str


Message: TypeAlias = (
    Identity
    | JoinedAsPlayer
    | UsernameTaken
    | GameAlreadyStarted
    | PlayersUpdate
    | PlayerJoined
    | RoomUpdate
    | Chat
    | Ping
    | GameStart
    | AttackResult
    | GameEnd
    | GameWon
    | CurrentRoom
    | Refusing
    | Notice
    | WeltenMessage
)
"""All that is ever told."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """An acknowledgement: done, and if it was an order, in the log."""

    ok: Literal[True] = True


@dataclass(frozen=True, slots=True)
class AcceptedAs(Accepted):
    """The acknowledgement of a name: the secret is given back only to a guest who had none."""

    userId: str | None = None
    username: str = ""


@dataclass(frozen=True, slots=True)
class AcceptedSeat(Accepted):
    """The acknowledgement of a join; -1 for spectators."""

    playerIndex: int = -1
    token: str | None = None


@dataclass(frozen=True, slots=True)
class AcceptedRoom(Accepted):
    """The acknowledgement of the question for the current room."""

    room: str | None = None


@dataclass(frozen=True, slots=True)
class Rejected:
    """An acknowledgement: refused, and nothing has changed."""

    code: str
    message: str
    ok: Literal[False] = field(default=False)

    @classmethod
    def of(cls, refused: Refused) -> Rejected:
        """The refusal as the wire has it."""
        return cls(str(refused.code), str(refused))


Reply: TypeAlias = Accepted | AcceptedAs | AcceptedSeat | AcceptedRoom | Rejected | WeltenReply
"""Every acknowledgement."""


def event_of(message: Message) -> str:
    """The name of the event that a message is sent as.

    >>> event_of(GameWon(1)), event_of(Refusing("attack", "OFF_MAP", "900 lies off the map"))
    ('game_won', 'refused')
    """
    return message.name if isinstance(message, Refusing) else message.event


def payload_of(message: Message) -> Sequence[Any]:
    """The arguments of the event."""
    match message:
        case PlayersUpdate(players):
            return (players,)
        case GameAlreadyStarted():
            return ()
        case AttackResult():
            return (message.payload(),)
        case _:
            return (message,)
