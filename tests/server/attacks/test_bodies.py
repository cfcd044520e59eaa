"""Bodies of requests that never end, and connections that are only held open."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from contextlib import ExitStack, suppress
from dataclasses import replace

import pytest

from duskfall.server.settings import UNLIMITED, Limits
from tests.server.attacks.target import Target, new_address
from tests.server.http.asking import get
from tests.server.serving import PATIENCE_S, Serving, live, serving

UPLOAD = b"POST /api/films HTTP/1.1\r\nHost: here\r\nContent-Length: 4000000\r\n\r\n"


def test_uploads_that_never_end_hold_a_bounded_part_of_the_memory(target: Target) -> None:
    here = new_address()
    with ExitStack() as held, target.measured() as cost:
        for _ in range(150):
            connection = held.enter_context(target.plain(here))
            with suppress(OSError):
                connection.sendall(UPLOAD + bytes(3_900_000))
        target.alive()
        cost.stop()
    assert cost.grown < 120 << 20
    until = time.monotonic() + PATIENCE_S
    while cost.grown > 20 << 20:
        assert time.monotonic() < until, "the memory is not given back"
        time.sleep(0.1)
        cost.stop()


@live
async def test_a_body_that_does_not_come_in_time_is_refused_and_its_connection_ended() -> None:
    async with serving(limits=replace(UNLIMITED, body_s=1)) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(UPLOAD + b"some of it")
        async with asyncio.timeout(PATIENCE_S):
            answer = await reader.read()
        writer.close()
        assert answer.startswith(b"HTTP/1.1 408")
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "TOO_SLOW"


async def begin_upload(server: Serving, held: list[asyncio.StreamWriter]) -> int | None:
    """Send a request whose body only begins; gives the status of the answer, or None if the server waits."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(UPLOAD + bytes(100))
    held.append(writer)
    try:
        async with asyncio.timeout(0.3):
            return int((await reader.readline()).split()[1])
    except TimeoutError:
        return None


@live
async def test_an_address_holds_so_many_bodies_and_so_many_bytes() -> None:
    for limits in (replace(UNLIMITED, bodies_an_address=2), replace(UNLIMITED, body_bytes_an_address=250)):
        async with serving(limits=limits) as server:
            held: list[asyncio.StreamWriter] = []
            assert [await begin_upload(server, held) for _ in range(3)] == [None, None, 429]
            for writer in held:
                writer.close()
            async with asyncio.timeout(PATIENCE_S):
                while await begin_upload(server, held) is not None:
                    await asyncio.sleep(0.01)
            for writer in held:
                writer.close()


@pytest.mark.parametrize(
    ("limits", "most", "code"),
    [
        (replace(UNLIMITED, http_connections_an_address=3), 3, "TOO_MANY"),
        (replace(UNLIMITED, new_connections=1), 6, "TOO_FAST"),
    ],
    ids=["held open", "opened"],
)
@live
async def test_an_address_has_so_many_connections(limits: Limits, most: int, code: str) -> None:
    async with serving(limits=limits) as server:
        place = ("127.0.0.1", server.port)
        silent = [socket.create_connection(place, source_address=("127.0.0.9", 0)) for _ in range(most)]
        refused = await asyncio.to_thread(said_to, ("127.0.0.9", 0), place)
        assert refused.startswith(b"HTTP/1.1 429")
        assert json.loads(refused.partition(b"\r\n\r\n")[2])["code"] == code
        assert (await asyncio.to_thread(get, f"{server.url}/api/health")).status == 200, "others get in"
        for connection in silent:
            connection.close()


@live
async def test_connections_of_an_address_are_read_in_the_order_in_which_they_were_opened() -> None:
    order = list[int]()
    async with serving(limits=replace(UNLIMITED, new_connections=2)) as server:
        opened = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(4)]

        async def ask(number: int) -> None:
            reader, writer = opened[number]
            writer.write(b"GET /api/health HTTP/1.1\r\nHost: here\r\n\r\n")
            assert (await reader.readline()).split()[1] == b"200"
            order.append(number)
            writer.close()

        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(*(ask(number) for number in (3, 2, 1, 0)))
    assert order == [0, 1, 2, 3]


def said_to(here: tuple[str, int], place: tuple[str, int]) -> bytes:
    """All that the server says to a client who says nothing."""
    said = b""
    with socket.create_connection(place, PATIENCE_S, source_address=here) as connection:
        while more := connection.recv(1 << 16):
            said += more
    return said


@pytest.mark.parametrize(("proxies", "counted"), [((), 1), (("127.0.0.1",), 3)])
@live
async def test_who_a_request_comes_from_is_believed_of_named_proxies_only(
    proxies: tuple[str, ...], counted: int
) -> None:
    limits: Limits = replace(UNLIMITED, requests="1/hour")
    async with serving(limits=limits, proxies=proxies) as server:
        statuses = [
            (await asyncio.to_thread(get, f"{server.url}/api/health", "GET", {"X-Forwarded-For": sender})).status
            for sender in ("192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::2")
        ]
        assert statuses.count(200) == counted, "two of them are one network"
