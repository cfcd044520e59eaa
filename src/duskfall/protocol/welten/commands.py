"""What clients say in rooms of Weltendämmerung."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from pydantic.dataclasses import dataclass

from duskfall.play.clock import BANK_MS
from duskfall.protocol.values import STRICT, RoomId, Token, UserId
from duskfall.protocol.welten.board import SideName
from duskfall.welten.orders import LONGEST_TEXT

Wish: TypeAlias = Literal["eldoin", "dailor", "both"]
"""The side that somebody wants; `both` is a game of two people, or of one, at one screen."""


class WeltenOptions(BaseModel):
    """What whoever opens a room chooses; whoever comes to it may leave all of it away. Names are those of the wire."""

    model_config = STRICT | ConfigDict(frozen=True)

    scenario: Annotated[str, StringConstraints(min_length=1, max_length=60_000)] = "default"
    """A name, or the whole text of a scenario file."""
    rules: Literal["guide", "original"] = "guide"
    side: Wish | None = None
    """Without it, the side that is free, Eldoin first."""
    clock: Annotated[int, Field(ge=BANK_MS[0] // 1000, le=BANK_MS[2] // 1000)] | None = None
    """Seconds that each side has for all of the game; without it there is no clock."""
    rated: bool = True
    """False: the game does not count for ratings, whatever it is played on."""


@dataclass(frozen=True, slots=True, config=STRICT)
class WeltenJoin:
    """Join a room of Weltendämmerung, which is made if it does not exist, or take one's seat in it back."""

    event: ClassVar[str] = "welten_join"
    room: RoomId
    user: UserId | None = None
    options: WeltenOptions = Field(default_factory=WeltenOptions)
    token: Token | None = None


@dataclass(frozen=True, slots=True, config=STRICT)
class WeltenOrder:
    """Give an order, as text, to the game as it stands after n orders."""

    event: ClassVar[str] = "welten_order"
    room: RoomId
    n: Annotated[int, Field(ge=0)]
    text: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_TEXT)]


@dataclass(frozen=True, slots=True, config=STRICT)
class WeltenLegal:
    """Ask what a unit may do now: where it can go, by which way, and what it can hit with which odds."""

    event: ClassVar[str] = "welten_legal"
    room: RoomId
    unit: Annotated[int, Field(ge=0)]


@dataclass(frozen=True, slots=True, config=STRICT)
class WeltenThreats:
    """Ask what the enemy of a side could do to each tile in its next attack."""

    event: ClassVar[str] = "welten_threats"
    room: RoomId
    side: SideName | None = None
    """Without it, the asker's own; for spectators the side that plays."""


WeltenQuestion: TypeAlias = WeltenLegal | WeltenThreats
WeltenCommand: TypeAlias = WeltenJoin | WeltenOrder | WeltenQuestion
