"""Limits the head of an HTTP request, in bytes, parameters and time, before any of our code sees it."""

from __future__ import annotations

import asyncio
from collections import Counter
from http import HTTPStatus
from typing import ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from duskfall.errors import Malformed, Refusal, Refused
from duskfall.server.settings import Limits, Settings
from duskfall.server.transport.addresses import network_of
from duskfall.server.transport.allowance import Allowance
from duskfall.server.transport.headers import HEADERS
from duskfall.server.transport.problems import response_of

HEAD_S: Final = 20.0
"""Seconds that a connection has to send the head of a request."""

REPEATED: Final = 10
"""How many parameters there may be for each name that there may be: a walk in a dungeon lists every secret it found."""

MOST_HEADERS: Final = 100
MOST_PIPELINED: Final = 8
"""Requests of one connection that wait for the one before them."""

AT_ONCE_S: Final = 0.4
"""New connections of so many seconds may come at once; the others are read one after the other."""

LONGEST_WAIT_S: Final = 4.0
"""How long a new connection may wait before anything is read from it."""

PARTING_S: Final = 1.0
"""Seconds that a client has to read a refusal before the connection ends."""


class _Refuse(Exception):  # it ends the work of the parser, and is no error
    """Stops the parser."""


class BoundedHttpProtocol(HttpToolsProtocol):
    """Refuses requests whose heads are too long, and cuts off connections whose heads come too late."""

    limits: ClassVar[Limits]
    proxies: ClassVar[frozenset[str]]
    connected: ClassVar[Counter[str | None]]
    """Connections by network address; those of proxies, which are of many clients, have None."""
    arrivals: ClassVar[Allowance]
    """Of new connections, by network address."""
    _address: str | None = None
    _counted = False
    _timer: asyncio.TimerHandle | None = None
    _head = 0
    """Bytes of a head that has begun and not ended."""
    _refusal: tuple[HTTPStatus, Refused] | None = None
    _unread = False
    """What comes is not looked at yet, or never."""
    _held = b""
    """What has come meanwhile."""
    _done = False
    """Nothing that comes is looked at any more: the request was refused, or the WebSocket reads now."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as the library's own
        """Wait for a request for a limited time."""
        super().connection_made(transport)
        self._timer = self.loop.call_later(HEAD_S, transport.close)
        if self.client is not None and self.client[0] not in self.proxies:
            self._address = network_of(self.client[0])
        refused = self._unwelcome()
        if refused is not None:
            self._refusal = (HTTPStatus.TOO_MANY_REQUESTS, refused)
            self.send_400_response("")
            self._unread = True
        elif self._address is not None:
            self._wait_for_turn(self._address)
        self.connected[self._address] += 1
        self._counted = True

    def _unwelcome(self) -> Refused | None:
        """Tell why a new connection is one too many, if it is."""
        address, limits = self._address, self.limits
        if address is not None and self.arrivals.wait_s(address) > LONGEST_WAIT_S:
            reason = f"your address may open {limits.new_connections} a second"
            return Refused(Refusal.TOO_FAST, "connections", reason, "use one for several requests")
        if self.connected.total() >= limits.http_connections or (
            address is not None and self.connected[address] >= limits.http_connections_an_address
        ):
            reason = "your address has as many as are allowed, or the server has"
            return Refused(Refusal.TOO_MANY, "connections", reason, "close some, or try again later")
        return None

    def _wait_for_turn(self, address: str) -> None:
        """Read nothing before the turn of the connection among those of its address has come.

        Hundreds that are opened at once would else be answered at once, and all others would wait for that.
        """
        wait_s = self.arrivals.wait_s(address)
        self.arrivals.spend(address, 1.0)
        if wait_s:
            self._unread = True
            self.loop.call_later(wait_s, self._begin_to_read)

    def _begin_to_read(self) -> None:
        self._unread = False
        if not self._done and not self.transport.is_closing():
            held, self._held = self._held, b""
            self.transport.resume_reading()
            self.data_received(held)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._leave()
        self._stop_waiting()
        super().connection_lost(exc)

    def _leave(self) -> None:
        """Count the connection no longer."""
        if self._counted:
            self._counted = False
            self.connected[self._address] -= 1
            if not self.connected[self._address]:
                del self.connected[self._address]

    def data_received(self, data: bytes) -> None:
        """Read on, never more at once than a head may have, unless the head has become too long."""
        if self._unread:
            self._held += data
            self.transport.pause_reading()  # in `connection_made` it has no effect with every event loop
            return
        most = self.limits.head_bytes
        for begin in range(0, len(data), most):
            if self._done:
                return
            part = data[begin : begin + most]
            self._head += len(part)
            super().data_received(part)
            if self._timer is not None and self._head > most and not self._done:
                self._refusal = self._too_long()
                self.send_400_response("")

    def on_message_begin(self) -> None:
        """Limit the time of the next request of a connection that is kept too."""
        super().on_message_begin()
        if self._timer is None:
            self._head = 0
            self._timer = self.loop.call_later(HEAD_S, self.transport.close)

    def on_headers_complete(self) -> None:
        """Stop waiting, since the head is here, and refuse one that asks for too much."""
        self._stop_waiting()
        self._refusal = self._wrong_head()
        if self._refusal is not None:
            raise _Refuse
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        """Leave the connection to the WebSocket."""
        self._done = True
        self._leave()
        super().handle_websocket_upgrade()

    def on_response_complete(self) -> None:
        """End the connection after the answer if a later request was refused, or if the body has not come.

        A body that nobody reads would keep the connection for as long as its client sends.
        """
        super().on_response_complete()
        if self._done:
            self.transport.close()
        elif not self.pipeline and self.cycle.more_body and not self.transport.is_closing():
            self._done = True
            self.loop.call_later(PARTING_S, self.transport.close)

    @property
    def _answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def _wrong_head(self) -> tuple[HTTPStatus, Refused] | None:
        """Tell what is wrong with a head, if anything is."""
        headers, most = self.headers, self.limits.parameters
        length = len(self.url) + sum(len(name) + len(value) + 4 for name, value in headers)
        if length > self.limits.head_bytes or len(headers) > MOST_HEADERS:
            return self._too_long()
        if self.url.count(b"&") >= most:
            parameters = self.url.partition(b"?")[2].split(b"&")
            if len(parameters) > most * REPEATED or len({each.partition(b"=")[0] for each in parameters}) > most:
                refused = Refused(Refusal.TOO_MANY, "parameters", f"at most {most} different ones", "leave some out")
                return HTTPStatus.REQUEST_URI_TOO_LONG, refused
        if len(self.pipeline) >= MOST_PIPELINED:
            return HTTPStatus.TOO_MANY_REQUESTS, Refused(Refusal.TOO_MANY, "requests", "too many wait", "read answers")
        return None

    def _too_long(self) -> tuple[HTTPStatus, Refused]:
        refused = Refused(
            Refusal.OUT_OF_RANGE, "the head of the request",
            f"at most {self.limits.head_bytes} bytes and {MOST_HEADERS} headers", "send a shorter one",
        )  # fmt: skip
        return HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, refused

    def send_400_response(self, msg: str) -> None:
        """Send the refusal, throw away what still comes, and end the connection soon."""
        del msg
        self._done = True
        self._stop_waiting()
        malformed = Malformed("request", "it is not HTTP as this server reads it")
        status, refused = self._refusal or (HTTPStatus.BAD_REQUEST, malformed)
        if self._answering:
            self.pipeline.clear()
            return  # the refusal would stand in the middle of another answer, after which the connection ends
        self.transport.write(response_of(refused, status, HEADERS))
        # Not at once: what was not read yet would take the answer with it.
        self.loop.call_later(PARTING_S, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def bounded_http(settings: Settings) -> type[BoundedHttpProtocol]:
    """Give the class of connections with the limits of a server; the web server makes them without any of ours."""
    chosen = {
        "limits": settings.limits,
        "proxies": frozenset(settings.proxies),
        "connected": Counter(),
        "arrivals": Allowance(settings.limits.new_connections, AT_ONCE_S),
    }
    return type("BoundedHttpProtocol", (BoundedHttpProtocol,), chosen)
