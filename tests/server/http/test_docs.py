"""The documentation as data and as plain pages: every page is in the index, every link leads somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from duskfall.server.http.docs_api import OTHERS, groups, page
from duskfall.server.http.markdown import FOLDER, blocks_of, known_files
from tests.server.http.asking import get
from tests.server.http.conftest import Site

PAGES = sorted(path.stem for path in FOLDER.glob("*.md"))


def parts(tree: Any) -> Iterator[dict[str, Any]]:
    """Every block and every part of a line, however deep."""
    match tree:
        case dict():
            yield tree
            for value in tree.values():
                yield from parts(value)
        case list() | tuple():
            for value in tree:
                yield from parts(value)


def test_the_index_names_every_page_with_a_sentence() -> None:
    cards = [card for group in groups() for card in group.pages]
    assert sorted(card.name for card in cards) == PAGES
    assert all(card.summary.endswith(".") for group in groups() for card in group.pages if group.title != OTHERS)


@pytest.mark.parametrize("name", PAGES)
def test_every_link_of_a_page_leads_to_a_page_a_heading_or_a_file(name: str) -> None:
    shown = page(name).model_dump()
    found = list(parts(shown["blocks"]))
    mine = {part["id"] for part in found if part.get("kind") == "heading"}
    for part in found:
        if part.get("kind") == "picture":
            assert part["src"].removeprefix("/docs/") in known_files()
            assert part["alt"]
        if part.get("kind") != "link" or re.match("https?:", part["href"]):
            continue
        where, _, anchor = part["href"].partition("#")
        target = where.removeprefix("/docs/")
        if target in PAGES:
            ids = {heading.id for heading in blocks_of(known_files()[f"{target}.md"].read_text("utf-8"))
                   if heading.kind == "heading"}  # fmt: skip
            assert not anchor or anchor in ids, part
        else:
            assert (not where and anchor in mine) or target in known_files(), part
    assert [entry["id"] for entry in shown["contents"]] == [
        part["id"] for part in found if part.get("kind") == "heading" and 1 < part["level"] <= 3
    ]


def test_a_page_is_told_with_its_neighbours(site: Site) -> None:
    order = [card["name"] for group in get(f"{site.server.address}/api/docs").json["groups"] for card in group["pages"]]
    told = [get(f"{site.server.address}/api/docs/{name}").json for name in order]
    assert [each["after"] and each["after"]["name"] for each in told] == [*order[1:], None]
    assert [each["before"] and each["before"]["name"] for each in told] == [None, *order[:-1]]
    assert all(each["blocks"][0]["kind"] == "heading" for each in told)
    missing = get(f"{site.server.address}/api/docs/nothing")
    assert (missing.status, missing.code) == (404, "NO_SUCH")
    assert get(f"{site.server.address}/api/docs/..%2FREADME").status == 404


def test_marks_are_never_markup() -> None:
    heading, text = blocks_of("# <b>\n\n<script>alert(1)</script> [x](javascript:alert(1))")
    assert heading.kind == "heading"
    assert text.kind == "paragraph"
    assert {part.kind for part in text.inside} == {"text"}


def test_headings_of_the_same_words_have_anchors_of_their_own() -> None:
    ids = [block.id for block in blocks_of("# A\n\n## The end\n\n## The end\n") if block.kind == "heading"]
    assert ids == ["a", "the-end", "the-end-1"]


def test_a_page_that_is_called_by_its_file_s_name_is_called_by_its_title() -> None:
    (text,) = blocks_of("[bots.md](bots.md#the-wall) and [walls](bots.md) and [tiles](../src/tiles.txt)")
    assert text.kind == "paragraph"
    links = [(part.href, part.inside[0].model_dump()["text"]) for part in text.inside if part.kind == "link"]
    assert links == [("/docs/bots#the-wall", "Bots"), ("/docs/bots", "walls")]
