"""Requests that are made to cost much, before a route is found for them."""

from __future__ import annotations

import json
from contextlib import ExitStack, suppress

import pytest

from duskfall.server.transport.headers import HEADERS
from tests.server.attacks.target import Target, new_address

MANY = b"&".join(b"a%d" % number for number in range(11_000))
FEW = b"&".join(b"%d" % number for number in range(65))
LISTED = b"&".join(b"found=1" for _ in range(641))
HEADS = {
    "parameters": (b"GET /api/dungeons/7/sight?x=1&y=1&%s HTTP/1.1\r\nHost: a\r\n\r\n" % MANY, 431, "OUT_OF_RANGE"),
    "parameters in pieces": (b"GET /api/dungeons/7/sight?%s" % MANY, 431, "OUT_OF_RANGE"),
    "parameters of a WebSocket": (
        b"GET /socket.io/?EIO=4&transport=websocket&%s HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: "
        b"Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n" % FEW,
        414, "TOO_MANY",
    ),
    "one parameter too many": (b"GET /api/health?%s HTTP/1.1\r\nHost: a\r\n\r\n" % FEW, 414, "TOO_MANY"),
    "one value too many": (b"GET /api/health?%s HTTP/1.1\r\nHost: a\r\n\r\n" % LISTED, 414, "TOO_MANY"),
    "a long header": (b"GET /api/health HTTP/1.1\r\nX: %s\r\n\r\n" % (b"a" * 8192), 431, "OUT_OF_RANGE"),
    "a header without end": (b"GET /api/health HTTP/1.1\r\nX: %s" % (b"a" * 1_000_000), 431, "OUT_OF_RANGE"),
    "many headers": (b"GET /api/health HTTP/1.1\r\n%s\r\n" % (b"a:\r\n" * 101), 431, "OUT_OF_RANGE"),
    "an address without end": (b"GET /" + b"a" * 1_000_000, 431, "OUT_OF_RANGE"),
    "no HTTP": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 9, 400, "MALFORMED"),
}  # fmt: skip


def answer_to(target: Target, request: bytes) -> bytes:
    """All that the server says until it ends the connection, which it has to."""
    said = b""
    with target.plain() as connection, suppress(ConnectionError):
        with suppress(ConnectionError):
            connection.sendall(request)
        while more := connection.recv(1 << 16):
            said += more
    return said


@pytest.mark.parametrize(("request_", "status", "code"), HEADS.values(), ids=HEADS)
def test_a_request_with_too_much_in_its_head_is_refused_in_a_moment(
    target: Target, request_: bytes, status: int, code: str
) -> None:
    with target.measured() as cost:
        said = answer_to(target, request_)
    head, _, body = said.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d" % status)
    assert json.loads(body)["code"] == code
    for name, value in HEADERS.items():
        assert f"{name}: {value}".encode() in head
    assert cost.cpu_s < 1.0
    assert cost.grown < 10 << 20
    target.alive()


def test_a_connection_that_asks_on_and_on_without_waiting_is_ended(target: Target) -> None:
    with target.measured() as cost:
        assert answer_to(target, b"GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n" * 20_000).count(b"HTTP/1.1") < 100
    assert cost.cpu_s < 1.0
    assert cost.grown < 10 << 20
    target.alive()


def test_an_address_that_opens_connections_on_and_on_costs_little(target: Target) -> None:
    here = new_address()
    with target.measured() as cost, ExitStack() as held:
        opened = [held.enter_context(target.plain(here)) for _ in range(400)]
        for connection in opened:
            with suppress(ConnectionError):
                connection.sendall(b"GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n")
        assert opened[0].recv(1 << 16).startswith(b"HTTP/1.1 200")
        assert b"TOO_FAST" in opened[-1].recv(1 << 16)
    assert cost.cpu_s < 1.0
    assert cost.grown < 10 << 20
    target.alive()


def test_a_walk_may_list_many_secrets(target: Target) -> None:
    found = b"&".join(b"found=%d" % tile for tile in range(256))
    said = answer_to(target, b"GET /api/dungeons/7/walk?%s HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" % found)
    assert b"TOO_MANY" not in said
    assert said.startswith((b"HTTP/1.1 200", b"HTTP/1.1 409", b"HTTP/1.1 422"))


def test_large_pictures_cost_the_server_little_time_and_memory(target: Target) -> None:
    def draw(seed: int) -> None:
        path = b"/api/dungeons/%d.png?width=255&height=255" % seed
        said = answer_to(target, b"GET %s HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" % path)
        assert said.startswith(b"HTTP/1.1 200")

    draw(0)  # loads what is needed for the first one
    with target.measured() as cost:
        for seed in range(1, 21):
            draw(seed)
    assert cost.grown < 15 << 20
    assert cost.cpu_s < 0.6, "they are drawn in another process, which gives way to this one"
