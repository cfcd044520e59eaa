"""Manners of every page: reachable, readable, no wider than the window, nothing to complain about."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from tests.server.http.asking import get
from tests.web.conftest import OpenBrowser
from tests.web.visitors import PHONE, Visitor
from tests.web.welten_games import hot_seat, open_room

ROOT = Path(__file__).parent.parent.parent
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"

NARROWEST = ViewportSize(width=360, height=640)

PICTURES = "() => [...document.querySelectorAll('main canvas')].map(canvas => canvas.toDataURL())"
MANY_FRAMES = (
    "() => new Promise(done => { let n = 0; const f = () => ++n > 60 ? done() : requestAnimationFrame(f); f(); })"
)


def home(visitor: Visitor) -> None:
    visitor.goto("/")
    expect(visitor.page.get_by_role("heading", name="Live games")).to_be_visible()
    expect(visitor.page.get_by_text("Looking")).to_have_count(0)


def rooms(visitor: Visitor) -> None:
    visitor.goto("/fog")
    expect(visitor.page.get_by_role("heading", name="A new room")).to_be_visible()
    expect(visitor.page.get_by_text("Looking")).to_have_count(0)


def lobby(visitor: Visitor) -> None:
    rooms(visitor)
    visitor.page.get_by_role("button", name="Make the room").click()
    expect(visitor.page.get_by_role("heading", name="The room")).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Invite settler")).to_be_visible()


def board(visitor: Visitor) -> None:
    visitor.goto("/")
    visitor.page.get_by_role("button", name="Play now").click()
    visitor.wait_for_turn(1)


def ending(visitor: Visitor) -> None:
    board(visitor)
    if visitor.page.get_by_role("button", name="More").is_visible():
        visitor.page.get_by_role("button", name="More").click()
    visitor.page.get_by_role("button", name="Surrender").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Surrender").click()
    expect(visitor.page.get_by_role("heading", name="settler won")).to_be_visible()


def welten_title(visitor: Visitor) -> None:
    visitor.goto("/welten")
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.locator(".title")).to_have_attribute("data-stage", "there")


def welten_new(visitor: Visitor) -> None:
    visitor.goto("/welten?new")
    expect(visitor.page.get_by_role("button", name="Begin")).to_be_visible()


def welten_continue(visitor: Visitor) -> None:
    visitor.goto("/welten?continue")
    expect(visitor.page.get_by_text("Looking")).to_have_count(0)


def welten_manual(visitor: Visitor) -> None:
    visitor.goto("/welten/manual")
    expect(visitor.page.get_by_role("heading", name="Controls")).to_be_attached()


def replays(visitor: Visitor) -> None:
    visitor.goto("/replays")
    expect(visitor.page.get_by_role("heading", name="A file of yours")).to_be_visible()
    expect(visitor.page.get_by_text("Looking")).to_have_count(0)


def film(visitor: Visitor) -> None:
    ending(visitor)
    visitor.page.get_by_role("link", name="Watch the replay").click()
    expect(visitor.page.locator("#scrub")).to_be_visible()


def nowhere(visitor: Visitor) -> None:
    visitor.goto("/no/such/page")
    expect(visitor.page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    assert all("404" in complaint for complaint in visitor.errors), "the browser notes the answer of the page itself"
    visitor.errors.clear()


def welten_waiting(visitor: Visitor) -> None:
    open_room(visitor, side="eldoin")
    expect(visitor.page.get_by_role("heading", name="Waiting for the other side")).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Invite captain")).to_be_visible()


def welten_game(visitor: Visitor) -> None:
    hot_seat(visitor, "default")
    visitor.page.keyboard.press("n")
    expect(visitor.page.locator("#stats")).not_to_be_empty()


def dungeon(visitor: Visitor) -> None:
    visitor.goto("/dungeon/2556?loops=2")
    visitor.page.get_by_role("button", name="Skip").click()
    expect(visitor.page.get_by_role("heading", name="Statistics")).to_be_visible()


def walk(visitor: Visitor) -> None:
    visitor.goto("/dungeon/2556?walk&look=c64")
    expect(visitor.page.get_by_text("0 steps, 0 of ")).to_be_visible()


def arena(visitor: Visitor) -> None:
    visitor.goto("/arena")
    expect(visitor.page.get_by_role("button", name="Play settler now")).to_be_visible()
    expect(visitor.page.get_by_text("Looking")).to_have_count(0)


def tournament(visitor: Visitor) -> None:
    visitor.goto("/arena/tournaments/Spring%20cup")
    expect(visitor.page.get_by_role("link", name="Watch match 0", exact=True)).to_be_visible()


def docs(visitor: Visitor) -> None:
    visitor.goto("/docs")
    expect(visitor.page.get_by_role("heading", name="Server and formats")).to_be_visible()


def doc_page(visitor: Visitor) -> None:
    visitor.goto("/docs/welten")
    expect(visitor.page.get_by_role("heading", name="The two rule sets")).to_be_visible()


FOG = (home, rooms, lobby, board, ending, nowhere)
WELTEN = (welten_title, welten_new, welten_continue, welten_manual, welten_waiting, welten_game)
DUNGEONS = (dungeon, walk)
REPLAYS = (replays, film)
ARENA = (arena, tournament, docs, doc_page)
PAGES = {page.__name__: page for page in (*FOG, *WELTEN, *DUNGEONS, *REPLAYS, *ARENA)}


def call_long(visitor: Visitor, number: int = 0) -> None:
    """Give a visitor a name as long as it may be, of the widest letters; a name that was played with is taken."""
    name = f"{'W' * 21}{number:03}"
    visitor.context.add_init_script(f"localStorage.setItem('duskfall.name', '{name}')")


def overflow(page: Page) -> int:
    width: int = page.evaluate("document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth")
    return width


def serious(page: Page, within: str = "html") -> list[str]:
    """What axe-core finds that keeps somebody out, on the whole page or in a part of it."""
    if not AXE.exists():
        pytest.skip("axe-core is not there; scripts/node-ready brings it")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("within => axe.run(within)", within)
    return [
        f"{problem['id']}: {node['html'][:160]}"
        for problem in found["violations"]
        if problem["impact"] in ("serious", "critical")
        for node in problem["nodes"]
    ]


def too_small(page: Page) -> list[str]:
    """The controls that a finger would miss."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("button, select, input:not([type=checkbox]), a.btn")]
            .filter(control => control.offsetParent)
            .map(control => [control.textContent || control.id, control.getBoundingClientRect()])
            .filter(([, box]) => box.height < 44 || box.width < 40)
            .map(([name, box]) => `${name}: ${Math.round(box.width)}x${Math.round(box.height)}`)"""
    )
    return found


@pytest.mark.parametrize("name", PAGES)
def test_phones_can_read_and_touch_everything_whatever_the_player_is_called(
    open_browser: OpenBrowser, name: str
) -> None:
    visitor = open_browser(PHONE)
    call_long(visitor, 1 + list(PAGES).index(name))
    PAGES[name](visitor)
    assert too_small(visitor.page) == []
    assert overflow(visitor.page) == 0
    visitor.page.set_viewport_size(NARROWEST)
    assert overflow(visitor.page) == 0
    inside = "bar => [...bar.querySelectorAll('a, button')].every(each => each.getBoundingClientRect().right <= 360)"
    assert visitor.page.locator("#head").evaluate(inside), "the head of the house is wider than the window"


def test_the_keyboard_alone_gets_from_the_front_door_into_a_game(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    visitor.goto("/")
    focused = visitor.page.evaluate_handle("() => document.activeElement")
    for _ in range(20):
        visitor.page.keyboard.press("Tab")
        focused = visitor.page.evaluate_handle("() => document.activeElement")
        if visitor.page.evaluate("element => element.id", focused) == "play-now":
            break
    outline = visitor.page.evaluate("element => getComputedStyle(element).outlineStyle", focused)
    assert outline == "solid", "what has the focus can be seen"
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator("#board")).to_be_focused()
    visitor.page.keyboard.press("Escape")
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.get_by_role("button", name="Next")).to_be_focused()


def test_who_wants_little_motion_gets_still_previews(open_browser: OpenBrowser) -> None:
    visitor = open_browser(reduced_motion="reduce")
    home(visitor)
    turn = visitor.page.get_by_text("turn ", exact=False).first
    expect(turn).to_be_visible()
    expect(visitor.page.get_by_text("Placing Stairs")).to_be_visible()
    sized = "() => [...document.querySelectorAll('main canvas')].every(each => each.width === each.clientWidth)"
    visitor.page.wait_for_function(sized)  # each is given its size with its first picture
    visitor.page.evaluate(MANY_FRAMES)
    before = turn.inner_text(), visitor.page.evaluate(PICTURES)
    visitor.page.evaluate(MANY_FRAMES)
    assert (turn.inner_text(), visitor.page.evaluate(PICTURES)) == before


def test_previews_stand_still_while_they_are_out_of_view(open_browser: OpenBrowser) -> None:
    visitor = open_browser({"viewport": {"width": 700, "height": 300}})
    home(visitor)
    page = visitor.page
    turn = page.get_by_text("turn ", exact=False).first
    expect(turn).to_have_text(re.compile("turn [1-9]"))
    page.get_by_role("heading", name="Ladder").scroll_into_view_if_needed()
    page.evaluate(MANY_FRAMES)
    before = turn.inner_text(), page.evaluate(PICTURES)
    page.evaluate(MANY_FRAMES)
    assert (turn.inner_text(), page.evaluate(PICTURES)) == before
    page.evaluate("scrollTo(0, 0)")
    expect(turn).not_to_have_text(before[0])


def test_a_link_keeps_the_focus_when_its_list_is_fetched_again(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    page = visitor.page
    asked = 0

    def card(number: int) -> dict[str, Any]:
        players = [{"name": f"Ada {number}", "isBot": False}, {"name": "settler", "isBot": True}]
        options = {"width": 20, "height": 20, "lockstep": False, "turnMs": 500, "map": "drawn"}
        return {
            "roomId": f"oak{number}", "game": "fog", "state": "playing", "players": players, "seats": 2,
            "spectators": 0, "turn": asked, "options": options,
        }  # fmt: skip

    def answer(route: Route) -> None:
        nonlocal asked
        asked += 1
        route.fulfill(json={"rooms": [card(number) for number in range(1, 2 + asked)]})

    page.route("**/api/rooms", answer)
    visitor.goto("/")
    link = page.get_by_role("link", name="Watch: Ada 1 – settler")
    link.focus()
    expect(page.get_by_role("link", name="Watch: Ada 3 – settler")).to_be_visible()
    expect(link).to_be_focused()


def test_the_home_page_is_german_for_german_browsers(open_browser: OpenBrowser) -> None:
    visitor = open_browser(locale="de-DE")
    page = visitor.page
    visitor.goto("/")
    expect(page).to_have_title("Drei Kachelwelten – Duskfall")
    for name in ("Laufende Spiele", "Letzte Partien", "Rangliste", "Verliese"):
        expect(page.get_by_role("heading", name=name)).to_be_visible()
    expect(page.get_by_text(re.compile("^Runde [0-9]+$")).first).to_be_visible()
    page.get_by_role("button", name="English").click()
    expect(page.get_by_text(re.compile("^turn [0-9]+$")).first).to_be_visible()
    expect(page).to_have_title("Three tile worlds – Duskfall")
    page.get_by_role("button", name="Play now").click()
    visitor.wait_for_turn(1)


def test_a_name_can_be_chosen_and_one_that_is_taken_is_refused_in_words(open_browser: OpenBrowser) -> None:
    first, second = open_browser(), open_browser()
    for visitor in (first, second):
        visitor.goto("/fog")
        visitor.page.get_by_role("button", name="You are").click()
        visitor.page.get_by_role("textbox", name="Name").fill("Isolde")
        visitor.page.get_by_role("button", name="Keep it").click()
    first.page.get_by_role("button", name="Make the room").click()
    expect(first.page.get_by_text("Isolde (you, host)")).to_be_visible()
    second.goto(first.page.url.removeprefix(first.address))
    expect(second.page.get_by_role("heading", name="You cannot come in")).to_be_visible()
    second.page.get_by_role("button", name="Choose another name", exact=True).click()
    second.page.get_by_role("textbox", name="Name").fill("Brangaine")
    second.page.get_by_role("button", name="Take it").click()
    expect(first.page.get_by_text("Brangaine")).to_be_visible()


def test_a_name_that_the_server_would_refuse_is_refused_where_it_is_chosen(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    visitor.goto("/")
    visitor.page.get_by_role("button", name="You are").click()
    visitor.page.get_by_role("textbox", name="Name").fill("Tom & Ann")
    visitor.page.get_by_role("button", name="Keep it").click()
    expect(visitor.page.get_by_text("A name has none of")).to_be_visible()
    visitor.page.get_by_role("textbox", name="Name").fill("Tom and Ann")
    visitor.page.get_by_role("button", name="Keep it").click()
    expect(visitor.page.get_by_role("dialog")).to_be_hidden()
    visitor.page.get_by_role("button", name="Play now").click()
    visitor.wait_for_turn(1)


def test_a_name_without_a_room_opens_one_only_when_asked_to_and_then_its_link_leads_in(
    open_browser: OpenBrowser,
) -> None:
    host, friend = open_browser(PHONE), open_browser()
    host.goto("/fog/mistyped-oak")
    expect(host.page.get_by_role("heading", name="There is no room mistyped-oak")).to_be_visible()
    expect(host.page.get_by_role("link", name="To the replays")).to_have_attribute("href", "/replays")
    assert (serious(host.page), too_small(host.page), overflow(host.page)) == ([], [], 0)
    assert get(f"{host.address}/api/rooms?room=mistyped-oak").json == {"rooms": []}
    host.page.get_by_role("button", name="Open this room").click()
    expect(host.page.get_by_role("heading", name="The room")).to_be_visible()
    friend.goto("/welten/mistyped-oak")
    expect(friend.page.get_by_role("heading", name="The room")).to_be_visible()
    expect(friend.page).to_have_url(host.page.url)


def test_more_bots_than_seats_are_refused_in_the_form(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    visitor.goto("/fog")
    page = visitor.page
    page.get_by_label("Players").fill("2")
    page.locator("#bot-raider").fill("9")
    page.get_by_role("button", name="Make the room").click()
    expect(page.get_by_role("alert").filter(has_text="room for 1 bot at most")).to_be_visible()
    expect(page).to_have_url(f"{visitor.address}/fog")
    page.locator("#bot-raider").fill("1")
    page.get_by_role("button", name="Make the room").click()
    expect(page.locator("#turn")).to_be_visible()


def test_a_room_that_is_not_there_cannot_be_watched_and_the_page_says_so(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    visitor.goto("/fog/no-such-room?watch")
    expect(visitor.page.get_by_text("There is no such game")).to_be_visible()
    expect(visitor.page.get_by_role("link", name="To the rooms")).to_be_visible()


@pytest.mark.parametrize("path", ["/fog/%zz?watch", "/replays/%E0%A4", "/arena/tournaments/%", "/docs/start#%"])
def test_an_address_with_broken_escapes_leads_to_a_page_with_words(open_browser: OpenBrowser, path: str) -> None:
    visitor = open_browser()
    visitor.goto(path)
    expect(visitor.page).to_have_title(re.compile(" – Duskfall$"))
    expect(visitor.page.get_by_role("heading").first).to_be_visible()
    assert all("the server responded with a status of 4" in complaint for complaint in visitor.errors)
    visitor.errors.clear()


def test_a_double_click_on_play_now_selects_nothing_of_the_game(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    visitor.goto("/")
    visitor.page.get_by_role("button", name="Play now").dblclick()
    visitor.wait_for_turn(1)
    assert visitor.page.evaluate("getSelection().toString()") == ""


def test_the_list_of_rooms_leads_back_to_ones_own_seat_and_others_to_watch(open_browser: OpenBrowser) -> None:
    player, other = open_browser(), open_browser()
    board(player)
    room, me = player.page.url, player.page.locator("[data-me]").inner_text()
    other.goto("/fog")
    expect(other.page.get_by_role("link", name=f"Watch: {me} – settler")).to_be_visible()
    player.page.get_by_role("link", name="Fog of War", exact=True).click()
    player.page.get_by_role("link", name=f"Play on: {me} – settler").click()
    expect(player.page).to_have_url(room)
    expect(player.page.get_by_role("button", name="Surrender")).to_be_visible()


def test_the_secret_is_never_on_the_page_nor_in_an_address(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    lobby(visitor)
    secret = visitor.page.evaluate("localStorage.getItem('duskfall.secret')")
    assert len(secret) == 64
    assert secret not in visitor.page.content()
    assert secret not in visitor.page.url
    assert not any(secret in frame for frame in visitor.frames)
