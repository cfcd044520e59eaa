"""The documentation as HTML: the browser client's page, with the text inside for browsers without script."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import Response
from markupsafe import Markup

from duskfall.server.http.docs_api import groups
from duskfall.server.http.markdown import blocks_of, doc_files, title_of
from duskfall.server.http.pages import client_files
from duskfall.server.http.static_files import StaticFile
from duskfall.server.http.templating import render

router = APIRouter(prefix="/docs", include_in_schema=False)

STYLE: Final = Path(__file__).parent / "static" / "docs.css"
"""The style of the pages without script."""


@router.get("/style.css")
def style(request: Request) -> Response:
    """The style of the pages without script."""
    return _style().response(request)


@router.get("")
@router.get("/")
def index(request: Request) -> Response:
    """The list of all pages."""
    return _index().response(request)


@router.get("/{path:path}")
def document(request: Request, path: str) -> Response:
    """A page, or a picture or example that belongs to one."""
    files = doc_files()
    name = next((name for name in (path, f"{path}.md") if name in files), None)
    return _no_such_page().response(request, HTTPStatus.NOT_FOUND) if name is None else _file(name).response(request)


@cache
def _file(name: str) -> StaticFile:
    """Make the answer for a file of the documentation. All are kept: they are few, and change with the server."""
    path = doc_files()[name]
    if name.endswith(".md"):
        return _page(title_of(path), html_of(path.read_text(encoding="utf-8")))
    media_type = "image/png" if name.endswith(".png") else "text/plain"  # the examples are to be read, never run
    return StaticFile.of(path.read_bytes(), media_type)


@cache
def _style() -> StaticFile:
    return StaticFile.read(STYLE)


@cache
def _index() -> StaticFile:
    return _page("Documentation", render("docs_index.html", groups=groups()))


@cache
def _no_such_page() -> StaticFile:
    return _page("No such page", Markup("<h1>There is no such page</h1>"))


def html_of(text: str) -> Markup:
    r"""A page of Markdown as HTML, from the blocks that `/api/docs` sends as well.

    >>> str(html_of("# A *bot*\n\n<b>1</b> & 2"))
    '<h1 id="a-bot">A <em>bot</em></h1>\n<p>&lt;b&gt;1&lt;/b&gt; &amp; 2</p>\n'
    """
    return render("docs_blocks.html", blocks=blocks_of(text))


@dataclass(frozen=True, slots=True)
class _ClientPage:
    """The client's page, cut where the title and the text for browsers without script belong."""

    before_title: Markup
    before_noscript: Markup
    end: Markup


@cache
def _client_page() -> _ClientPage | None:
    page = client_files().get("index.html")
    if page is None:
        return None
    before_title, _, rest = page.content.decode().partition("<title>")
    before_noscript, _, rest = rest.partition("</title>")[2].partition("<noscript>")
    end = rest.partition("</noscript>")[2]
    return _ClientPage(*map(Markup, (before_title, before_noscript, end)))


def _page(title: str, body: Markup) -> StaticFile:
    html = render("docs_page.html", client=_client_page(), title=title, body=body)
    return StaticFile.of(html.encode(), "text/html")
