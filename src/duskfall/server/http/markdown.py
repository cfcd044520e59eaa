"""Parses the pages of `docs/` into trees of blocks, from which both the HTML pages and the browser client are built."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import Final, Literal, TypeAlias

from markdown_it import MarkdownIt
from markdown_it.token import Token
from PIL import Image
from pydantic import BaseModel, ConfigDict

_PACKAGE: Final = Path(str(files("duskfall")))
DOCS: Final = next(
    (place for place in (_PACKAGE / "docs", _PACKAGE.parents[1] / "docs") if place.is_dir()), _PACKAGE / "docs"
)
"""In the installed package, or beside the sources in a working copy."""
ADDRESS: Final = "/docs/"

_STRICT = ConfigDict(strict=True, frozen=True)


class DocText(BaseModel):
    """Plain text."""

    model_config = _STRICT
    kind: Literal["text"] = "text"
    text: str


class DocCode(BaseModel):
    """Code within a sentence."""

    model_config = _STRICT
    kind: Literal["code"] = "code"
    text: str


class DocMark(BaseModel):
    """Emphasised text."""

    model_config = _STRICT
    kind: Literal["strong", "emphasis"]
    inside: tuple[DocInline, ...]


class DocLink(BaseModel):
    """A link."""

    model_config = _STRICT
    kind: Literal["link"] = "link"
    href: str
    inside: tuple[DocInline, ...]


class DocPicture(BaseModel):
    """A picture with its alternative text and its size in pixels."""

    model_config = _STRICT
    kind: Literal["picture"] = "picture"
    src: str
    alt: str
    width: int
    height: int


DocInline: TypeAlias = DocText | DocCode | DocMark | DocLink | DocPicture
DocInlines: TypeAlias = tuple[DocInline, ...]


class DocHeading(BaseModel):
    """A heading that can be linked to."""

    model_config = _STRICT
    kind: Literal["heading"] = "heading"
    level: int
    id: str
    inside: DocInlines


class DocParagraph(BaseModel):
    """A paragraph."""

    model_config = _STRICT
    kind: Literal["paragraph"] = "paragraph"
    inside: DocInlines


class DocListing(BaseModel):
    """A block of code or of terminal output."""

    model_config = _STRICT
    kind: Literal["listing"] = "listing"
    language: str
    text: str


class DocList(BaseModel):
    """A list."""

    model_config = _STRICT
    kind: Literal["list"] = "list"
    ordered: bool
    items: tuple[tuple[DocBlock, ...], ...]


class DocTable(BaseModel):
    """A table: the header and the rows."""

    model_config = _STRICT
    kind: Literal["table"] = "table"
    head: tuple[DocInlines, ...]
    rows: tuple[tuple[DocInlines, ...], ...]


DocBlock: TypeAlias = DocHeading | DocParagraph | DocListing | DocList | DocTable

for _model in (DocMark, DocLink, DocList):
    _model.model_rebuild()


@cache
def doc_files() -> dict[str, Path]:
    """The files of the documentation by address. Only these are served, never a path from a request."""
    return {path.relative_to(DOCS).as_posix(): path for path in DOCS.rglob("*") if path.is_file()}


def title_of(page: Path) -> str:
    """The title of a page, from its first line."""
    with page.open(encoding="utf-8") as lines:
        return next(lines, "").lstrip("# ").strip() or page.stem


def _tokens(text: str) -> list[Token]:
    """Parse a page into markdown-it's tokens, and give headings the ids that GitHub gives them."""
    tokens: list[Token] = _parser().parse(text)
    seen: Counter[str] = Counter()
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            name = re.sub(r"[^\w-]", "", _text(tokens[place + 1]).lower().replace(" ", "-"))
            token.attrSet("id", f"{name}-{seen[name]}" if seen[name] else name)
            seen[name] += 1
    return tokens


@cache
def _parser() -> MarkdownIt:
    """A parser for CommonMark with tables and without HTML."""
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _text(inside: Token) -> str:
    """The text of a line without markup."""
    return "".join(" " if part.type == "softbreak" else part.content for part in inside.children or ())


