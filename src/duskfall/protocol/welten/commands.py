"""Defines the commands of clients in rooms of Weltendämmerung."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from pydantic import Field, StringConstraints
from pydantic.dataclasses import dataclass

from duskfall.protocol.values import STRICT, GameName, MoveId, RoomId, Token, UserId
from duskfall.protocol.welten.board import SideName
from duskfall.protocol.welten.options import WeltenOptions
from duskfall.welten.orders import LONGEST_TEXT


@dataclass(frozen=True, slots=True, config=STRICT)
class WeltenJoin:
    """Join a room of Weltendämmerung, which is made if it does not exist, or take one's seat in it back."""

    event: ClassVar[str] = "welten_join"
    game: ClassVar[GameName] = "welten"
    room: RoomId
    user: UserId | None = None
    options: WeltenOptions = WeltenOptions()
    token: Token | None = None


@dataclass(frozen=True, slots=True, config=STRICT)
class WeltenOrder:
    """Give an order, as text, to the game as it stands after n orders. The same id again gets the first answer."""

    event: ClassVar[str] = "welten_order"
    room: RoomId
    n: Annotated[int, Field(ge=0)]
    text: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_TEXT)]
    move_id: MoveId = None


@dataclass(frozen=True, slots=True, config=STRICT)
class WeltenLegal:
    """Ask what a unit may do now: where it can go, by which way, and what it can hit with which odds."""

    event: ClassVar[str] = "welten_legal"
    room: RoomId
    unit: Annotated[int, Field(ge=0)] | None = None
    """Without it, where all units of the side that plays can go and what they can hit."""


@dataclass(frozen=True, slots=True, config=STRICT)
class WeltenThreats:
    """Ask what the enemy of a side could do to each tile in its next attack."""

    event: ClassVar[str] = "welten_threats"
    room: RoomId
    side: SideName | None = None
    """Without it, the asker's own; for spectators the side that plays."""


@dataclass(frozen=True, slots=True, config=STRICT)
class WeltenReach:
    """Ask where a unit of either side can go before its next attack, and what it could hit then."""

    event: ClassVar[str] = "welten_reach"
    room: RoomId
    unit: Annotated[int, Field(ge=0)]


WeltenCommand: TypeAlias = WeltenJoin | WeltenOrder | WeltenLegal | WeltenThreats | WeltenReach
