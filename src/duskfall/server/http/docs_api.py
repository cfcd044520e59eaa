"""The documentation as JSON, for clients that draw it themselves."""

from __future__ import annotations

from functools import lru_cache
from http import HTTPStatus
from itertools import chain
from typing import Annotated, Final

from fastapi import APIRouter, Path
from pydantic import BaseModel, ConfigDict

from duskfall.errors import Refusal, Refused
from duskfall.server.http.markdown import (
    DocBlock,
    DocCode,
    DocInlines,
    DocText,
    blocks_of,
    contents_of,
    doc_files,
    title_of,
)
from duskfall.server.http.problems import refusals

router = APIRouter(prefix="/docs", tags=["documentation"])

_STRICT = ConfigDict(strict=True, frozen=True)

GROUPS: Final[dict[str, dict[str, str]]] = {
    "Play": {
        "start": "A first game, a first dungeon and a first bot of your own.",
        "browser": "Rooms, keys and gestures, and the pages of the browser client.",
        "opponents": "The bots of Fog of War: how they think, and how strong they are.",
        "opponents-welten": "The bots of Weltendämmerung: how they think, and how strong they are.",
        "command-line": "Every verb of the command, with an example.",
        "replays": "Watch, verify and share finished games.",
    },
    "Rules": {
        "fog": "Real-time armies on a map of which you see only the surroundings of your land.",
        "welten": "The wargame of 1987: two unequal armies, phases, dice and gates.",
        "dungeon": "How a seed becomes rooms, corridors and secrets.",
    },
    "Bots": {
        "bots": "Write a bot in any language: its input, its answers, and the sandbox around it.",
        "training": "Environments for Gymnasium and PettingZoo, thousands of boards at once.",
        "protocol": "Fog of War over Socket.IO, message by message.",
        "protocol-welten": "Weltendämmerung over Socket.IO, message by message.",
    },
    "Arena": {"arena": "Tournaments, ratings, and whether A is better than B."},
    "Server and formats": {
        "server": "Run a server for others: its guarantees, its limits, its database.",
        "promises": "The attacks that are tried on a server, their bounds, and what is not promised.",
        "http": "Every address, with its answer and its refusals.",
        "dungeon-exports": "Dungeons as pictures, Tiled maps, virtual tabletops, and C64 disks.",
        "welten-scenarios": "Lands of your own, the original from a disk image, and saved games of the C64.",
        "glossary": "The words of the code and these pages, one for each thing.",
    },
}
"""The pages in reading order for a newcomer, with a sentence about each."""
OTHERS: Final = "More"


class DocCard(BaseModel):
    """A page in a list."""

    model_config = _STRICT

    name: str
    title: str
    summary: str


class DocGroup(BaseModel):
    """Pages that belong together."""

    model_config = _STRICT

    title: str
    pages: tuple[DocCard, ...]


class DocIndex(BaseModel):
    """All pages."""

    model_config = _STRICT

    groups: tuple[DocGroup, ...]


class DocEntry(BaseModel):
    """An entry of a table of contents."""

    model_config = _STRICT

    level: int
    id: str
    text: str


class DocPage(BaseModel):
    """A page."""

    model_config = _STRICT

    name: str
    title: str
    group: str
    contents: tuple[DocEntry, ...]
    blocks: tuple[DocBlock, ...]
    before: DocCard | None
    after: DocCard | None
    """Its neighbours in the order of the index."""


def groups() -> tuple[DocGroup, ...]:
    """All pages by group; those of no group come last."""
    titles = {name.removesuffix(".md"): title_of(path) for name, path in doc_files().items() if name.endswith(".md")}
    named = set(chain.from_iterable(GROUPS.values()))
    rest = {name: "" for name in sorted(titles) if name not in named}
    listed = [*GROUPS.items(), (OTHERS, rest)]
    return tuple(
        DocGroup(title=title, pages=pages)
        for title, summaries in listed
        if (pages := tuple(DocCard(name=name, title=titles[name], summary=summary)
                           for name, summary in summaries.items() if name in titles))
    )  # fmt: skip


@router.get("", responses=refusals())
def index() -> DocIndex:
    """The pages of the documentation, in reading order for a newcomer."""
    return DocIndex(groups=groups())


@router.get("/{name}", responses=refusals(HTTPStatus.NOT_FOUND))
def page(name: Annotated[str, Path(max_length=100, description="The name of a page.")]) -> DocPage:
    """A page as a tree of headings, paragraphs, lists, tables and listings."""
    path = doc_files().get(f"{name}.md")
    if path is None:
        raise Refused(Refusal.NO_SUCH, name, "there is no such page", "see /api/docs")
    return _page(name, path.read_text(encoding="utf-8"))


@lru_cache(maxsize=64)
def _page(name: str, text: str) -> DocPage:
    order = [(group.title, card) for group in groups() for card in group.pages]
    place = next(place for place, (_, card) in enumerate(order) if card.name == name)
    blocks = blocks_of(text)
    entries = (DocEntry(level=each.level, id=each.id, text=_words(each.inside)) for each in contents_of(blocks))
    return DocPage(
        name=name,
        title=order[place][1].title,
        group=order[place][0],
        contents=tuple(entries),
        blocks=blocks,
        before=order[place - 1][1] if place else None,
        after=order[place + 1][1] if place + 1 < len(order) else None,
    )


def _words(inside: DocInlines) -> str:
    return "".join(part.text if isinstance(part, DocText | DocCode) else _words(part.inside)
                   for part in inside if part.kind != "picture")  # fmt: skip
