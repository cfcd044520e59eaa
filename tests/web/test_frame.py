"""The frame around the pages: front door, footer, lists without a server, long names, search, boards on tablets."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from duskfall.protocol.values import LONGEST_NAME
from tests.web.conftest import OpenBrowser
from tests.web.every_page import DRAWN
from tests.web.partners import room_name
from tests.web.test_pages import docs, overflow, serious
from tests.web.visitors import Visitor

TABLET: dict[str, Any] = {"viewport": {"width": 768, "height": 1024}, "has_touch": True, "is_mobile": True}
LONG: str = "W" * LONGEST_NAME
BOXES = "(all) => all.map(each => { const box = each.getBoundingClientRect(); return [box.y, box.height, box.width]; })"


def test_the_front_door_names_the_game_behind_play_now_and_has_equal_cards(open_browser: OpenBrowser) -> None:
    visitor = open_browser(reduced_motion="reduce")
    visitor.goto("/")
    page = visitor.page
    expect(page.get_by_role("button", name="Play now")).to_have_accessible_description(
        re.compile("^Fog of War .*settler")
    )
    cards = page.locator("main article")
    expect(cards).to_have_count(2)
    for part in ("", " > :first-child", " h2", " a"):
        left, right = page.locator(f"main article{part}").evaluate_all(BOXES)
        assert left[:2] == right[:2], part or "the cards"


def test_radio_buttons_are_round_and_boxes_to_tick_are_not(open_browser: OpenBrowser) -> None:
    visitor = open_browser(reduced_motion="reduce")
    visitor.goto("/welten?new")
    expect(visitor.page.locator(".choice-dot").first).to_have_css("border-radius", "50%")
    visitor.goto("/fog")
    expect(visitor.page.locator(".check").first).to_have_css("border-radius", "0px")


def test_every_page_but_a_running_game_ends_with_a_footer(open_browser: OpenBrowser) -> None:
    visitor = open_browser(reduced_motion="reduce")
    page = visitor.page
    footer = page.get_by_role("contentinfo")
    for path in ("/", "/docs/start", "/dungeon/7"):
        visitor.goto(path)
        expect(footer.get_by_role("link", name="Write a bot")).to_be_visible()
    visitor.goto(f"/fog/{room_name()}?quick")
    visitor.wait_for_turn(1)
    expect(footer).to_be_hidden()


def test_a_page_that_failed_only_for_the_connection_says_so_and_comes_by_itself(open_browser: OpenBrowser) -> None:
    visitor = open_browser(reduced_motion="reduce")
    visitor.goto("/")
    page = visitor.page
    page.wait_for_load_state("networkidle")
    visitor.context.set_offline(True)
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Arena").click()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    visitor.context.set_offline(False)
    expect(page.get_by_role("heading", name="Arena", level=1)).to_be_visible()
    visitor.errors.clear()  # the browser notes each request that failed


def renamed(route: Route) -> None:
    """Answer as the server does, with players who have the longest name that there can be."""
    answer = route.fetch()
    told = re.sub(r'"name": ?"(?!")[^"]+"', f'"name":"{LONG}"', answer.text())
    told = re.sub(r'"players": ?\["[^]]*\]', f'"players":["{LONG}","{LONG[1:]}x"]', told)
    route.fulfill(response=answer, body=told)


def somebody_rated(route: Route) -> None:
    player = {"rank": 1, "name": LONG, "isBot": True, "rating": 1500, "sure": 900, "low": 1300, "high": 1700}
    players = [player | {"games": 1, "provisional": True}]
    route.fulfill(body=json.dumps({"game": "fog", "players": players}), content_type="application/json")


@pytest.mark.parametrize("width", [360, 1280])
def test_long_names_are_cut_and_one_game_is_a_game(open_browser: OpenBrowser, width: int) -> None:
    visitor = open_browser({"viewport": {"width": width, "height": 740}}, reduced_motion="reduce")
    page = visitor.page
    page.route("**/api/replays?*", renamed)
    page.route("**/api/rooms*", renamed)
    page.route("**/api/ladder?*", somebody_rated)
    for path in ("/", "/fog", "/replays", "/arena"):
        visitor.goto(path)
        page.wait_for_load_state("networkidle")
        assert overflow(page) == 0, path
        if path in ("/", "/arena"):
            expect(page.get_by_text("1 game", exact=True)).to_be_visible()
            expect(page.get_by_text(re.compile("900$")).first).to_be_visible()


def test_the_documentation_is_searched_by_keyboard_over_all_pages(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    docs(visitor)
    page = visitor.page
    field = page.get_by_role("searchbox", name="Search the documentation")
    field.fill("bubblewrap sandbox")
    hits = page.locator(".doc-hit")
    expect(hits.first).to_be_visible()
    assert serious(page) == []
    field.press("ArrowDown")
    expect(hits.first).to_be_focused()
    href = hits.first.get_attribute("href") or ""
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"{re.escape(href)}$"))
    expect(page.locator(f"[id='{href.partition('#')[2]}']")).to_be_in_viewport()
    field.fill("nosuchwordanywhere")
    expect(page.get_by_text("Nothing was found.")).to_be_visible()
    field.press("Escape")
    expect(page.locator(".doc-hits")).to_be_hidden()


def test_on_an_upright_tablet_the_board_stays_in_sight_under_more(open_browser: OpenBrowser) -> None:
    visitor: Visitor = open_browser(TABLET, reduced_motion="reduce")
    page = visitor.page
    visitor.goto(f"/fog/{room_name()}?quick")
    visitor.wait_for_turn(1)
    page.locator(DRAWN).wait_for()
    page.get_by_role("button", name="More").click()
    expect(page.locator("#side")).to_be_visible()
    board, side = page.locator("#board").bounding_box(), page.locator("#side").bounding_box()
    assert board is not None
    assert side is not None
    assert board["height"] > 300
    assert board["y"] + board["height"] <= side["y"] + 1
