"""The addresses of the documentation: the browser client's page, with the text as plain HTML where no script runs."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from http import HTTPStatus
from typing import Final

from fastapi import APIRouter
from fastapi.responses import FileResponse, HTMLResponse, Response

from duskfall.server.http.docs_api import groups
from duskfall.server.http.markdown import known_files, reader, title_of, tokens_of
from duskfall.server.http.pages import ASK_AGAIN, DIST

router = APIRouter(prefix="/docs", include_in_schema=False)

STYLE: Final = """
:root { color-scheme: dark; }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem; font: 16px/1.55 system-ui, sans-serif;
       background: #0c0b1f; color: #eceaff; }
a { color: #75cec8; text-decoration: underline; } h1, h2, h3 { color: #fff; line-height: 1.25; margin-top: 2rem; }
h1 { font-size: 2rem; } h2 { font-size: 1.5rem; } h3 { font-size: 1.2rem; } p, ul, ol { margin: 1rem 0; }
ul, ol { padding-left: 1.5rem; list-style: disc; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; background: #14132f; }
code { padding: 0.1em 0.3em; } pre { padding: 0.9rem; overflow-x: auto; } pre code { padding: 0; }
table { border-collapse: collapse; display: block; overflow-x: auto; margin: 1rem 0; }
th, td { border: 1px solid #2f2e6b; padding: 0.35rem 0.6rem; text-align: left; vertical-align: top; }
img { max-width: 100%; image-rendering: pixelated; }
"""

_BARE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title></title></head>
<body><noscript></noscript></body></html>
"""
"""What stands around a page where this copy has no browser client."""


@router.get("/style.css")
def style() -> Response:
    """How the pages look without script."""
    return Response(STYLE, media_type="text/css", headers=ASK_AGAIN)


@router.get("")
@router.get("/")
def index() -> Response:
    """All pages."""
    parts = ["<h1>Documentation</h1>"]
    for group in groups():
        lines = "".join(
            f'<li><a href="/docs/{escape(page.name)}">{escape(page.title)}</a> {escape(page.summary)}</li>\n'
            for page in group.pages
        )
        parts.append(f"<h2>{escape(group.title)}</h2>\n<ul>\n{lines}</ul>")
    parts.append('<p><a href="/api/openapi.json">The HTTP interface as OpenAPI</a></p>')
    return _page("Documentation", "\n".join(parts))


@router.get("/{path:path}")
def document(path: str) -> Response:
    """A page, or a picture or example that belongs to one."""
    known = known_files()
    page = known.get(path if path.endswith(".md") else f"{path}.md")
    if page is not None:
        return _page(title_of(page), drawn(page.read_text(encoding="utf-8")))
    if path not in known:
        return _page("No such page", "<h1>There is no such page</h1>", HTTPStatus.NOT_FOUND)
    picture = path.endswith(".png")
    return FileResponse(known[path], media_type=None if picture else "text/plain; charset=utf-8", headers=ASK_AGAIN)


def drawn(text: str) -> str:
    r"""A page as HTML; headings can be linked to as on GitHub.

    >>> drawn("# A *bot*\n\n<b>1</b> & 2")
    '<h1 id="a-bot">A <em>bot</em></h1>\n<p>&lt;b&gt;1&lt;/b&gt; &amp; 2</p>\n'
    """
    return str(reader().renderer.render(tokens_of(text), reader().options, {}))


@cache
def _frame() -> tuple[str, bool]:
    """The client's page, and whether it is there at all."""
    page = DIST / "index.html"
    return (page.read_text(encoding="utf-8"), True) if page.is_file() else (_BARE, False)


def _page(title: str, body: str, status: HTTPStatus = HTTPStatus.OK) -> HTMLResponse:
    """The client's page, with the text in the place that is shown where no script runs."""
    frame, has_client = _frame()
    look = '<link rel="stylesheet" href="/docs/style.css">'
    start = '<p><a href="/">Duskfall</a> · <a href="/docs">Documentation</a></p>'
    text = f"{look}{start}\n{body}"
    inside = f"<noscript>{text}</noscript>" if has_client else text
    whole = re.sub(r"<noscript>.*</noscript>", lambda _: inside, frame, flags=re.DOTALL)
    whole = re.sub(r"<title>.*?</title>", lambda _: f"<title>{escape(title)} – Duskfall</title>", whole)
    return HTMLResponse(whole, status, headers=ASK_AGAIN)