@lru_cache(maxsize=64)
def blocks_of(text: str) -> tuple[DocBlock, ...]:
    r"""Parse a page into blocks.

    >>> title, text = blocks_of("# A `bot`\n\nSee [bots](bots.md#wall).")
    >>> title.id, [part.kind for part in text.inside], text.inside[1].href
    ('a-bot', ['text', 'link', 'text'], '/docs/bots#wall')
    """
    return tuple(_blocks(iter(_tokens(text)), ""))


def _blocks(tokens: Iterator[Token], until: str) -> Iterator[DocBlock]:
    for token in tokens:
        match token.type:
            case kind if kind == until:
                return
            case "heading_open":
                inside = _line(next(tokens))
                yield DocHeading(level=int(token.tag[1]), id=str(token.attrGet("id")), inside=inside)
            case "paragraph_open":
                yield DocParagraph(inside=_line(next(tokens)))
            case "fence" | "code_block":
                yield DocListing(language=token.info.strip(), text=token.content.rstrip("\n"))
            case "bullet_list_open" | "ordered_list_open":
                ordered = token.type == "ordered_list_open"
                yield DocList(ordered=ordered, items=tuple(_items(tokens, token.type.replace("_open", "_close"))))
            case "table_open":
                head, *rows = _rows(tokens)
                yield DocTable(head=head, rows=tuple(rows))
            case "heading_close" | "paragraph_close":
                pass
            case other:
                raise ValueError(f"pages of the documentation have no {other}")


def _items(tokens: Iterator[Token], until: str) -> Iterator[tuple[DocBlock, ...]]:
    for token in tokens:
        if token.type == until:
            return
        yield tuple(_blocks(tokens, "list_item_close"))


def _rows(tokens: Iterator[Token]) -> Iterator[tuple[DocInlines, ...]]:
    row: list[DocInlines] = []
    for token in tokens:
        if token.type == "table_close":
            return
        if token.type == "inline":
            row.append(_line(token))
        elif token.type == "tr_close":
            yield tuple(row)
            row = []


def _line(line: Token) -> DocInlines:
    return tuple(_inlines(iter(line.children or ()), ""))


def _inlines(parts: Iterator[Token], until: str) -> Iterator[DocInline]:
    for part in parts:
        match part.type:
            case kind if kind == until:
                return
            case "text" if part.content:
                yield DocText(text=part.content)
            case "text":
                pass
            case "softbreak":
                yield DocText(text=" ")
            case "code_inline":
                yield DocCode(text=part.content)
            case "strong_open":
                yield DocMark(kind="strong", inside=tuple(_inlines(parts, "strong_close")))
            case "em_open":
                yield DocMark(kind="emphasis", inside=tuple(_inlines(parts, "em_close")))
            case "link_open":
                inside = tuple(_inlines(parts, "link_close"))
                yield from _linked(str(part.attrGet("href")), inside)
            case "image":
                yield _picture(part)
            case other:
                raise ValueError(f"lines of the documentation have no {other}")


def _linked(link: str, inside: DocInlines) -> DocInlines:
    """A link on the site; one into the sources becomes plain text, and one whose text is a file name gets its title."""
    href, page = address_of(link), doc_files().get(link.partition("#")[0])
    if not href:
        return inside
    if page is not None and page.suffix == ".md" and inside == (DocText(text=page.name),):
        inside = (DocText(text=title_of(page)),)
    return (DocLink(href=href, inside=inside),)


def _picture(part: Token) -> DocPicture:
    source = str(part.attrGet("src"))
    with Image.open(DOCS / source) as picture:
        width, height = picture.size
    return DocPicture(src=address_of(source), alt=part.content, width=width, height=height)


def address_of(link: str) -> str:
    """The address of a link on the site; empty for a link into the sources.

    >>> [address_of(link) for link in ("bots.md#wall", "pictures/a.png", "#here", "../src/x.py", "https://a.example")]
    ['/docs/bots#wall', '/docs/pictures/a.png', '#here', '', 'https://a.example']
    """
    path, mark, anchor = link.partition("#")
    if not path or ":" in path or path.startswith("/"):
        return link
    if path.startswith("../"):
        return ""
    page = PurePosixPath(path)
    return ADDRESS + str(page.with_suffix("") if page.suffix == ".md" else page) + mark + anchor


def contents_of(blocks: Sequence[DocBlock]) -> list[DocHeading]:
    """The headings below the title, for a table of contents."""
    return [block for block in blocks if isinstance(block, DocHeading) and 1 < block.level <= 3]
