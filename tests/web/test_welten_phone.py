"""Weltendämmerung in narrow windows and with fingers."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import OpenBrowser
from tests.web.test_pages import overflow, serious, too_small
from tests.web.visitors import PHONE, Visitor
from tests.web.welten_games import (
    AT,
    AXES,
    PHASES,
    STILL,
    SWORD,
    duel,
    hot_seat,
    middle_of,
    open_room,
    phase,
    place,
    task,
    unwarned,
)

LANDSCAPE = PHONE | {"viewport": {"width": 844, "height": 390}}
TOOLS = [
    "End turn", "Next", "Undo", "Done", "Hold", "Group", "Threats", "V bars", "Fit", "Zoom out", "Zoom in", "Help",
    "Manual", "More",
]  # fmt: skip


def fingers(visitor: Visitor) -> Any:
    session = visitor.context.new_cdp_session(visitor.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    return touch


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(1280, 800), (1366, 768)])
def test_all_that_stands_beside_the_map_is_in_sight(
    open_browser: OpenBrowser, size: tuple[int, int], language: str
) -> None:
    window = {"viewport": {"width": size[0], "height": size[1]}}
    first, second = open_browser(window, **STILL), open_browser(**STILL)
    duel(first, second, clock=600)
    page = first.page
    page.get_by_role("button", name="Offer a draw").click()
    page.get_by_role("dialog").get_by_role("button", name="Offer a draw").click()
    expect(page.get_by_text("draw?", exact=True)).to_be_visible()
    page.locator(f"[data-language={language}]").click()
    side = page.locator("#side")
    assert side.locator(".side-scroll").evaluate("part => part.scrollHeight - part.clientHeight") == 0
    for part in (
        side.get_by_role("heading", name="Chat"),
        side.get_by_role("textbox"),
        side.locator("a[href='/welten']"),
        side.get_by_role("button", name="Resign" if language == "en" else "Aufgeben"),
        side.get_by_role("button", name="Mute" if language == "en" else "Stummschalten"),
    ):
        expect(part).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("width", [360, 390])
def test_no_label_of_a_tool_is_cut_off_on_a_phone(open_browser: OpenBrowser, width: int, language: str) -> None:
    visitor = open_browser(PHONE | {"viewport": {"width": width, "height": 740}}, locale=language, **STILL)
    open_room(visitor, scenario="default", side="both")
    visitor.page.wait_for_selector("#board[data-tile]")
    cut = visitor.page.evaluate(
        """() => [...document.querySelectorAll(".welten-tools .btn")].filter((button) => {
          const label = button.querySelector(".label");
          const [inner, outer] = [label.getBoundingClientRect(), button.getBoundingClientRect()];
          const inside = inner.top >= outer.top && inner.bottom <= outer.bottom;
          return !inside || label.scrollWidth > label.clientWidth || label.scrollHeight > label.clientHeight;
        }).map((button) => button.innerText)"""
    )
    assert cut == []


@pytest.mark.parametrize("device", [PHONE, LANDSCAPE], ids=["upright", "landscape"])
def test_a_phone_has_every_tool_and_leaves_half_of_the_screen_to_the_board(
    open_browser: OpenBrowser, device: dict[str, Any]
) -> None:
    visitor = open_browser(device, **STILL)
    hot_seat(visitor)
    page = visitor.page
    page.keyboard.press("n")
    for language in ("English", "Deutsch"):
        if page.locator("#head").is_visible():
            page.locator("#head").get_by_role("button", name=language).tap()
        else:
            page.evaluate("name => document.querySelector(`[data-language=${name}]`).click()", language[:2].lower())
        assert (too_small(page), overflow(page), serious(page)) == ([], 0, [])
        box = page.locator("#board").bounding_box()
        assert box is not None
        screen = device["viewport"]["width"] * device["viewport"]["height"]
        assert box["width"] * box["height"] >= screen / 2
        if language == "English":
            for name in TOOLS:
                expect(page.get_by_role("toolbar").get_by_role("button", name=name, exact=True)).to_be_in_viewport()


def test_a_phone_is_told_of_an_offered_draw_and_has_help_and_manual_among_its_tools(open_browser: OpenBrowser) -> None:
    first, second = open_browser(**STILL), open_browser(PHONE, **STILL)
    duel(first, second)
    page = second.page
    first.page.get_by_role("button", name="Offer a draw").click()
    first.page.get_by_role("dialog").get_by_role("button", name="Offer a draw").click()
    task(second, "Eldoin offers a draw. Wait for the other side.")
    offer = page.locator("#offer")
    expect(offer).to_contain_text("Eldoin offers a draw.")
    expect(offer.get_by_role("button", name="Accept")).to_be_in_viewport(ratio=1)
    assert (too_small(page), overflow(page), serious(page)) == ([], 0, [])
    offer.get_by_role("button", name="Decline").tap()
    expect(offer).to_be_empty()
    for name, heading in (("Help", "Keys"), ("Manual", "Manual")):
        page.get_by_role("button", name=name).tap()
        expect(page.get_by_role("dialog").get_by_role("heading", name=heading)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_phone_plays_by_taps_and_asks_before_it_attacks(open_browser: OpenBrowser) -> None:
    visitor = open_browser(PHONE, **STILL)
    unwarned(visitor)
    hot_seat(visitor)
    page = visitor.page

    def tap(at: tuple[int, int]) -> None:
        page.touchscreen.tap(*middle_of(visitor, *at))

    tap(AT[SWORD])
    task(visitor, "Choose where it goes.")
    tap((6, 2))
    expect(page.locator("#unit")).to_have_text("Sword bearers · Eldoin")
    expect(page.locator("#stats")).to_have_text(re.compile("B= +9"))
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator("#unit")).to_be_empty()
    for then in PHASES[1:3]:
        page.get_by_role("button", name="End turn").tap()
        phase(visitor, then)
    tap(AT[SWORD])
    task(visitor, "Choose a target.")
    tap(AT[AXES])
    task(visitor, "Tap again to attack.")
    expect(page.locator("#odds")).to_contain_text("Destroyed: 0 %")
    tap(AT[AXES])
    expect(page.locator("#stats")).to_have_text(re.compile(r"V= +([89]|1[012])$"))
    page.get_by_role("button", name="More").tap()
    expect(page.locator("#minimap")).to_be_visible()
    expect(page.get_by_role("button", name="Resign")).to_be_visible()


def test_a_phone_shows_the_round_the_armies_and_the_clocks_and_that_something_was_said(
    open_browser: OpenBrowser,
) -> None:
    first, second = open_browser(PHONE, **STILL), open_browser(**STILL)
    duel(first, second, clock=600)
    page = first.page
    clock = r"(9:\d\d|10:00)"
    expect(page.locator(".welten-strip")).to_have_text(re.compile(rf"^1/15 ?Eldoin 3 {clock} ?Dailor 2 {clock}$"))
    second.page.get_by_label("Say something to everyone").fill("well met")
    second.page.keyboard.press("Enter")
    page.get_by_role("button", name="More (1)").tap()
    expect(page.get_by_role("log")).to_contain_text("well met")
    page.get_by_role("button", name="Board", exact=True).tap()
    expect(page.get_by_role("button", name="More", exact=True)).to_be_visible()


def test_fingers_move_the_map_zoom_it_and_ask_by_staying(open_browser: OpenBrowser) -> None:
    visitor = open_browser(PHONE, **STILL)
    open_room(visitor, side="both")
    page = visitor.page
    page.wait_for_selector("#board[data-tile]")
    touch = fingers(visitor)
    left, _, tile = place(visitor)
    touch("touchStart", (300, 400))
    for x in range(290, 140, -10):
        touch("touchMove", (x, 400))
    touch("touchEnd")
    page.wait_for_function("left => Number(document.querySelector('#board').dataset.left) < left - 100", arg=left)
    touch("touchStart", (150, 400), (240, 400))
    for gap in range(4, 80, 6):
        touch("touchMove", (150 - gap, 400), (240 + gap, 400))
    touch("touchEnd")
    page.wait_for_function("tile => Number(document.querySelector('#board').dataset.tile) > tile", arg=tile)
    card = page.locator("#odds")
    expect(card).to_be_hidden()
    touch("touchStart", (195, 400))
    expect(card).to_be_visible()
    touch("touchEnd")
    task(visitor, "Choose a unit to move.")
    expect(card).to_be_visible()
    page.touchscreen.tap(195, 300)
    expect(card).to_be_hidden()


def test_every_button_of_the_ending_is_in_view_on_a_phone_in_german(open_browser: OpenBrowser) -> None:
    first, second = open_browser(PHONE, **STILL), open_browser(**STILL)
    duel(first, second)
    first.page.evaluate("document.querySelector('[data-language=de]').click()")
    second.page.get_by_role("button", name="Resign").click()
    second.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    panel = first.page.locator(".ending")
    expect(panel.get_by_role("button", name="Das Feld ansehen")).to_be_visible()
    edge = "panel => panel.scrollHeight - panel.clientHeight"
    assert panel.evaluate(edge) <= 0
    first.page.set_viewport_size({"width": 360, "height": 640})
    expect(panel.get_by_role("button", name="Das Feld ansehen")).to_be_in_viewport(ratio=1)
    assert too_small(first.page) == []
