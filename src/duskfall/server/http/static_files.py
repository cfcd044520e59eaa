"""Sends files from memory: compressed once, and with the headers by which browsers keep them."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Final

from fastapi import Request, Response

from duskfall.server.http.compression import accepts

REVALIDATE: Final = "no-cache"
"""Browsers keep the file, and ask before every use whether it has changed."""
FOR_GOOD: Final = "public, max-age=31536000, immutable"
"""Browsers keep the file for a year without asking, so its name has to change with its content."""

BROTLI: Final = ".br"
"""The end of the name of a file that holds another one compressed with Brotli."""

MEDIA_TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
}
"""By the end of a name; all others are plain text. The machine's own table may say anything about scripts."""
TEXT: Final = frozenset({"text/css", "text/html", "text/javascript", "text/plain", "application/json", "image/svg+xml"})
"""Types that are compressed; pictures and fonts are compressed themselves."""


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file with what it takes to send it."""

    content: bytes
    compressed: dict[str, bytes]
    """By the name of the coding, the best first; none that saves nothing."""
    media_type: str
    cache_control: str
    digest: str
    """Of the content, so that all workers and machines give it the same tag, whenever it was installed."""

    @classmethod
    def of(
        cls, content: bytes, media_type: str, cache_control: str = REVALIDATE, brotli: bytes | None = None
    ) -> StaticFile:
        """Compress some content with gzip; Brotli is too slow for that and comes with the content, or not at all."""
        codings = {"br": brotli, "gzip": gzip.compress(content, mtime=0) if media_type in TEXT else None}
        compressed = {name: packed for name, packed in codings.items() if packed and len(packed) < len(content)}
        return cls(content, compressed, media_type, cache_control, hashlib.sha256(content).hexdigest()[:32])

    @classmethod
    def read(cls, path: Path, cache_control: str = REVALIDATE) -> StaticFile:
        """Read a file, and the one beside it that holds it compressed with Brotli, if there is one."""
        packed = path.with_name(path.name + BROTLI)
        brotli = packed.read_bytes() if packed.exists() else None
        return cls.of(path.read_bytes(), MEDIA_TYPES.get(path.suffix, "text/plain"), cache_control, brotli)

    def response(self, request: Request, status: HTTPStatus = HTTPStatus.OK) -> Response:
        """The file, or 304 if the browser has it already."""
        content, tag = self.content, f'"{self.digest}"'
        headers = {"cache-control": self.cache_control}
        if self.compressed:
            headers["vary"] = "accept-encoding"
        for coding, packed in self.compressed.items():
            if accepts(request.headers, coding):
                content, tag = packed, f'"{self.digest}-{coding}"'
                headers["content-encoding"] = coding
                break
        headers["etag"] = tag
        if status is HTTPStatus.OK and _has(request, tag):
            headers.pop("content-encoding", None)
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        return Response(content, status, headers, self.media_type)


def _has(request: Request, tag: str) -> bool:
    """Whether a browser names a tag among those that it has. Tags contain no quotes: none is found within another."""
    known = ",".join(request.headers.getlist("if-none-match"))
    return tag in known or known.strip() == "*"
