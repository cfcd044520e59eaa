"""The pages of the browser client, which are built into the package; without them, a page that says what is here."""

from __future__ import annotations

from functools import cache
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from typing import Final

from fastapi import APIRouter
from fastapi.responses import FileResponse, HTMLResponse, Response

from duskfall.errors import Refusal, Refused

router = APIRouter(include_in_schema=False)

DIST: Final = Path(str(files("duskfall"))) / "web" / "dist"
"""The built client."""
FOLDERS: Final = ("client/", "demo/")
"""Where its files lie: what is missing there is missing, and no page of the client's."""
ASK_AGAIN: Final = {"cache-control": "no-cache"}

_BARE: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Duskfall</title>
<h1>Duskfall</h1>
<p>The server runs, and this copy has no browser client. Bots and other programs are welcome:</p>
<ul>
<li>Games are played over Socket.IO at <code>/socket.io</code>.</li>
<li><a href="/api/openapi.json">What can be asked over HTTP</a>, for example
<a href="/api/rooms">rooms</a>, <a href="/api/replays">replays</a> and
<a href="/api/dungeons/7.svg">a dungeon</a>.</li>
<li><a href="/metrics">How the server does</a>.</li>
</ul>
"""


@cache
def _built() -> dict[str, Path]:
    """Every file of the client by its address; what is not in this list is not a file of ours."""
    return {path.relative_to(DIST).as_posix(): path for path in DIST.rglob("*") if path.is_file()}


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
def page(path: str) -> Response:
    """A file of the client, or its page for whatever address it knows itself."""
    known = _built()
    if path in known and path != "index.html":
        return FileResponse(known[path], headers=ASK_AGAIN)
    if path == "api" or path.startswith(("api/", *FOLDERS)):
        raise Refused(Refusal.NO_SUCH, f"/{path[:200]}", "nothing has this address")
    if "index.html" in known:
        return FileResponse(known["index.html"], headers=ASK_AGAIN)
    return HTMLResponse(_BARE, HTTPStatus.OK, headers=ASK_AGAIN)
