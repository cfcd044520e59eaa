"""Fog of War for beginners: the rules, marches by clicks, the tile under the mouse, the way home, the end."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.web.conftest import OpenBrowser
from tests.web.test_every_page import FRAMES
from tests.web.test_playing import HOMES, SLOW, begin, middle_of
from tests.web.visitors import PHONE, Visitor


def queued(visitor: Visitor) -> list[tuple[int, int]]:
    """The marches that the server has taken."""
    results: list[dict[str, Any]] = visitor.received("attack_result")
    return [(each["from"], each["to"]) for each in results if each["phase"] == "queued" and each["ok"]]


def test_a_beginner_is_told_how_to_play_marches_by_clicks_and_sees_the_whole_board_at_the_end(
    open_browser: OpenBrowser,
) -> None:
    first, second = open_browser(), open_browser()
    begin(first, second, speed=SLOW)
    page, tile, tip = first.page, first.page.locator("#tile"), first.page.locator("#side [data-tip]")
    expect(tip).to_contain_text("Click a tile beside your crown")
    page.get_by_role("button", name="How to play").click()
    rules = page.get_by_role("dialog", name="How to play")
    for words in ("every 25 turns", "held by 40 armies", "held by 25", "only half", "behind a veil"):
        expect(rules).to_contain_text(words)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Deutsch").click()
    page.get_by_role("button", name="Regeln").click()
    expect(page.get_by_role("dialog", name="Spielregeln")).to_contain_text("alle 25 Runden")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="English").click()
    first.wait_for_turn(4)
    general, north = HOMES[0], HOMES[0] - 10
    page.mouse.click(*middle_of(first, north))
    expect(tip).to_have_count(0)
    expect(tile).to_contain_text("your land")
    page.mouse.click(*middle_of(first, general))  # own land beside the army: it marches there
    expect(tile).to_contain_text("your general")
    first.wait_for_turn(2 + int(re.sub(r"\D", "", page.locator("#turn").inner_text())))
    assert queued(first)[:2] == [(general, north), (north, general)]
    page.mouse.move(*middle_of(first, 99))
    expect(tile).to_have_text("Row 10, column 10: never seen")
    page.get_by_role("button", name="Surrender").click()
    page.get_by_role("dialog").get_by_role("button", name="Surrender").click()
    for visitor, other in ((first, HOMES[1]), (second, HOMES[0])):
        visitor.page.get_by_role("button", name="Look at the board").click()
        for place in (99, other):
            visitor.page.mouse.move(*middle_of(visitor, place))
            expect(visitor.page.locator("#tile")).not_to_contain_text("never seen")
            expect(visitor.page.locator("#tile")).not_to_contain_text("as last seen")


def test_the_longest_name_that_the_page_makes_up_is_read_whole_in_the_list_of_players(
    open_browser: OpenBrowser,
) -> None:
    visitor = open_browser()
    visitor.context.add_init_script("localStorage.setItem('duskfall.name', 'Cobalt Bittern 88')")
    visitor.goto("/")
    visitor.page.get_by_role("button", name="Play now").click()
    visitor.wait_for_turn(1)
    mine = visitor.page.locator("#side [data-name]").filter(has_text="88")
    assert mine.evaluate("name => name.scrollWidth <= name.clientWidth")


def test_a_game_of_sixteen_keeps_all_players_and_the_news_in_sight(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    visitor.goto("/fog")
    page = visitor.page
    for label, value in (("Width", "60"), ("Height", "60"), ("Players", "16"), ("wanderer", "15")):
        page.get_by_label(label, exact=True).fill(value)
    page.get_by_label("Speed").select_option(SLOW)
    page.get_by_role("button", name="Make the room").click()
    visitor.wait_for_turn(0)
    for shown in (page.locator("tr").last, page.get_by_role("heading", name="News")):
        expect(shown).to_be_in_viewport()


def test_home_keeps_the_zoom(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    visitor.goto("/fog/near-home?quick")
    visitor.wait_for_turn(1)
    page = visitor.page
    board, general = page.locator("#board"), page.locator("#tile")
    whole = board.get_attribute("data-tile") or ""
    for _ in range(3):
        page.get_by_role("button", name="Zoom in").click()
    expect(board).not_to_have_attribute("data-tile", whole)
    page.evaluate(FRAMES, 2)
    near = board.get_attribute("data-tile") or ""
    board.focus()
    page.keyboard.press("g")
    expect(general).to_contain_text("your general")
    page.evaluate(FRAMES, 2)
    expect(board).to_have_attribute("data-tile", near)


def test_a_phone_has_the_tip_beside_the_board_and_a_way_home(open_browser: OpenBrowser) -> None:
    first, second = open_browser(PHONE), open_browser()
    begin(first, second, speed=SLOW)
    page, line = first.page, first.page.locator(".fog-status")
    expect(line).to_contain_text("Tap a tile beside your crown")
    board, tip = page.locator("#board").bounding_box(), line.bounding_box()
    assert board is not None
    assert tip is not None
    assert tip["y"] >= board["y"] + board["height"]
    page.touchscreen.tap(*middle_of(first, HOMES[0] - 10))
    expect(line).to_contain_text("Row 4, column 4")
    size = page.locator("#board").bounding_box()
    assert size == board, "the board stays where it is when the tip has gone"
    page.get_by_role("button", name="Home").tap()
    expect(line).to_contain_text("your general")
