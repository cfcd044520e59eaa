"""Limits the bodies of requests: how long they take to come, and how much of them is held at a time."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import MutableMapping
from http import HTTPStatus
from typing import Any

from duskfall.errors import Refusal, Refused
from duskfall.server.settings import Limits
from duskfall.server.transport.addresses import address_of
from duskfall.server.transport.problems import body_of, closing
from duskfall.server.transport.sockets import Application, Receive, Scope, Send


class BodyLimits:
    """Counts the bytes of bodies from their arrival until the request is answered, for each address and for all."""

    def __init__(self, inner: Application, limits: Limits) -> None:
        self._inner = inner
        self._limits = limits
        self._bodies: Counter[str] = Counter()
        """Requests with a body that are not answered yet, by address."""
        self._bytes: Counter[str] = Counter()
        self._coming: set[_Body] = set()
        self.stopped = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, unless its address sends too many bodies already."""
        if scope["type"] != "http" or not _has_body(scope):
            await self._inner(scope, receive, send)
            return
        address, limits = address_of(scope), self._limits
        if self._bodies[address] >= limits.bodies_an_address:
            await _refuse(send, self._too_many(f"{limits.bodies_an_address} of your address are being sent"))
            return
        self._bodies[address] += 1
        body = _Body(self, address, receive)
        self._coming.add(body)
        try:
            await self._inner(scope, body.receive, send)
        finally:
            self._coming.discard(body)
            self._bodies[address] -= 1
            self._bytes[address] -= body.held
            for counts in (self._bodies, self._bytes):
                if not counts[address]:
                    del counts[address]

    def stop(self) -> None:
        """Wait for no more bodies, because the server stops; those that still come are refused."""
        self.stopped = True
        for body in self._coming:
            body.stop()

    def hold(self, address: str, size: int) -> None:
        """Count bytes that have come, or refuse them."""
        limits = self._limits
        if self._bytes[address] + size > limits.body_bytes_an_address:
            raise self._too_many(f"{limits.body_bytes_an_address >> 20} MiB of your address are held already")
        if self._bytes.total() + size > limits.body_bytes:
            raise self._too_many("the server holds as much as it can")
        self._bytes[address] += size

    @property
    def held(self) -> int:
        """Count all bytes that are held."""
        return self._bytes.total()

    @property
    def seconds(self) -> int:
        """Give the time that a body has to come."""
        return self._limits.body_s

    @staticmethod
    def _too_many(reason: str) -> Refused:
        return Refused(Refusal.TOO_MANY, "bodies of requests", reason, "try again in a few seconds")


class _Body:
    """Reads the body of one request within its time."""

    def __init__(self, bodies: BodyLimits, address: str, receive: Receive) -> None:
        self.held = 0
        self._bodies = bodies
        self._address = address
        self._receive = receive
        self._until: float | None = asyncio.get_running_loop().time() + bodies.seconds
        self._waiting: asyncio.Timeout | None = None

    def stop(self) -> None:
        """Wait no longer for the next part, if one is still to come."""
        if self._until is not None and self._waiting is not None and not self._waiting.expired():
            self._waiting.reschedule(0.0)

    async def receive(self) -> MutableMapping[str, Any]:
        """Read the next part."""
        try:
            async with asyncio.timeout_at(
                0.0 if self._bodies.stopped and self._until else self._until
            ) as self._waiting:
                message = await self._receive()
        except TimeoutError:
            if self._bodies.stopped:
                raise closing("the body of the request") from None
            reason = f"it has not come within {self._bodies.seconds} seconds"
            raise Refused(Refusal.TOO_SLOW, "the body of the request", reason, "send it faster") from None
        finally:
            self._waiting = None
        size = len(message.get("body", b""))
        self._bodies.hold(self._address, size)
        self.held += size
        if not message.get("more_body", False):
            self._until = None  # all that still comes is the end of the connection
        return message


def _has_body(scope: Scope) -> bool:
    return any(
        name == b"transfer-encoding" or (name == b"content-length" and value != b"0")
        for name, value in scope["headers"]
    )


async def _refuse(send: Send, refused: Refused) -> None:
    body = body_of(refused)
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": HTTPStatus.TOO_MANY_REQUESTS, "headers": headers})
    await send({"type": "http.response.body", "body": body})
