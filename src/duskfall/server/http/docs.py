"""The documentation, served with the app: the pages of `docs/` as they stand there, drawn as HTML."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Final

from fastapi import APIRouter
from fastapi.responses import FileResponse, HTMLResponse, Response
from markdown_it import MarkdownIt
from markdown_it.token import Token

from duskfall.errors import Refusal, Refused
from duskfall.server.http.pages import ASK_AGAIN

router = APIRouter(prefix="/docs", include_in_schema=False)

_PACKAGE: Final = Path(str(files("duskfall")))
FOLDER: Final = next(
    (place for place in (_PACKAGE / "docs", _PACKAGE.parents[1] / "docs") if place.is_dir()), _PACKAGE / "docs"
)
"""In the package, or beside the sources where Duskfall is worked on."""

STYLE: Final = """
:root { color-scheme: dark; }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem; font: 16px/1.55 system-ui, sans-serif;
       background: #0e0d24; color: #d8d6ea; }
a { color: #9ad284; } h1, h2, h3 { color: #fff; line-height: 1.25; margin-top: 2rem; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; background: #1a1836; border-radius: 4px; }
code { padding: 0.1em 0.3em; } pre { padding: 0.9rem; overflow-x: auto; } pre code { padding: 0; }
table { border-collapse: collapse; display: block; overflow-x: auto; margin: 1rem 0; }
th, td { border: 1px solid #37345c; padding: 0.35rem 0.6rem; text-align: left; vertical-align: top; }
img { max-width: 100%; image-rendering: pixelated; }
"""


@cache
def _known() -> dict[str, Path]:
    """Every file by its address; what is not in this list is not a page."""
    return {path.relative_to(FOLDER).as_posix(): path for path in FOLDER.rglob("*") if path.is_file()}


@router.get("/style.css")
def style() -> Response:
    """How the pages look."""
    return Response(STYLE, media_type="text/css", headers=ASK_AGAIN)


@router.get("")
@router.get("/")
def index() -> Response:
    """All pages."""
    pages = sorted((title_of(path), name) for name, path in _known().items() if path.suffix == ".md")
    lines = [
        f'<li><a href="/docs/{escape(name.removesuffix(".md"))}">{escape(title)}</a></li>' for title, name in pages
    ]
    lines.append('<li><a href="/api/openapi.json">The HTTP interface as OpenAPI</a></li>')
    return _page("Duskfall", f"<h1>Duskfall</h1>\n<ul>\n{chr(10).join(lines)}\n</ul>")


@router.get("/{path:path}")
def document(path: str) -> Response:
    """A page, or a picture or example that belongs to one."""
    known = _known()
    page = known.get(path if path.endswith(".md") else f"{path}.md")
    if page is not None:
        return _page(title_of(page), drawn(page.read_text(encoding="utf-8")))
    if path not in known:
        raise Refused(Refusal.NO_SUCH, f"/docs/{path[:200]}", "there is no such page", "see /docs")
    picture = path.endswith(".png")
    return FileResponse(known[path], media_type=None if picture else "text/plain; charset=utf-8", headers=ASK_AGAIN)


def title_of(page: Path) -> str:
    """The first line of a page."""
    with page.open(encoding="utf-8") as lines:
        return next(lines, "").lstrip("# ").strip() or page.stem


def drawn(text: str) -> str:
    r"""A page as HTML; headings can be linked to as on GitHub.

    >>> drawn("# A *bot*\n\n<b>1</b> & 2")
    '<h1 id="a-bot">A <em>bot</em></h1>\n<p>&lt;b&gt;1&lt;/b&gt; &amp; 2</p>\n'
    """
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens: list[Token] = reader.parse(text)
    for heading, inside in pairwise(tokens):
        if heading.type == "heading_open":
            words = "".join(part.content for part in inside.children or ())
            heading.attrSet("id", re.sub(r"[^\w-]", "", words.lower().replace(" ", "-")))
    return str(reader.renderer.render(tokens, reader.options, {}))


def _page(title: str, body: str) -> HTMLResponse:
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    look = '<link rel="stylesheet" href="/docs/style.css">'
    start = '<p><a href="/">Duskfall</a> · <a href="/docs">Documentation</a></p>'
    whole = f'<!doctype html>\n<html lang="en"><head>{head}{look}</head>\n<body>{start}\n{body}</body></html>\n'
    return HTMLResponse(whole, headers=ASK_AGAIN)
