"""Defines the messages that the server sends in rooms of every game, and its acknowledgements."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeAlias

from duskfall.errors import Refused
from duskfall.protocol.values import CasualReason

RoomState: TypeAlias = Literal["lobby", "playing", "ended"]


@dataclass(frozen=True, slots=True)
class Identity:
    """Gives a guest the secret that the server made for them. Nobody else is ever told."""

    event: ClassVar[str] = "identity"
    userId: str


@dataclass(frozen=True, slots=True)
class JoinedAsPlayer:
    """Tells the receiver their seat. The token takes it back, as their id does."""

    event: ClassVar[str] = "joined_as_player"
    playerIndex: int
    token: str


@dataclass(frozen=True, slots=True)
class UsernameTaken:
    """Somebody else holds this name; after another one is chosen, a waiting join goes on."""

    event: ClassVar[str] = "username_taken"
    username: str


@dataclass(frozen=True, slots=True)
class GameAlreadyStarted:
    """The room's game has begun without the receiver."""

    event: ClassVar[str] = "game_already_started"


@dataclass(frozen=True, slots=True)
class Player:
    """Shows a player as everyone may see them."""

    index: int
    username: str
    isBot: bool
    eliminated: bool
    connected: bool
    ready: bool
    isHost: bool
    muted: bool
    """The host does not let them chat."""


@dataclass(frozen=True, slots=True)
class PlayersUpdate:
    """Lists the players."""

    event: ClassVar[str] = "players_update"
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class PlayerJoined:
    """Lists the players under the name that other servers of this game use."""

    event: ClassVar[str] = "player_joined"
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Chat:
    """Passes on a chat message; index -1 is a spectator. The text is text, not markup."""

    event: ClassVar[str] = "chat_message"
    index: int
    username: str
    text: str


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A chat message that was sent before the receiver came."""

    index: int
    username: str
    text: str
    turn: int
    """Of the game in which it was sent; 0 before a game."""


@dataclass(frozen=True, slots=True)
class ChatHistory:
    """Lists the newest chat messages of the room, oldest first, for those who have just come."""

    event: ClassVar[str] = "chat_history"
    lines: tuple[ChatLine, ...]


@dataclass(frozen=True, slots=True)
class Ping:
    """A player points at a tile."""

    event: ClassVar[str] = "ping_tile"
    index: int
    tile: int


@dataclass(frozen=True, slots=True)
class Winner:
    """Names the winner."""

    index: int
    username: str


@dataclass(frozen=True, slots=True)
class RatingChange:
    """Shows a player's rating before and after a game, on the scale of the ladder."""

    before: int
    after: int


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The game is over."""

    event: ClassVar[str] = "game_end"
    omitted_when_none: ClassVar[tuple[str, ...]] = ("ratings",)
    winner: Winner | None
    places: tuple[int, ...]
    reason: str
    turn: int
    replay_id: str
    ratings: tuple[RatingChange | None, ...] | None = None
    """By seat, how the ratings have changed, null where one has not; left out after a casual game."""

    def payload(self) -> dict[str, Any]:
        """Write the message."""
        plain: dict[str, Any] = {
            "winner": self.winner, "places": self.places, "reason": self.reason, "turn": self.turn,
            "replay_id": self.replay_id,
        }  # fmt: skip
        return plain if self.ratings is None else {**plain, "ratings": self.ratings}


@dataclass(frozen=True, slots=True)
class GameWon:
    """The game is over, in the words of other servers of this game; -1 without a winner."""

    event: ClassVar[str] = "game_won"
    winner: int


@dataclass(frozen=True, slots=True)
class MatchPlayer:
    """Names a player of a match."""

    username: str
    isBot: bool


@dataclass(frozen=True, slots=True)
class LastMatch:
    """Tells those who come after a game how it ended."""

    event: ClassVar[str] = "last_match"
    winner: Winner | None
    places: tuple[int, ...]
    reason: str
    turn: int
    replay_id: str
    ratings: tuple[RatingChange | None, ...] | None
    """By seat, how the ratings have changed, null where one has not; null after a casual game."""
    players: tuple[MatchPlayer, ...]
    """By seat."""
    casual: CasualReason | None
    """Why it did not count for ratings; null if it did."""
    seats: tuple[int, ...]
    """The receiver's; empty for those who did not play."""


@dataclass(frozen=True, slots=True)
class CurrentRoom:
    """Names the room that the receiver is in, if any."""

    event: ClassVar[str] = "current_room"
    room: str | None


@dataclass(frozen=True, slots=True)
class CommandRefused:
    """Tells the sender of a command without an acknowledgement that it was refused."""

    # The event's name cannot be a field here: that field says which event was refused.
    name: ClassVar[str] = "refused"
    event: str
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Tells a person why the connection ends, or that the server will be away."""

    event: ClassVar[str] = "notice"
    code: str
    message: str


RoomMessage: TypeAlias = (
    Identity
    | JoinedAsPlayer
    | UsernameTaken
    | GameAlreadyStarted
    | PlayersUpdate
    | PlayerJoined
    | Chat
    | ChatHistory
    | Ping
    | GameEnd
    | GameWon
    | LastMatch
    | CurrentRoom
    | CommandRefused
    | Notice
)


@dataclass(frozen=True, slots=True)
class Accepted:
    """Acknowledges a command: it is done, and if it was an order, it is in the log."""

    ok: Literal[True] = True


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """Tells how much a client may send on this server."""

    eventsPerSecond: float
    burst: int
    """Events that may come at once. A client that sends so many, and from then on as many a second as it may, is never
    refused for coming too fast; others of the same player count, too."""
    chatCharacters: int
    """Of one chat message."""


@dataclass(frozen=True, slots=True)
class AcceptedAs(Accepted):
    """Acknowledges a name; the secret is given back only to a guest who had none."""

    userId: str | None = None
    username: str = ""
    limits: ConnectionLimits = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class AcceptedSeat(Accepted):
    """Acknowledges a join; -1 for spectators."""

    playerIndex: int = -1
    token: str | None = None


@dataclass(frozen=True, slots=True)
class AcceptedRoom(Accepted):
    """Answers the question for the current room."""

    room: str | None = None


@dataclass(frozen=True, slots=True)
class Rejected:
    """Acknowledges a command that was refused; nothing has changed."""

    code: str
    message: str
    ok: Literal[False] = field(default=False)

    @classmethod
    def of(cls, refused: Refused) -> Rejected:
        """Give a refusal as the wire has it."""
        return cls(str(refused.code), str(refused))


RoomReply: TypeAlias = Accepted | AcceptedAs | AcceptedSeat | AcceptedRoom | Rejected
