"""Finds out which codings a client accepts, and compresses answers with gzip."""

from __future__ import annotations

import re
from typing import Final

from starlette.datastructures import Headers
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

LEAST_BYTES: Final = 1024
"""Smaller answers of the API are sent as they are: they fit into a packet either way."""
LEVEL: Final = 5
"""Of gzip, for answers of the API: higher levels take longer than they save on the way."""
THREAD_BYTES: Final = 32 << 10
"""Larger answers are compressed in a thread, since live matches would have to wait for a millisecond and more."""
PACKED_TYPES: Final = (*DEFAULT_EXCLUDED_CONTENT_TYPES, "application/octet-stream")
"""Types that gain nothing: pictures, and the files of replays, which are compressed themselves."""
MOST_HEADER: Final = 1_000
"""Characters of the header that are read; browsers send about 30."""

_CODING: Final = re.compile(r"([\w*.+-]+)\s*(?:;\s*q=([01](?:\.\d*)?))?", re.ASCII)


def accepts(headers: Headers, name: str) -> bool:
    """Whether a client takes a coding, and likes it no less than an answer without one (RFC 9110, section 12.5.3).

    >>> [accepts(Headers({"accept-encoding": sent}), "gzip") for sent in ("br, gzip", "*", "gzip;q=0, *", "identity")]
    [True, True, False, False]
    """
    sent = ",".join(headers.getlist("accept-encoding")).lower()
    if len(sent) > MOST_HEADER:
        return False
    found = (_CODING.fullmatch(part.strip()) for part in sent.split(","))
    weights = {coding[1].removeprefix("x-"): float(coding[2] or 1) for coding in found if coding is not None}
    others = weights.get("*", 0.0)
    weight = weights.get(name, others)
    return weight > 0 and weight >= weights.get("identity", others)


class ApiCompression:
    """Compresses the larger answers below `/api`; Socket.IO and the client's files do not pass through it.

    The limit on requests of an address limits its cost as well. Compression betrays secrets by the length of an answer
    only where a secret and words that an attacker chooses stand in the same answer (the attack BREACH). The answers of
    the API are the same for everybody: no cookie or token is read, and none is written into them.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._compressing = GZipMiddleware(app, LEAST_BYTES, LEVEL, THREAD_BYTES, exclude_content_types=PACKED_TYPES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, and compress the answer."""
        if scope["type"] != "http" or not scope["path"].startswith("/api/"):
            await self._app(scope, receive, send)
            return
        # Starlette looks for the word gzip and would take "gzip;q=0" for consent, so it is told what the header means.
        coding = b"gzip" if accepts(Headers(scope=scope), "gzip") else b"identity"
        others = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        told = {**scope, "headers": [*others, (b"accept-encoding", coding)]}
        await self._compressing(told, receive, send)
