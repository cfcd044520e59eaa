"""How boards are written on the wire: patches in four dialects, encoded once for all who share a view.

>>> old, new = np.array([1, 5, 5, 5], np.int32), np.array([1, 6, 7, 5], np.int32)
>>> [patch(dialect, old, new).tolist() for dialect in Dialect]
[[1, 6, 2, 7], [1, 2, 6, 7], [1, 2, 6, 7, 1], [0, 4, 1, 6, 7, 5]]
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count
from typing import Any, Final, Self, TypeAlias, assert_never

import numpy as np
import orjson
from engineio.packet import MESSAGE
from engineio.packet import Packet as EnginePacket
from numpy.typing import NDArray
from socketio.packet import ACK, EVENT

from duskfall.fog import CapturedCity, CapturedGeneral, CapturedTower, Eliminated, Ended, Marched, Score, View
from duskfall.fog import Event as FogEvent
from duskfall.fog.view import differences
from duskfall.protocol.messages import Message, Reply, event_of, payload_of

Numbers: TypeAlias = NDArray[np.int32]

_NO_NUMBERS: Final[Numbers] = np.empty(0, np.int32)

EVENT_MARK: Final = f"{MESSAGE}{EVENT}"
"""What the engine's text of an event begins with."""

_EVENT: Final = re.compile(rf"{EVENT}([0-9]{{0,15}})(?=\[)")
"""The beginning of an event of the only namespace that there is, with the number of the acknowledgement it wants."""

_SHORT: Final = 126
_MIDDLE: Final = 1 << 16
"""Below the first, a frame's length is written in one byte; below the second in three, and from there on in nine."""


class EncodedMessage:
    """A sealed message. Only this module seals, and it seals messages and pictures; lines carry nothing else.

    Each is written by hand: the libraries' packets and frames cost more than all the rest of sending one.

    >>> from duskfall.protocol.messages import Accepted
    >>> encode_reply(17, Accepted()).text
    '317[{"ok":true}]'
    """

    __slots__ = ("_data", "_frame", "_packet")

    def __init__(self, data: bytes) -> None:
        self._data = data
        """A packet of Socket.IO."""
        self._frame: bytes | None = None
        self._packet: EnginePacket | None = None

    @property
    def text(self) -> str:
        """The packet of Socket.IO."""
        return self._data.decode()

    @property
    def packet(self) -> EnginePacket:
        """For the engine's queues; made once, however many receive it."""
        if self._packet is None:
            self._packet = EnginePacket(MESSAGE, self.text)
        return self._packet

    @property
    def frame(self) -> bytes:
        """For a WebSocket: one frame of text, not masked; made once, however many receive it."""
        if self._frame is None:
            length = 1 + len(self._data)
            if length < _SHORT:
                head = b"\x81%c4" % length
            elif length < _MIDDLE:
                head = b"\x81\x7e%b4" % length.to_bytes(2, "big")
            else:
                head = b"\x81\x7f%b4" % length.to_bytes(8, "big")
            self._frame = head + self._data
        return self._frame


class Dialect(StrEnum):
    """How a client wants changes of lists to be written."""

    PAIRS = "pairs"
    """`[index, value, ...]`, the default."""
    SPLICE = "splice"
    """`[start, n, ...n values]` for each run of changes."""
    GENERALS = "generals"
    """`[keep, n, ...n values]`, over the whole list, as on generals.io."""
    FULL = "full"
    """`[0, n, ...all]`, every turn."""


def dialect_of(query: Mapping[str, Sequence[str]]) -> Dialect:
    """The dialect that a client asks for in its URL: `?diff=splice`, or the bare key `?splice`.

    >>> dialect_of({"diff": ["splice"]}), dialect_of({"generals": [""]}), dialect_of({"diff": ["none"]})
    (<Dialect.SPLICE: 'splice'>, <Dialect.GENERALS: 'generals'>, <Dialect.PAIRS: 'pairs'>)
    """
    wanted = [*query.get("diff", ()), *query]
    return next((Dialect(name) for name in wanted if name in set(Dialect)), Dialect.PAIRS)


def patch(dialect: Dialect, old: Numbers | None, new: Numbers) -> Numbers:
    """The change from one list to another that is at least as long; from None, the complete list."""
    if dialect is Dialect.FULL or (old is None and dialect is not Dialect.PAIRS):
        return np.concatenate((np.array((0, len(new)), np.int32), new))
    pairs = np.empty(2 * len(new), np.int32)
    pairs = pairs[: differences(_NO_NUMBERS if old is None else old, new, pairs)]
    match dialect:
        case Dialect.PAIRS:
            return pairs
        case Dialect.SPLICE:
            return _runs(pairs[::2], new, keeping=False)
        case Dialect.GENERALS:
            return _runs(pairs[::2], new, keeping=True)
        case _:
            assert_never(dialect)


