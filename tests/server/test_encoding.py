"""What is sealed and read by hand is what the libraries of Socket.IO and of WebSockets would make of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from socketio.packet import ACK, EVENT, Packet
from websockets.frames import Frame, Opcode

from duskfall.protocol.messages import Accepted, Chat, CommandRefused, GameWon, Rejected
from duskfall.protocol.wire import event_of
from duskfall.server.transport.encoding import CompactJson, encode, encode_reply, read_event

texts = st.text(max_size=300)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


class Plain(Packet):  # type: ignore[misc]  # the library has no types
    """A packet of the library's."""

    uses_binary_events = False
    json = CompactJson


@pytest.mark.parametrize("length", [0, 1, 70, 71, 72, 2000, 65_480, 65_482, 65_483, 65_484, 65_485, 70_000])
def test_a_frame_is_the_one_that_the_library_writes(length: int) -> None:
    envelope = encode(Chat(0, "Ada", "x" * length))
    assert envelope.frame == Frame(Opcode.TEXT, f"4{envelope.text}".encode()).serialize(mask=False)


@given(texts, texts)
def test_a_message_is_the_packet_that_the_library_writes(name: str, text: str) -> None:
    for message in (Chat(3, name, text), CommandRefused(name, "OFF_MAP", text), GameWon(-1)):
        assert encode(message).text == Plain(EVENT, [event_of(message), message]).encode()


@given(st.integers(0, 2**53))
def test_an_acknowledgement_is_the_packet_that_the_library_writes(number: int) -> None:
    for reply in (Accepted(), Rejected("OFF_MAP", "900 lies off the map")):
        assert encode_reply(number, reply).text == Plain(ACK, [reply], id=number).encode()


@given(texts, st.lists(values, max_size=4), st.none() | st.integers(0, 10**15 - 1))
def test_an_event_is_read_as_the_library_reads_it(name: str, arguments: list[object], number: int | None) -> None:
    text = Plain(EVENT, [name, *arguments], id=number).encode()
    packet = Plain(encoded_packet=text)
    assert read_event(text) == (packet.data[0], packet.data[1:], packet.id)


@pytest.mark.parametrize(
    "text",
    [
        "", "2", "2[]", "2{}", "217", "2oops", '3["attack",1,2]', '2/chess,["attack",1,2]', '2/,["attack",1,2]',
        '2["attack"', '2-1["attack"]', '2²["attack"]', '21234567890123456["attack"]', '2["attack",NaN]',
        "2" + "[" * 900,
        ' 2["attack"]', '51-["attack",{"_placeholder":true,"num":0}]',
    ],
)  # fmt: skip
def test_what_is_no_ordinary_event_is_left_to_the_library(text: str) -> None:
    assert read_event(text) is None
