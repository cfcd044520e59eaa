"""The documentation over HTTP: every page is in the index, and every link has a target."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from duskfall.server.http.docs_api import OTHERS, groups, page
from duskfall.server.http.markdown import DOCS, blocks_of, doc_files
from tests.server.http.asking import get
from tests.server.http.conftest import Site

PAGES = sorted(path.stem for path in DOCS.glob("*.md"))


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
            assert part["src"].removeprefix("/docs/") in doc_files()
            assert part["alt"]
        if part.get("kind") != "link" or re.match("https?:", part["href"]):
            continue
        where, _, anchor = part["href"].partition("#")
        target = where.removeprefix("/docs/")
        if target in PAGES:
            ids = {heading.id for heading in blocks_of(doc_files()[f"{target}.md"].read_text("utf-8"))
                   if heading.kind == "heading"}  # fmt: skip
            assert not anchor or anchor in ids, part
        else:
            assert (not where and anchor in mine) or target in doc_files(), part
    assert [entry["id"] for entry in shown["contents"]] == [
        part["id"] for part in found if part.get("kind") == "heading" and 1 < part["level"] <= 3
    ]


def test_a_page_has_its_neighbours(site: Site) -> None:
    order = [card["name"] for group in get(f"{site.server.address}/api/docs").json["groups"] for card in group["pages"]]
    pages = [get(f"{site.server.address}/api/docs/{name}").json for name in order]
    assert [each["after"] and each["after"]["name"] for each in pages] == [*order[1:], None]
    assert [each["before"] and each["before"]["name"] for each in pages] == [None, *order[:-1]]
    assert all(each["blocks"][0]["kind"] == "heading" for each in pages)
    missing = get(f"{site.server.address}/api/docs/nothing")
    assert (missing.status, missing.code) == (404, "NO_SUCH")
    assert get(f"{site.server.address}/api/docs/..%2FREADME").status == 404


def test_a_search_finds_the_sections_with_all_words_and_leads_to_their_headings(site: Site) -> None:
    asked = f"{site.server.address}/api/docs/search?q="
    hits = get(f"{asked}Bubblewrap+sandbox").json["hits"]
    assert hits
    for hit in hits:
        page = get(f"{site.server.address}/api/docs/{hit['page']['name']}").json
        assert hit["id"] in ["", *(block["id"] for block in page["blocks"] if block["kind"] == "heading")]
    assert get(f"{asked}nosuchwordanywhere").json == {"hits": []}
    assert get(f"{asked}+").json == {"hits": []}
    titles = [hit["page"]["name"] for hit in get(f"{asked}glossary").json["hits"]]
    assert titles[0] == "glossary", "a title weighs more than many words"
    assert get(f"{asked}{'x' * 101}").status == 422


def test_html_in_markdown_stays_text() -> None:
    heading, text = blocks_of("# <b>\n\n<script>alert(1)</script> [x](javascript:alert(1))")
    assert heading.kind == "heading"
    assert text.kind == "paragraph"
    assert {part.kind for part in text.inside} == {"text"}


def test_headings_of_the_same_text_have_different_ids() -> None:
    ids = [block.id for block in blocks_of("# A\n\n## The end\n\n## The end\n") if block.kind == "heading"]
    assert ids == ["a", "the-end", "the-end-1"]


def test_a_link_whose_text_is_a_file_name_gets_the_title_of_the_page() -> None:
    (text,) = blocks_of("[bots.md](bots.md#the-wall) and [walls](bots.md) and [tiles](../src/tiles.txt)")
    assert text.kind == "paragraph"
    links = [(part.href, part.inside[0].model_dump()["text"]) for part in text.inside if part.kind == "link"]
    assert links == [("/docs/bots#the-wall", "Bots"), ("/docs/bots", "walls")]
