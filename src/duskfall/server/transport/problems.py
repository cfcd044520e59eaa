"""Writes a refusal as an HTTP answer where the routes are not reached: in the parser, and before the application."""

from __future__ import annotations

from http import HTTPStatus

import orjson

from duskfall.errors import Refusal, Refused


def body_of(refused: Refused) -> bytes:
    """Write the body of a refusal, the same as that of every route.

    >>> from duskfall.errors import Refusal
    >>> body_of(Refused(Refusal.TOO_MANY, "parameters", "at most 64"))
    b'{"code":"TOO_MANY","message":"parameters: at most 64"}'
    """
    return orjson.dumps({"code": str(refused.code), "message": str(refused)})


def response_of(refused: Refused, status: HTTPStatus, headers: dict[str, str]) -> bytes:
    """Write a whole answer, after which the connection ends."""
    body = body_of(refused)
    sent = headers | {"content-type": "application/json", "content-length": str(len(body)), "connection": "close"}
    lines = [f"HTTP/1.1 {status.value} {status.phrase}", *(f"{name}: {value}" for name, value in sent.items())]
    return "\r\n".join([*lines, "", ""]).encode() + body


def closing(what: str) -> Refused:
    """Refuse what a server that stops does not do any more; nothing else cancels requests."""
    return Refused(Refusal.CLOSING, what, "the server is about to shut down", "try again in a minute")
