"""The documentation as HTML: the browser client's page, with the text inside for browsers without script."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Final

from fastapi import APIRouter
from fastapi.responses import FileResponse, HTMLResponse, Response
from markupsafe import Markup

from duskfall.server.http.docs_api import groups
from duskfall.server.http.markdown import blocks_of, doc_files, title_of
from duskfall.server.http.pages import CLIENT, REVALIDATE
from duskfall.server.http.templating import render

router = APIRouter(prefix="/docs", include_in_schema=False)

STYLE: Final = Path(__file__).parent / "static" / "docs.css"
"""The style of the pages without script."""


@router.get("/style.css")
def style() -> Response:
    """The style of the pages without script."""
    return FileResponse(STYLE, media_type="text/css", headers=REVALIDATE)


@router.get("")
@router.get("/")
def index() -> Response:
    """The list of all pages."""
    return _page("Documentation", render("docs_index.html", groups=groups()))


@router.get("/{path:path}")
def document(path: str) -> Response:
    """A page, or a picture or example that belongs to one."""
    files = doc_files()
    page = files.get(path if path.endswith(".md") else f"{path}.md")
    if page is not None:
        return _page(title_of(page), html_of(page.read_text(encoding="utf-8")))
    if path not in files:
        return _page("No such page", Markup("<h1>There is no such page</h1>"), HTTPStatus.NOT_FOUND)
    is_picture = path.endswith(".png")
    media_type = None if is_picture else "text/plain; charset=utf-8"
    return FileResponse(files[path], media_type=media_type, headers=REVALIDATE)


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
    page = CLIENT / "index.html"
    if not page.is_file():
        return None
    before_title, _, rest = page.read_text(encoding="utf-8").partition("<title>")
    before_noscript, _, rest = rest.partition("</title>")[2].partition("<noscript>")
    end = rest.partition("</noscript>")[2]
    return _ClientPage(*map(Markup, (before_title, before_noscript, end)))


def _page(title: str, body: Markup, status: HTTPStatus = HTTPStatus.OK) -> HTMLResponse:
    html = render("docs_page.html", client=_client_page(), title=title, body=body)
    return HTMLResponse(html, status, headers=REVALIDATE)
