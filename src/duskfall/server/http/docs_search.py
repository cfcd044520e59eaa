"""Searches the documentation: every section of every page, by the words in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Final

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict

from duskfall.server.http.docs_api import DocCard, groups
from duskfall.server.http.markdown import (
    DocBlock,
    DocCode,
    DocHeading,
    DocInline,
    DocInlines,
    DocLink,
    DocMark,
    DocPicture,
    DocText,
    blocks_of,
    doc_files,
)
from duskfall.server.http.problems import refusals

router = APIRouter(prefix="/docs", tags=["documentation"])

MOST_HITS: Final = 20
MOST_WORDS: Final = 8
EXCERPT: Final = 140
"""Characters of a section that a hit shows."""
TITLE_WEIGHT: Final = 30
HEADING_WEIGHT: Final = 10
"""A word in a title or heading counts as much as so many in the text."""


class DocHit(BaseModel):
    """A section in which all words were found."""

    model_config = ConfigDict(strict=True, frozen=True)

    page: DocCard
    id: str
    """The id of the section's heading; empty for the beginning of the page."""
    heading: str
    excerpt: str


class DocHits(BaseModel):
    """The sections in which all words were found, the best first."""

    model_config = ConfigDict(strict=True, frozen=True)

    hits: tuple[DocHit, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the text under it, up to the next heading."""

    page: DocCard
    id: str
    heading: str
    text: str

    def score(self, words: Sequence[str]) -> int:
        """Count the words in the section; 0 if one is missing."""
        title, heading, text = self.page.title.lower(), self.heading.lower(), self.text.lower()
        counts = [
            TITLE_WEIGHT * (not self.id and word in title) + HEADING_WEIGHT * (word in heading) + text.count(word)
            for word in words
        ]
        return sum(counts) if all(counts) else 0

    def hit(self, word: str) -> DocHit:
        """Return the section with the text around a word."""
        start = max(0, self.text.lower().find(word) - EXCERPT // 3)
        start = self.text.rfind(" ", 0, start) + 1 if start else 0
        part = self.text[start : start + EXCERPT]
        if start + EXCERPT < len(self.text):
            part = part.rpartition(" ")[0] + " …"
        return DocHit(page=self.page, id=self.id, heading=self.heading, excerpt=("… " if start else "") + part)


@router.get("/search", responses=refusals())
def search(
    q: Annotated[str, Query(max_length=100, description="Words; a section has to contain all of them.")],
) -> DocHits:
    """The sections of the documentation that contain some words, the best first."""
    return DocHits(hits=tuple(found(q)))


def found(query: str) -> list[DocHit]:
    """Find sections.

    >>> [hit.page.name for hit in found("bubblewrap sandbox")][:1]
    ['bots']
    >>> found(" ")
    []
    """
    words = query.lower().split()[:MOST_WORDS]
    if not words:
        return []
    scored = [(section.score(words), section) for section in sections()]
    best = sorted((each for each in scored if each[0]), key=lambda each: -each[0])[:MOST_HITS]
    return [section.hit(words[0]) for _, section in best]


@cache
def sections() -> tuple[Section, ...]:
    """All sections of all pages, in reading order."""
    files = doc_files()
    pages = [card for group in groups() for card in group.pages]
    return tuple(
        section
        for card in pages
        for section in _sections(card, blocks_of(files[f"{card.name}.md"].read_text(encoding="utf-8")))
    )


def _sections(card: DocCard, blocks: Iterable[DocBlock]) -> Iterator[Section]:
    place, heading, parts = "", card.title, list[str]()
    for block in blocks:
        if isinstance(block, DocHeading):
            if parts:
                yield Section(card, place, heading, " ".join(parts))
            parts = []
            if block.level > 1:
                place, heading = block.id, _plain(block.inside)
        else:
            parts.append(_text(block))
    if parts:
        yield Section(card, place, heading, " ".join(parts))


def _text(block: DocBlock) -> str:
    match block.kind:
        case "heading" | "paragraph":
            return _plain(block.inside)
        case "listing":
            return " ".join(block.text.split())
        case "list":
            return " ".join(_text(each) for item in block.items for each in item)
        case "table":
            return " ".join(_plain(cell) for row in (block.head, *block.rows) for cell in row)


def _plain(inside: DocInlines) -> str:
    return "".join(_word(part) for part in inside)


def _word(part: DocInline) -> str:
    match part:
        case DocText() | DocCode():
            return part.text
        case DocPicture():
            return part.alt
        case DocMark() | DocLink():
            return _plain(part.inside)
