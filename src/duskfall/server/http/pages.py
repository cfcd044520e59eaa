"""The pages of the browser client, which are built into the package; without them, a page that says what is here."""

from __future__ import annotations

import re
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse, Response

from duskfall.errors import Refusal, Refused

router = APIRouter(include_in_schema=False)

DIST: Final = Path(str(files("duskfall"))) / "web" / "dist"
"""The built client."""
ASK_AGAIN: Final = {"cache-control": "no-cache"}
"""Names stay the same when files change, so browsers keep them and ask whether they still hold."""
PAGES: Final = (
    "/",
    "/fog/?",
    "/fog/([^/]+)",
    "/welten/?",
    "/welten/manual",
    "/welten/([^/]+)",
    "/replays/?",
    "/replays/([^/]+)",
    "/arena/?",
    "/arena/tournaments/([^/]+)",
    "/docs/?",
    r"/docs/([\w-]+)(?:\.md)?",
    "/dungeon/?",
    "/dungeon/([^/]+)",
)
"""The addresses that the client has a page for, as its own table of routes writes them."""

SIGN: Final = {"favicon.ico": "icon.svg"}
"""Where browsers look by themselves for the sign of a house, beside a file that cannot name it, and where it is."""

_ADDRESS: Final = re.compile("|".join(PAGES))
_BARE: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Duskfall</title>
<h1>Duskfall</h1>
<p>The server runs, and this copy has no browser client. Bots and other programs are welcome:</p>
<ul>
<li>Games are played over Socket.IO at <code>/socket.io</code>.</li>
<li><a href="/api/openapi.json">What can be asked over HTTP</a>, for example
<a href="/api/rooms">rooms</a>, <a href="/api/replays">replays</a> and
<a href="/api/dungeons/7.svg">a dungeon</a>.</li>
<li><a href="/docs">The documentation</a>, for authors of bots too.</li>
<li><a href="/metrics">How the server does</a>.</li>
</ul>
"""


@cache
def _built() -> dict[str, Path]:
    """Every file of the client by its address; what is not in this list is not a file of ours."""
    return {path.relative_to(DIST).as_posix(): path for path in DIST.rglob("*") if path.is_file()}


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
def page(request: Request, path: str) -> Response:
    """A file of the client, or its page; at an address that it does not know either, the page says so."""
    known, place, path = _built(), path.split("/", maxsplit=1)[0], SIGN.get(path, path)
    if path in known:
        return _file(request, known[path])
    if place == "api" or any(name.startswith(f"{place}/") for name in known):
        raise Refused(Refusal.NO_SUCH, f"/{path[:200]}", "nothing has this address")
    status = HTTPStatus.OK if _is_page(request) else HTTPStatus.NOT_FOUND
    if "index.html" in known:
        return _file(request, known["index.html"], status)
    return HTMLResponse(_BARE, status, headers=ASK_AGAIN)


def _is_page(request: Request) -> bool:
    """Whether the client knows an address, as it is written: a name may hold a slash in disguise."""
    return _ADDRESS.fullmatch(request.scope["raw_path"].decode("latin-1")) is not None


def _file(request: Request, path: Path, status: HTTPStatus = HTTPStatus.OK) -> Response:
    """A file, or only the word that the browser has it already."""
    response = FileResponse(path, status, stat_result=path.stat(), headers=ASK_AGAIN)
    tag = response.headers["etag"]
    if status is HTTPStatus.OK and request.headers.get("if-none-match") == tag:
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=ASK_AGAIN | {"etag": tag})
    return response
