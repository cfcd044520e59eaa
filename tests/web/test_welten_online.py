"""Weltendämmerung over the net: two browsers, lost lines, spectators, links."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.server.http.asking import get
from tests.web.conftest import OpenBrowser
from tests.web.welten_games import (
    AT,
    AXES,
    PHASES,
    STILL,
    SWORD,
    click,
    duel,
    ends,
    open_room,
    orders,
    phase,
    shown,
    task,
    unwarned,
)


def test_two_people_play_over_the_net_and_a_reload_in_the_middle_does_no_harm(open_browser: OpenBrowser) -> None:
    first, second = open_browser(), open_browser()
    duel(first, second)
    task(second, "Wait for the other side.")
    expect(second.page.get_by_role("button", name="End turn")).to_be_disabled()
    click(first, AT[SWORD])
    click(first, (6, 2))
    shown(second, (6, 2), "Meadow", "Sword bearers · Eldoin")
    first.page.reload()
    expect(first.page.locator("#board")).to_be_focused()
    shown(first, (6, 2), "Meadow", "Sword bearers · Eldoin", "B= +9")
    second.page.get_by_label("Say something to everyone").fill("<b>well met</b>")
    second.page.keyboard.press("Enter")
    expect(first.page.get_by_role("log")).to_contain_text("well met")
    assert first.page.locator("[role=log] b").count() == 0
    ends(first, PHASES[1])
    phase(second, PHASES[1])
    click(second, AT[AXES])
    task(second, "Choose where it goes.")
    click(second, (9, 1))
    shown(first, (9, 1), "Meadow", "Axe men · Dailor")
    second.page.get_by_role("button", name="Resign").click()
    second.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for visitor in (first, second):
        expect(visitor.page.locator(".ending")).to_have_attribute("data-winner", "eldoin")


def test_a_lost_line_comes_back_and_the_game_goes_on(open_browser: OpenBrowser) -> None:
    first, second = open_browser(**STILL), open_browser(**STILL)
    sockets = first.connections()
    duel(first, second)
    sockets[0].close()
    expect(second.page.locator("[data-leader=eldoin]")).not_to_contain_text("away")
    first.page.wait_for_function("() => !document.querySelector('.notice')")
    click(first, AT[SWORD])
    task(first, "Choose where it goes.")
    click(first, (6, 2))
    shown(second, (6, 2), "Meadow", "Sword bearers · Eldoin")
    assert len(sockets) > 1


def test_a_draw_is_offered_and_taken_and_a_spectator_sees_it_all(open_browser: OpenBrowser) -> None:
    first, second, third = open_browser(**STILL), open_browser(**STILL), open_browser(**STILL)
    path = duel(first, second, clock=600)
    third.goto(path)
    task(third, "You are watching.")
    expect(third.page.get_by_role("button", name="End turn")).to_be_hidden()
    expect(first.page.get_by_text("1 watching")).to_be_visible()
    expect(third.page.get_by_role("timer").first).to_have_text(re.compile(r"^(9:\d\d|10:00)$"))
    first.page.get_by_role("button", name="Offer a draw").click()
    first.page.get_by_role("dialog").get_by_role("button", name="Offer a draw").click()
    second.page.get_by_role("button", name="Take the draw").click()
    second.page.get_by_role("dialog").get_by_role("button", name="Take it").click()
    for visitor in (first, second, third):
        expect(visitor.page.locator(".ending")).to_have_attribute("data-winner", "none")


def test_the_turn_of_the_other_side_is_shown_step_by_step_and_can_be_skipped(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    unwarned(visitor)
    open_room(visitor, side="eldoin", bots=["captain"])
    phase(visitor, PHASES[0])
    visitor.page.get_by_role("button", name="End turn").click()
    skip = visitor.page.get_by_role("button", name="Skip")
    skip.click()
    expect(skip).to_be_hidden()
    phase(visitor, PHASES[2])
    assert len(orders(visitor)) > 10
    task(visitor, "Choose an attacker.")


@pytest.mark.parametrize("room", ["x" * 80, "%3Cb%3E"])
@pytest.mark.parametrize("page", ["welten", "fog"])
def test_a_damaged_link_is_refused_in_words_for_people(open_browser: OpenBrowser, page: str, room: str) -> None:
    visitor = open_browser()
    visitor.goto(f"/{page}/{room}")
    expect(visitor.page.get_by_role("heading", name="You cannot come in")).to_be_visible()
    expect(visitor.page.get_by_text("the link is damaged.")).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Try again")).to_have_count(0)


@pytest.mark.parametrize("kind", ["no-such", "?watch"])
def test_a_link_to_a_room_that_is_not_there(open_browser: OpenBrowser, kind: str) -> None:
    visitor = open_browser()
    visitor.goto(f"/welten/nowhere-{kind}" if kind == "no-such" else "/welten/nowhere?watch")
    if kind == "no-such":
        expect(visitor.page.get_by_role("heading", name="There is no game nowhere-no-such yet")).to_be_visible()
        assert get(f"{visitor.address}/api/rooms?room=nowhere-no-such").json == {"rooms": []}
        visitor.page.get_by_role("button", name="Open this game").click()
        expect(visitor.page.get_by_role("heading", name="Waiting for the other side")).to_be_visible()
    else:
        expect(visitor.page.get_by_role("heading", name="You cannot come in")).to_be_visible()
        expect(visitor.page.get_by_role("link", name="To the title")).to_be_visible()
