"""The browser client's files, which are built into the package; without them, a page that lists the HTTP interface."""

from __future__ import annotations

import re
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from duskfall.errors import Refusal, Refused
from duskfall.server.http import problems
from duskfall.server.http.context import ContextDep
from duskfall.server.http.static_files import BROTLI, FOR_GOOD, REVALIDATE, StaticFile
from duskfall.server.http.templating import render

router = APIRouter(include_in_schema=False)

CLIENT: Final = Path(str(files("duskfall"))) / "web" / "dist"
"""The built client."""
HASHED: Final = "client/"
"""The folder of files whose names contain a hash of their content."""
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
def client_files() -> dict[str, StaticFile]:
    """The files of the client by address. Only these are served, never a path from a request.

    All of them are read and compressed once, when the server starts, and take about a megabyte of memory: they are few,
    and a server whose package is updated goes on with the client that it began with instead of parts of two.
    """
    found = {path.relative_to(CLIENT).as_posix(): path for path in CLIENT.rglob("*") if _is_served(path)}
    return {
        name: StaticFile.read(path, FOR_GOOD if name.startswith(HASHED) else REVALIDATE) for name, path in found.items()
    }


def _is_served(path: Path) -> bool:
    """Whether a file has an address of its own; one that is compressed with Brotli goes under the name of the other."""
    return path.is_file() and path.suffix != BROTLI


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
async def page(request: Request, context: ContextDep, path: str) -> Response:
    """A file of the client, or its page; at an unknown address the page says so, with the status 404."""
    known, folder, path = client_files(), path.split("/", maxsplit=1)[0], ALIASES.get(path, path)
    if path in known:
        return known[path].response(request)
    if folder == "api" or any(name.startswith(f"{folder}/") for name in known):
        return _no_such(path)
    status = HTTPStatus.OK if _is_page(request) else HTTPStatus.NOT_FOUND
    if "index.html" in known:
        if context.lobby.services.rules.compiling:
            return _page_while_compiling(known["index.html"], status)
        return known["index.html"].response(request, status)
    return HTMLResponse(render("no_client.html"), status, headers={"cache-control": REVALIDATE})


def _page_while_compiling(file: StaticFile, status: HTTPStatus) -> Response:
    """The page with a mark by which it knows that it has to ask how far the rules are."""
    text = file.content.decode().replace("<html ", "<html data-compiling ", 1)
    return HTMLResponse(text, status, headers={"cache-control": "no-store"})


def _no_such(path: str) -> Response:
    """The answer where no file is. No cache keeps it: while workers are updated in turn, another one has the file."""
    response = problems.answer(Refused(Refusal.NO_SUCH, f"/{path[:200]}", "nothing has this address"))
    response.headers["cache-control"] = "no-store"
    return response


def _is_page(request: Request) -> bool:
    """Whether the client has a page at an address. The raw path counts, since a name may hold an encoded slash."""
    return _ADDRESS.fullmatch(request.scope["raw_path"].decode("latin-1")) is not None
