"""What the server says in rooms of Weltendämmerung. There is nothing to hide, so everyone there is told the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

from duskfall.protocol.welten.board import BoardShown, Patch, SideName
from duskfall.protocol.welten.commands import WeltenOptions, Wish
from duskfall.protocol.welten.events import EventShown
from duskfall.protocol.welten.legal import LegalShown, TargetShown, ThreatsShown, WayShown


@dataclass(frozen=True, slots=True)
class WeltenShownOptions:
    """How a room plays."""

    scenario: str
    """A name, or `own` for a land of the host's."""
    rules: str
    clock: int | None
    """Seconds a side, null without a clock."""
    rated: bool

    @classmethod
    def of(cls, options: WeltenOptions) -> WeltenShownOptions:
        """What everyone may know of a room's options."""
        named = options.scenario if "\n" not in options.scenario else "own"
        return cls(named, options.rules, options.clock, is_rated(options))


def is_rated(options: WeltenOptions) -> bool:
    """Whether games between two count for ratings: on the land that everyone has, by the usual rules, if wanted."""
    return options.rated and (options.scenario, options.rules) == ("default", "guide")


@dataclass(frozen=True, slots=True)
class ClockShown:
    """The time that each side has left, in milliseconds, when this was sent."""

    eldoin: int
    dailor: int
    running: SideName | None
    """Whose time runs; null while it stands still."""


@dataclass(frozen=True, slots=True)
class WeltenRoomUpdate:
    """How the room stands."""

    event: ClassVar[str] = "welten_room"
    roomId: str
    state: Literal["lobby", "playing", "ended"]
    options: WeltenShownOptions
    spectators: int


@dataclass(frozen=True, slots=True)
class WeltenView:
    """The whole board: when a game begins, and for whoever comes to it."""

    event: ClassVar[str] = "welten_view"
    n: int
    """Orders so far."""
    side: Wish | None
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
    """What came of it, in the order of happening."""
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
    """The acknowledgement of an order: it is in the log as the n-th."""

    n: int
    ok: Literal[True] = field(default=True)


@dataclass(frozen=True, slots=True)
class AcceptedLegal:
    """The answer to `welten_legal`: where a unit can go and what it can hit, after n orders."""

    n: int
    unit: int
    ways: tuple[WayShown, ...]
    range: tuple[int, ...]
    """The tiles (y·width + x) near enough to be attacked, whatever stands there."""
    targets: tuple[TargetShown, ...]
    ok: Literal[True] = field(default=True)


@dataclass(frozen=True, slots=True)
class AcceptedThreats:
    """The answer to `welten_threats`, after n orders."""

    n: int
    threats: ThreatsShown
    ok: Literal[True] = field(default=True)


WeltenReply: TypeAlias = AcceptedOrder | AcceptedLegal | AcceptedThreats
