"""Encodes messages as packets and frames, each once for all who receive it, and reads the packets of clients."""

from __future__ import annotations

import re
from typing import Any, Final

import orjson
from engineio.packet import MESSAGE, PING
from engineio.packet import Packet as EnginePacket
from socketio.packet import ACK
from socketio.packet import EVENT as EVENT_NUMBER

from duskfall.protocol.fog.updates import GameUpdate
from duskfall.protocol.wire import Message, Reply, event_of, payload_of

EVENT: Final = str(EVENT_NUMBER)
"""The beginning of an event in the text of Socket.IO."""
EVENT_MARK: Final = f"{MESSAGE}{EVENT}"
"""The same in the text of Engine.IO."""

PING_PACKET: Final = EnginePacket(PING)
"""Asks the other end whether it is there."""

_EVENT: Final = re.compile(rf"{EVENT}([0-9]{{0,15}})(?=\[)")
"""The beginning of an event of the only namespace that there is, with the number of the acknowledgement it wants."""

_SHORT: Final = 126
_MIDDLE: Final = 1 << 16
"""Below the first, a frame's length is written in one byte; below the second in three, and from there on in nine."""


class EncodedMessage:
    """Holds an encoded message. Only this module makes them, from messages and updates; connections carry nothing else.

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
        """Give the packet of Socket.IO."""
        return self._data.decode()

    @property
    def size(self) -> int:
        """Count the bytes of the packet."""
        return len(self._data)

    @property
    def packet(self) -> EnginePacket:
        """Give the packet for the queues of Engine.IO; it is made once, however many receive it."""
        if self._packet is None:
            self._packet = EnginePacket(MESSAGE, self.text)
        return self._packet

    @property
    def frame(self) -> bytes:
        """Give one WebSocket frame of text, not masked; it is made once, however many receive it."""
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


def encode(message: Message | GameUpdate) -> EncodedMessage:
    """Encode a message, for one receiver or for many."""
    return EncodedMessage(b"%d%b" % (EVENT_NUMBER, _json([event_of(message), *payload_of(message)])))


def encode_reply(number: int, reply: Reply) -> EncodedMessage:
    """Encode the acknowledgement of the event with that number."""
    return EncodedMessage(b"%d%d%b" % (ACK, number, _json([reply])))


class CompactJson:
    """Writes and reads JSON for the Socket.IO library: fast, without spaces, dataclasses and arrays included."""

    @staticmethod
    def dumps(document: Any, **options: Any) -> str:
        """Write a document; the library's options about spaces are met anyway."""
        del options
        return _json(document).decode()

    @staticmethod
    def loads(text: str | bytes, **options: Any) -> Any:
        """Read a document."""
        del options
        return orjson.loads(text)


def _json(document: Any) -> bytes:
    return orjson.dumps(document, option=orjson.OPT_SERIALIZE_NUMPY)


def read_event(text: str) -> tuple[object, list[Any], int | None] | None:
    """Read an event's name, arguments and number; None if the text is not an ordinary event.

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
