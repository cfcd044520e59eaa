"""Defines the messages of the server in rooms of Weltendämmerung. Nothing is hidden: everyone there gets the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

from duskfall.protocol.messages import RoomState
from duskfall.protocol.welten.board import BoardShown, Patch, SideName
from duskfall.protocol.welten.events import EventShown
from duskfall.protocol.welten.legal import LegalShown, SideLegalShown, TargetShown, ThreatsShown, WayShown
from duskfall.protocol.welten.options import SideChoice, WeltenPublicOptions


@dataclass(frozen=True, slots=True)
class ClockShown:
    """Shows the time that each side has left, in milliseconds, when this was sent."""

    eldoin: int
    dailor: int
    running: SideName | None
    """Whose time runs; null while it stands still."""


@dataclass(frozen=True, slots=True)
class WeltenRoomUpdate:
    """Shows the state of the room."""

    event: ClassVar[str] = "welten_room"
    roomId: str
    state: RoomState
    options: WeltenPublicOptions
    spectators: int


@dataclass(frozen=True, slots=True)
class WeltenView:
    """Shows the whole board, when a game begins and to everyone who comes later."""

    event: ClassVar[str] = "welten_view"
    n: int
    """Orders so far."""
    side: SideChoice | None
    """Yours; null for those who watch."""
    replay_id: str
    view: BoardShown
    legal: LegalShown
    clock: ClockShown | None
    tiles: str | None
    """The picture of the tiles that the land brings, as `/api/tiles.png` draws them, in a `data:` address; or null."""


@dataclass(frozen=True, slots=True)
class WeltenEvents:
    """An order was carried out."""

    event: ClassVar[str] = "welten_events"
    n: int
    """Orders so far, this one included."""
    side: SideName
    """Who gave it."""
    order: str
    events: tuple[EventShown, ...]
    """Its consequences, in the order of happening."""
    patch: Patch
    legal: LegalShown
    clock: ClockShown | None


@dataclass(frozen=True, slots=True)
class WeltenClock:
    """The clock has begun to run."""

    event: ClassVar[str] = "welten_clock"
    clock: ClockShown


WeltenMessage: TypeAlias = WeltenRoomUpdate | WeltenView | WeltenEvents | WeltenClock


@dataclass(frozen=True, slots=True)
class AcceptedOrder:
    """Acknowledges an order: it is in the log as the n-th."""

    n: int
    ok: Literal[True] = field(default=True)


@dataclass(frozen=True, slots=True)
class AcceptedLegal:
    """Answers `welten_legal`: where a unit can go and which targets it can hit, after n orders."""

    n: int
    unit: int
    ways: tuple[WayShown, ...]
    range: tuple[int, ...]
    """The tiles (y·width + x) near enough to be attacked, whatever stands there."""
    targets: tuple[TargetShown, ...]
    ok: Literal[True] = field(default=True)


@dataclass(frozen=True, slots=True)
class AcceptedSideLegal:
    """Answers `welten_legal` without a unit: all that the side that plays can do, after n orders."""

    n: int
    side: SideName
    legal: SideLegalShown
    ok: Literal[True] = field(default=True)


@dataclass(frozen=True, slots=True)
class AcceptedThreats:
    """Answers `welten_threats`, after n orders."""

    n: int
    threats: ThreatsShown
    ok: Literal[True] = field(default=True)


@dataclass(frozen=True, slots=True)
class AcceptedReach:
    """Answers `welten_reach`, after n orders. Tiles are y·width + x."""

    n: int
    unit: int
    reach: tuple[int, ...]
    """The tiles that it can move to before its next attack."""
    hits: tuple[int, ...]
    """The tiles that it could hit from there, or from where it stands."""
    ok: Literal[True] = field(default=True)


WeltenReply: TypeAlias = AcceptedOrder | AcceptedLegal | AcceptedSideLegal | AcceptedThreats | AcceptedReach
