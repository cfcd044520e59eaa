"""Weltendämmerung over the net: two browsers, lost connections, spectators, links."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.server.http.asking import get
from tests.web.conftest import OpenBrowser
from tests.web.visitors import Visitor
from tests.web.welten_games import (
    AT,
    AXES,
    COMMANDER,
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


def test_the_host_mutes_the_other_side_and_sends_them_away_after_the_game(open_browser: OpenBrowser) -> None:
    host, guest = open_browser(**STILL), open_browser(**STILL)
    duel(host, guest)
    expect(guest.page.get_by_role("button", name="Mute")).to_have_count(0)
    expect(host.page.get_by_role("button", name="Send away")).to_have_count(0)
    host.page.get_by_role("button", name="Mute:").click()
    expect(host.page.get_by_role("button", name="Let speak:")).to_be_visible()
    guest.page.get_by_label("Say something to everyone").fill("spam")
    guest.page.keyboard.press("Enter")
    expect(guest.page.get_by_role("alert")).to_contain_text("The host has muted you in this room.")
    host.page.get_by_role("button", name="Resign").click()
    host.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(host.page.locator(".ending")).to_have_attribute("data-winner", "dailor")
    host.page.get_by_role("button", name="Look at the board").click()
    host.page.get_by_role("button", name="Send away:").click()
    expect(guest.page.get_by_role("heading", name="You were sent away")).to_be_visible()
    expect(guest.page.get_by_text("The host of this room has sent you away.")).to_be_visible()


def test_a_lost_connection_comes_back_and_the_game_goes_on(open_browser: OpenBrowser) -> None:
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


class CuttableConnection:
    """The connections that a visitor opens from now on. They can be cut, or carry nothing back from the server."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.deaf = self.cut = False
        self.opened: list[WebSocketRoute] = []
        visitor.page.route_web_socket("**/socket.io/**", self._forward)

    def _forward(self, route: WebSocketRoute) -> None:
        if self.cut:
            route.close()
            return
        self.opened.append(route)
        server = route.connect_to_server()
        server.on_message(lambda message: None if self.deaf else route.send(message))

    def lose(self) -> None:
        """Cut the connection, and let no other through."""
        self.cut = True
        self.visitor.context.set_offline(True)
        for route in self.opened:
            route.close()
        expect(self.visitor.page.locator("[data-connection=lost]")).to_be_visible()

    def restore(self) -> None:
        """Let the visitor connect again."""
        self.cut = self.deaf = False
        self.visitor.context.set_offline(False)
        self.visitor.page.get_by_role("button", name="Try now").click()
        expect(self.visitor.page.locator("[data-connection=up]")).to_be_visible()
        errors = self.visitor.errors
        assert all("socket.io" in error or "ERR_INTERNET_DISCONNECTED" in error for error in errors), errors
        errors.clear()


def test_orders_given_without_a_connection_are_shown_and_carried_out_once_when_it_is_back(
    open_browser: OpenBrowser,
) -> None:
    first, second = open_browser(**STILL), open_browser(**STILL)
    connection = CuttableConnection(first)
    duel(first, second)
    click(first, AT[SWORD])
    task(first, "Choose where it goes.")
    connection.lose()
    waiting = first.page.locator("#orders")
    click(first, (6, 2))
    expect(waiting).to_contain_text("Waiting for the connection: Sword bearers to 6,2.")
    expect(first.page.locator("[data-waiting='1']")).to_be_attached()
    first.page.keyboard.press("u")
    expect(waiting).to_be_empty()
    click(first, (6, 0))
    first.page.locator("#head").get_by_role("button", name="Deutsch").click()
    expect(waiting).to_contain_text("Wartet auf die Verbindung: Schwertträger nach 6,0.")
    first.page.locator("#head").get_by_role("button", name="English").click()
    assert orders(second) == []
    connection.restore()
    shown(second, (6, 0), "Meadow", "Sword bearers · Eldoin")
    expect(waiting).to_be_empty()
    click(first, AT[COMMANDER])
    click(first, (3, 3))
    shown(second, (3, 3), "Pavement", "Feldherr · Eldoin")
    assert orders(second) == [f"move {SWORD} path U", f"move {COMMANDER} path R"]


def test_an_order_whose_answer_was_lost_is_carried_out_once_and_not_said_to_be_taken_back(
    open_browser: OpenBrowser,
) -> None:
    first, second = open_browser(**STILL), open_browser(**STILL)
    connection = CuttableConnection(first)
    duel(first, second)
    click(first, AT[SWORD])
    task(first, "Choose where it goes.")
    connection.deaf = True
    click(first, (6, 2))
    shown(second, (6, 2), "Meadow", "Sword bearers · Eldoin")
    connection.lose()
    expect(first.page.locator("#orders")).to_contain_text("Waiting for the connection: Sword bearers to 6,2.")
    connection.restore()
    expect(first.page.locator("#orders")).to_be_empty()
    expect(first.page.locator("[data-waiting]")).to_have_count(0)
    shown(first, (6, 2), "Meadow", "Sword bearers · Eldoin")
    ends(first, PHASES[1])
    phase(second, PHASES[1])
    assert orders(second) == [f"move {SWORD} path D", "end"]


def test_an_order_for_a_board_that_has_moved_on_meanwhile_is_taken_back_visibly(open_browser: OpenBrowser) -> None:
    first, second = open_browser(**STILL), open_browser(**STILL)
    connection = CuttableConnection(first)
    duel(first, second)
    connection.lose()
    click(first, AT[SWORD])
    click(first, (6, 2))
    second.page.get_by_role("button", name="Offer a draw").click()
    second.page.get_by_role("dialog").get_by_role("button", name="Offer a draw").click()
    expect(second.page.get_by_text("draw?", exact=True)).to_be_visible()
    connection.restore()
    notice = first.page.locator("#orders")
    expect(notice).to_contain_text("Not carried out: Sword bearers to 6,2. The game has moved on meanwhile.")
    task(first, "Dailor offers a draw. Choose a unit to move.")
    notice.get_by_role("button", name="All right").click()
    expect(notice).to_be_empty()
    expect(first.page.locator("#board")).to_be_focused()
    assert orders(second) == ["draw"]


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
    second.page.locator("#offer").get_by_role("button", name="Accept").click()
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
        expect(visitor.page.get_by_role("heading", name="There is no room nowhere-no-such")).to_be_visible()
        assert get(f"{visitor.address}/api/rooms?room=nowhere-no-such").json == {"rooms": []}
        visitor.page.get_by_role("button", name="Open this room").click()
        expect(visitor.page.get_by_role("heading", name="Waiting for the other side")).to_be_visible()
    else:
        expect(visitor.page.get_by_role("heading", name="You cannot come in")).to_be_visible()
        expect(visitor.page.get_by_role("link", name="To the rooms")).to_be_visible()
