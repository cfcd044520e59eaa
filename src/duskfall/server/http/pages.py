"""The browser client's files, which are built into the package; without them, a page that lists the HTTP interface."""

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
from duskfall.server.http.templating import render

router = APIRouter(include_in_schema=False)

CLIENT: Final = Path(str(files("duskfall"))) / "web" / "dist"
"""The built client."""
REVALIDATE: Final = {"cache-control": "no-cache"}
"""File names stay the same when files change, so browsers cache them and ask whether they have changed."""
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
"""The addresses of the client's pages, as the client's own table of routes writes them."""

ALIASES: Final = {"favicon.ico": "icon.svg"}
"""Browsers ask for the first name by themselves where no page names the icon."""

_ADDRESS: Final = re.compile("|".join(PAGES))


@cache
def _built() -> dict[str, Path]:
    """The files of the client by address. Only these are served, never a path from a request."""
    return {path.relative_to(CLIENT).as_posix(): path for path in CLIENT.rglob("*") if path.is_file()}


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
def page(request: Request, path: str) -> Response:
    """A file of the client, or its page; at an unknown address the page says so, with the status 404."""
    known, folder, path = _built(), path.split("/", maxsplit=1)[0], ALIASES.get(path, path)
    if path in known:
        return _file(request, known[path])
    if folder == "api" or any(name.startswith(f"{folder}/") for name in known):
        raise Refused(Refusal.NO_SUCH, f"/{path[:200]}", "nothing has this address")
    status = HTTPStatus.OK if _is_page(request) else HTTPStatus.NOT_FOUND
    if "index.html" in known:
        return _file(request, known["index.html"], status)
    return HTMLResponse(render("no_client.html"), status, headers=REVALIDATE)


def _is_page(request: Request) -> bool:
    """Whether the client has a page at an address. The raw path counts, since a name may hold an encoded slash."""
    return _ADDRESS.fullmatch(request.scope["raw_path"].decode("latin-1")) is not None


def _file(request: Request, path: Path, status: HTTPStatus = HTTPStatus.OK) -> Response:
    """A file, or 304 if the browser has it already."""
    response = FileResponse(path, status, stat_result=path.stat(), headers=REVALIDATE)
    tag = response.headers["etag"]
    if status is HTTPStatus.OK and request.headers.get("if-none-match") == tag:
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=REVALIDATE | {"etag": tag})
    return response
