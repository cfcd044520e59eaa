"""Weltendämmerung in narrow windows and with fingers."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.web.conftest import OpenBrowser
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


def fingers(visitor: Visitor) -> Any:
    session = visitor.context.new_cdp_session(visitor.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    return touch


def test_all_that_stands_beside_the_map_is_in_sight(open_browser: OpenBrowser) -> None:
    first, second = open_browser(**STILL), open_browser(**STILL)
    duel(first, second, clock=600)
    first.page.get_by_role("button", name="Offer a draw").click()
    first.page.get_by_role("dialog").get_by_role("button", name="Offer a draw").click()
    expect(first.page.get_by_text("draw?", exact=True)).to_be_visible()
    hidden, overlap = first.page.evaluate(
        """() => {
          const side = document.querySelector("#side");
          const [form, leave] = ["form", "a[href='/welten']"].map((part) => side.querySelector(part));
          return [
            side.scrollHeight - side.clientHeight,
            form.getBoundingClientRect().bottom - leave.parentElement.getBoundingClientRect().top,
          ];
        }"""
    )
    assert hidden == 0
    assert overlap <= 0


def test_a_phone_is_told_of_an_offered_draw_and_has_the_help_behind_more(open_browser: OpenBrowser) -> None:
    first, second = open_browser(**STILL), open_browser(PHONE, **STILL)
    duel(first, second)
    page = second.page
    first.page.get_by_role("button", name="Offer a draw").click()
    first.page.get_by_role("dialog").get_by_role("button", name="Offer a draw").click()
    task(second, "Eldoin offers a draw. Wait for the other side.")
    page.get_by_role("button", name="More").tap()
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
    page.get_by_role("button", name="Map", exact=True).tap()
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
