"""The header: links to every page, in wide and in narrow windows, whatever the player is called."""

from __future__ import annotations

from playwright.sync_api import Route, ViewportSize, expect

from tests.web.conftest import OpenBrowser
from tests.web.test_pages import call_long, overflow, serious, too_small
from tests.web.visitors import PHONE

PLACES = ["Fog of War", "Weltendämmerung", "Dungeons", "Replays", "Arena", "Docs"]


def test_wide_windows_show_every_place_in_a_row(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    call_long(visitor)
    visitor.goto("/fog")
    nav = visitor.page.get_by_role("navigation", name="Pages")
    assert nav.get_by_role("link").all_inner_texts() == PLACES
    expect(nav.get_by_role("link", name="Fog of War")).to_have_attribute("aria-current", "page")
    expect(visitor.page.get_by_role("button", name="Menu")).to_be_hidden()
    visitor.page.set_viewport_size(ViewportSize(width=1024, height=700))
    expect(nav.get_by_role("link", name="Docs")).to_be_visible()
    tops = nav.get_by_role("link").evaluate_all("links => links.map(link => link.getBoundingClientRect().top)")
    assert len(set(tops)) == 1
    assert overflow(visitor.page) == 0


def test_on_a_phone_the_places_are_behind_a_button_that_the_keyboard_reaches(open_browser: OpenBrowser) -> None:
    visitor = open_browser(PHONE)
    visitor.goto("/fog")
    page = visitor.page
    button, docs = page.locator("#head [aria-expanded]"), page.get_by_role("link", name="Docs", exact=True)
    expect(button).to_have_attribute("aria-expanded", "false")
    expect(docs).to_be_hidden()
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "true")
    expect(docs).to_be_visible()
    assert serious(page) == []
    assert too_small(page) == []
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Fog of War")).to_be_focused()
    page.keyboard.press("Escape")
    expect(docs).to_be_hidden()
    expect(button).to_be_focused()
    button.tap()
    expect(docs).to_be_visible()
    page.touchscreen.tap(200, 820)
    expect(docs).to_be_hidden()
    button.tap()
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Fog of War").tap()
    expect(docs).to_be_hidden()


def test_a_menu_that_was_opened_while_the_page_still_loads_stays_open(open_browser: OpenBrowser) -> None:
    visitor = open_browser(PHONE)
    page = visitor.page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/client/fog-*.js", hold)
    page.goto(f"{visitor.address}/fog", wait_until="commit")
    button = page.locator("#head [aria-expanded]")
    button.tap()
    expect(button).to_have_attribute("aria-expanded", "true")
    assert held
    page.unroute("**/client/fog-*.js")  # lets go what was held
    expect(page.get_by_role("heading", name="Fog of War", level=1)).to_be_visible()
    expect(button).to_have_attribute("aria-expanded", "true")


def test_skipping_to_the_page_keeps_the_page_and_moves_the_focus(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    visitor.goto("/fog")
    page = visitor.page
    page.get_by_label("Or go to a room").fill("green-oak")
    page.locator("a[href='#page']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#page")).to_be_focused()
    expect(page.get_by_label("Or go to a room")).to_have_value("green-oak")
