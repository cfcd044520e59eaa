"""Follows a game from its messages: keeps the board by patches, and the client's own marches until they are made."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from pydantic import TypeAdapter, ValidationError

from duskfall.bots.sight import Sight
from duskfall.errors import Malformed, Refusal
from duskfall.fog import Clear, Event, March, Marched, Order, Pass, Undo
from duskfall.protocol.fog.events import event_from_wire
from duskfall.protocol.fog.updates import DetailedGameUpdate
from duskfall.protocol.patches import patch_reader
from duskfall.protocol.values import Numbers

_UPDATES: Final = TypeAdapter(DetailedGameUpdate)


def read_update(update: Any) -> DetailedGameUpdate:
    """Reads a `game_update` of a server that was asked for `?more=1`.

    >>> read_update({"turn": 0})
    Traceback (most recent call last):
    duskfall.errors.Malformed: game_update: visible is missing; the server is older than this client
    """
    try:
        return _UPDATES.validate_python(update)
    except ValidationError as error:
        wrong = error.errors(include_url=False, include_input=False, include_context=False)
        if any(detail["type"] == "missing" and detail["loc"] == ("visible",) for detail in wrong):
            cure = "the server is older than this client"
            raise Malformed(DetailedGameUpdate.event, "visible is missing", cure) from error
        place = ".".join(map(str, wrong[0]["loc"]))
        raise Malformed(DetailedGameUpdate.event, f"{place}: {wrong[0]['msg']}") from error


class UpdateReader:
    """Reads the updates of one game on one connection, whose lists are patches in the connection's dialect.

    >>> reader = UpdateReader("pairs")
    >>> reader.read({"turn": 0, "map_diff": [0, 1, 1, 1, 2, 4, 3, 0, 4, 0], "cities_diff": [], "towers_diff": [0, -1],
    ...              "generals": [0], "capitals": [0], "scores": [{"tiles": 1, "armies": 4}], "events": [],
    ...              "visible": [0, 1], "queue": [], "growthIn": 25})
    >>> reader.sight(seat=0).armies, reader.sight(seat=0).towers, reader.sight(seat=0).in_sight
    ((4,), (), (True,))
    """

    def __init__(self, dialect: str) -> None:
        self._apply = patch_reader(dialect)
        self._board: list[int] = []
        self._cities: list[int] = []
        self._towers: list[int] = []
        self._visible: list[int] = []
        self._last: DetailedGameUpdate | None = None

    def read(self, update: Mapping[str, Any]) -> None:
        """Applies a `game_update`."""
        now = self._last = read_update(update)
        self._board = self._patched(self._board, now.map_diff)
        self._cities = self._patched(self._cities, now.cities_diff)
        self._towers = self._patched(self._towers, now.towers_diff)
        self._visible = self._patched(self._visible, now.visible)

    def _patched(self, old: list[int], patch: Numbers) -> list[int]:
        return self._apply(old, cast("list[int]", patch))  # numbers that were read are a list

    def sight(
        self, seat: int, *, marched: Sequence[Event] = (), queue: Sequence[March] = (), half: bool = True
    ) -> Sight:
        """Returns what the seat knows after the last update.

        The results of its marches come in messages of their own, so these events and the queue are handed in.
        """
        if self._last is None:
            raise AssertionError("an update comes before a sight")
        width, height, *lists = self._board
        size = width * height
        return Sight(
            seat=seat,
            turn=self._last.turn,
            width=width,
            height=height,
            armies=tuple(lists[:size]),
            terrain=tuple(lists[size : 2 * size]),
            tower_defence=tuple(lists[2 * size : 3 * size]),
            in_sight=tuple(map(bool, self._visible)),
            cities=tuple(tile for tile in self._cities if tile >= 0),
            towers=tuple(tile for tile in self._towers if tile >= 0),
            generals=self._last.generals,
            scores=self._last.scores,
            events=(*marched, *map(event_from_wire, self._last.events)),
            queue=tuple(queue),
            half=half,
        )


class FollowedGame:
    """A game as the client follows it, known by the name of its replay; without a name it has not begun."""

    def __init__(self, dialect: str, replay: str = "") -> None:
        self.replay = replay
        self.sight: Sight | None = None
        self.marches: dict[int, March] = {}
        """Sent and not made yet, by move id, in the order of sending.

        The queue in an update is older: it lacks marches that were under way when its turn was played, and still has
        those whose undo was. A bot that saw it would send the same march twice.
        """
        self._dialect = dialect
        self._reader = UpdateReader(dialect)
        self._marched: list[Event] = []
        # A server takes an id that it has heard in a match for a repeat, and a bot that is started again goes on with
        # the match. Six random bytes, and all that are counted on from them, are numbers that JavaScript can write too.
        self._numbers = secrets.randbits(48)

    @property
    def running(self) -> bool:
        """Whether the game has begun."""
        return bool(self.replay)

    def rejoin(self) -> None:
        """Prepares for the complete update that a new connection is sent first."""
        self._reader = UpdateReader(self._dialect)
        self.marches.clear()
        self._marched.clear()

    def words(self, order: Order) -> tuple[Order, int, tuple[Any, ...]]:
        """Returns an order, its move id if it is a march, and the event and arguments that tell the server."""
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
        """Takes an `attack_result` that says that a march was made, or dropped when its time came."""
        march = self.marches.pop(result.get("moveId", 0), None) or March(result["from"], result["to"])
        self._marched.append(Marched(seat, march, None if result["ok"] else Refusal(result["code"])))

    def take(self, update: Mapping[str, Any], seat: int, *, half: bool) -> None:
        """Takes the update of a turn. A player who is out is shown the whole board, which the bot must not see."""
        self._reader.read(update)
        if self.sight is None or self.sight.alive:
            self.sight = self._reader.sight(seat, marched=self._marched, queue=tuple(self.marches.values()), half=half)
        self._marched = []
