"""A game as a client follows it: the map kept by patches, and its own marches from sending to being made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from duskfall.bots.sight import Sight
from duskfall.errors import Refusal
from duskfall.fog import (
    CapturedCity,
    CapturedGeneral,
    CapturedTower,
    Clear,
    Eliminated,
    Event,
    March,
    Marched,
    Order,
    Pass,
    Score,
    Undo,
)
from duskfall.protocol.patches import patch_reader


class Memory:
    """The lists of one game on one connection, kept by patches in the connection's dialect.

    >>> memory = Memory("pairs")
    >>> memory.take({"turn": 0, "map_diff": [0, 1, 1, 1, 2, 4, 3, 0, 4, 0], "cities_diff": [], "towers_diff": [0, -1],
    ...              "generals": [0], "scores": [{"tiles": 1, "armies": 4}], "events": []})
    >>> memory.sight(seat=0).armies, memory.sight(seat=0).towers
    ((4,), ())
    """

    def __init__(self, dialect: str) -> None:
        self._read = patch_reader(dialect)
        self._board: list[int] = []
        self._cities: list[int] = []
        self._towers: list[int] = []
        self._rest: Mapping[str, Any] = {}

    def take(self, update: Mapping[str, Any]) -> None:
        """Take in a `game_update`."""
        self._board = self._read(self._board, update["map_diff"])
        self._cities = self._read(self._cities, update["cities_diff"])
        self._towers = self._read(self._towers, update["towers_diff"])
        self._rest = update

    def sight(
        self, seat: int, *, marched: Sequence[Event] = (), queue: Sequence[March] = (), half: bool = True
    ) -> Sight:
        """What the seat knows now. What became of its own marches comes beside the updates, so it is handed in."""
        width, height, *lists = self._board
        size = width * height
        return Sight(
            seat=seat,
            turn=self._rest["turn"],
            width=width,
            height=height,
            armies=tuple(lists[:size]),
            terrain=tuple(lists[size : 2 * size]),
            tower_defence=tuple(lists[2 * size : 3 * size]),
            cities=tuple(tile for tile in self._cities if tile >= 0),
            towers=tuple(tile for tile in self._towers if tile >= 0),
            generals=tuple(self._rest["generals"]),
            scores=tuple(Score(score["tiles"], score["armies"]) for score in self._rest["scores"]),
            events=(*marched, *map(read_event, self._rest["events"])),
            queue=tuple(queue),
            half=half,
        )


def read_event(event: Mapping[str, Any]) -> Event:
    """An event from its form on the wire.

    >>> read_event({"type": "captured general", "index": 1, "tile": 412, "of": 0})
    CapturedGeneral(seat=1, tile=412, of=0)
    """
    match event:
        case {"type": "captured city", "index": seat, "tile": tile}:
            return CapturedCity(seat, tile)
        case {"type": "captured tower", "index": seat, "tile": tile}:
            return CapturedTower(seat, tile)
        case {"type": "captured general", "index": seat, "tile": tile, "of": of}:
            return CapturedGeneral(seat, tile, of)
        case {"type": "eliminated", "index": seat}:
            return Eliminated(seat)
        case _:
            raise ValueError(f"{event} is no event of Fog of War")


class FollowedGame:
    """A game as the client follows it, known by the name of its replay; without one it has not begun."""

    def __init__(self, dialect: str, replay: str = "") -> None:
        self.replay = replay
        self.sight: Sight | None = None
        self.marches: dict[int, March] = {}
        """Sent and not made yet, by number, in the order of sending."""
        self._dialect = dialect
        self._memory = Memory(dialect)
        self._marched: list[Event] = []
        self._numbers = 0

    @property
    def running(self) -> bool:
        """Whether the game has begun."""
        return bool(self.replay)

    def rejoin(self) -> None:
        """Begin with the complete list that a new connection is sent first."""
        self._memory = Memory(self._dialect)
        self.marches.clear()
        self._marched.clear()

    def words(self, order: Order) -> tuple[Order, int, tuple[Any, ...]]:
        """An order, its number if it is a march, and what to say to the server."""
        match order:
            case March(source, target, half):
                self._numbers += 1
                self.marches[self._numbers] = order
                return order, self._numbers, ("attack", source, target, half, self._numbers)
            case Undo():
                if self.marches:
                    self.marches.popitem()
                return order, 0, ("undo_move",)
            case Clear():
                self.marches.clear()
                return order, 0, ("clear_moves",)
            case Pass():
                return order, 0, ("pass",)
            case _:
                return order, 0, ("surrender",)

    def settle(self, seat: int, result: Mapping[str, Any]) -> None:
        """A march was made, or vanished when its time came."""
        march = self.marches.pop(result.get("moveId", 0), None) or March(result["from"], result["to"])
        self._marched.append(Marched(seat, march, None if result["ok"] else Refusal(result["code"])))

    def take(self, update: Mapping[str, Any], seat: int, *, half: bool) -> None:
        """A turn was played. Whoever is out of the game is shown the whole board, which is not for this seat to see."""
        self._memory.take(update)
        if self.sight is None or self.sight.alive:
            self.sight = self._memory.sight(seat, marched=self._marched, queue=tuple(self.marches.values()), half=half)
        self._marched = []