def _runs(changed: Numbers, new: Numbers, *, keeping: bool) -> Numbers:
    """Each run of changes with its start or, `keeping`, with how much before it is kept, and then what is kept last."""
    parts: list[Numbers] = []
    end = 0
    if len(changed):
        for run in np.split(changed, np.flatnonzero(np.diff(changed) > 1) + 1):
            first, length = int(run[0]), len(run)
            parts += (np.array((first - end if keeping else first, length), np.int32), new[first : first + length])
            end = first + length
    if keeping and (end < len(new) or not parts):
        parts.append(np.array((len(new) - end,), np.int32))
    return np.concatenate(parts) if parts else np.empty(0, np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """A view as numbers: what one seat, or the gallery, is shown of one turn."""

    turn: int
    board: Numbers
    """Width, height, armies, terrain, defence of towers."""
    cities: tuple[int, ...]
    towers: tuple[int, ...]
    generals: tuple[int, ...]
    scores: tuple[Score, ...]
    events: tuple[dict[str, Any], ...]
    number: int = field(default_factory=count().__next__)
    """Of all pictures, none has another's."""
    encoded: dict[tuple[object, ...], EncodedMessage] = field(default_factory=dict)
    """What was encoded of it already, by dialect and by what its reader has."""

    @classmethod
    def of(cls, view: View) -> Self:
        """The numbers of a view. There is no other way to a picture, and so none round the fog."""
        told = tuple([plain for plain in map(event_payload, view.events) if plain is not None])
        return cls(view.turn, view.numbers, view.cities, view.towers, view.generals, view.scores, told)


def event_payload(event: FogEvent) -> dict[str, Any] | None:
    """An event as the wire has it; a march is answered by `attack_result` and an end by `game_end`."""
    match event:
        case Marched() | Ended():
            return None
        case CapturedCity(seat, tile):
            return {"type": "captured city", "index": seat, "tile": tile}
        case CapturedTower(seat, tile):
            return {"type": "captured tower", "index": seat, "tile": tile}
        case CapturedGeneral(seat, tile, of):
            return {"type": "captured general", "index": seat, "tile": tile, "of": of}
        case Eliminated(seat):
            return {"type": "eliminated", "index": seat}
        case _:
            assert_never(event)


class UpdateStream:
    """What one connection has been shown, so that the next picture is sent as a change to it."""

    __slots__ = ("_before", "_cities", "_towers", "dialect")

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self._before: Snapshot | None = None
        self._cities = 0
        """The longest list of cities sent on this connection, which later games overwrite with -1."""
        self._towers = 0

    def restart(self) -> None:
        """Let the next update be complete: after a reconnect, when a game begins, when some were left out."""
        self._before = None

    def show(self, picture: Snapshot) -> EncodedMessage:
        """The update that leads to a picture."""
        before, self._before = self._before, picture
        cities, towers = self._cities, self._towers
        self._cities, self._towers = max(cities, len(picture.cities)), max(towers, len(picture.towers))
        key = (self.dialect, None if before is None else before.number, cities, towers)
        envelope = picture.encoded.get(key)
        if envelope is None:
            envelope = picture.encoded[key] = self._seal(picture, before, cities, towers)
        return envelope

    def _seal(self, picture: Snapshot, before: Snapshot | None, cities: int, towers: int) -> EncodedMessage:
        update = {
            "turn": picture.turn,
            "map_diff": patch(self.dialect, None if before is None else before.board, picture.board),
            "cities_diff": self._list(None if before is None else before.cities, picture.cities, cities),
            "towers_diff": self._list(None if before is None else before.towers, picture.towers, towers),
            "generals": picture.generals,
            "capitals": picture.generals,
            "scores": picture.scores,
            "events": picture.events,
        }
        return _sealed(["game_update", update])

    def _list(self, before: tuple[int, ...] | None, now: tuple[int, ...], longest: int) -> Numbers:
        if before == now and self.dialect is Dialect.PAIRS:
            return _NO_NUMBERS
        return patch(self.dialect, None if before is None else _padded(before, longest), _padded(now, longest))


def _padded(numbers: tuple[int, ...], longest: int) -> Numbers:
    return np.array(numbers + (-1,) * (longest - len(numbers)), np.int32)


class CompactJson:
    """JSON for the Socket.IO library, fast, and able to write dataclasses and arrays."""

    @staticmethod
    def dumps(document: Any, **options: Any) -> str:
        """Write a document; the library's wishes about spaces are met anyway."""
        del options
        return _json(document).decode()

    @staticmethod
    def loads(text: str | bytes, **options: Any) -> Any:
        """Read a document."""
        del options
        return orjson.loads(text)


def _sealed(arguments: list[Any]) -> EncodedMessage:
    return EncodedMessage(b"%d%b" % (EVENT, _json(arguments)))


def encode(message: Message) -> EncodedMessage:
    """A message ready to be sent, to one or to many."""
    return _sealed([event_of(message), *payload_of(message)])


def encode_reply(number: int, reply: Reply) -> EncodedMessage:
    """The acknowledgement of the event with that number."""
    return EncodedMessage(b"%d%d%b" % (ACK, number, _json([reply])))


def _json(document: Any) -> bytes:
    return orjson.dumps(document, option=orjson.OPT_SERIALIZE_NUMPY)


def read_event(text: str) -> tuple[object, list[Any], int | None] | None:
    """An event's name, arguments and number; None if the text is not an ordinary event.

    >>> read_event('217["undo_move"]'), read_event('2/chess,["undo_move"]'), read_event("2oops")
    (('undo_move', [], 17), None, None)
    """
    begun = _EVENT.match(text)
    if begun is None:
        return None
    try:
        data = orjson.loads(text[begun.end() :])
    except ValueError:
        return None
    return (data[0], data[1:], int(begun[1]) if begun[1] else None) if data else None
