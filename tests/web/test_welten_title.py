"""The title of Weltendämmerung and the ways from it into a game and out of one, in real browsers."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, expect

from duskfall.welten import UNIT_TYPES
from tests.web.conftest import OpenBrowser
from tests.web.test_pages import overflow, serious
from tests.web.visitors import PHONE, Visitor

ROOM = re.compile(r"/welten/([a-z0-9]{8})$")
FRAME_MS = 50
"""Long enough for a frame or two."""
FRAMES = "n => new Promise(done => { const f = () => n-- > 0 ? requestAnimationFrame(f) : done(); f(); })"

SAME = re.compile(
    r"Weltendämmerung|Eldoin|Dailor|Feldherr|Duskfall|Deutsch|English|Chat|captain|recruit|warlord(-quick)?|Esc|Enter|F[13]|[ABDEGHMNRTUV]|\?"
    r"|[\d×+\-–·,.:/ ]*"
)
"""What is said alike in both languages: names, keys and numbers."""

TEXTS = """() => {
    const root = document.querySelector("dialog[open]") ?? document.querySelector("main");
    const found = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
        if (!walker.currentNode.parentElement.closest("[translate=no]")) found.push(walker.currentNode.textContent);
    for (const element of root.querySelectorAll("*"))
        for (const name of ["aria-label", "alt", "title", "placeholder", "data-label"])
            if (element.hasAttribute(name)) found.push(element.getAttribute(name));
    return found.map(text => text.trim()).filter(text => text);
}"""
"""Everything that the page says, to those who look and to those who listen; people's names apart."""


def room_shown(visitor: Visitor, room: str) -> dict[str, Any]:
    """A room as the server has it now; the list of all rooms may be a second old."""
    with urlopen(f"{visitor.address}/api/rooms?room={room}") as answer:
        (shown,) = json.load(answer)["rooms"]
    return dict(shown)


def name_of(page: Page) -> str:
    return page.locator("[data-me]").inner_text()


def title(visitor: Visitor) -> None:
    """The title with its opening over."""
    visitor.goto("/welten")
    visitor.page.keyboard.press("x")
    expect(visitor.page.locator(".title")).to_have_attribute("data-stage", "there")


def begin(visitor: Visitor, **choices: str) -> str:
    """Begin a game with these choices; gives its room."""
    visitor.goto("/welten?new")
    for question, answer in choices.items():
        visitor.page.locator(f"input[name={question}][value={answer}]").check()
    visitor.page.locator("#begin").click()
    visitor.page.wait_for_url(ROOM)
    found = ROOM.search(visitor.page.url)
    assert found is not None
    return found[1]


def give_up(page: Page) -> None:
    """Resign, and see how that ends."""
    page.get_by_role("button", name=re.compile("Resign|Aufgeben")).click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("Resign|Aufgeben")).click()
    expect(page.locator(".victory")).to_be_visible()


def opened(visitor: Visitor) -> None:
    """Open the title and stop the time, so that the opening cannot end by itself."""
    visitor.page.clock.install(time=0)
    visitor.page.clock.pause_at(1000)
    visitor.goto("/welten")
    expect(visitor.page.locator(".title-screen")).to_have_attribute("aria-busy", "false")  # its tiles have come
    visitor.page.clock.run_for(FRAME_MS)
    expect(visitor.page.locator(".title")).to_have_attribute("data-stage", "typing")


def test_the_opening_scrolls_in_by_itself_and_is_shown_once(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    opened(visitor)
    screen = visitor.page.locator(".title")
    stages = ["typing"]
    while stages[-1] != "there":
        visitor.page.clock.run_for(1000)
        stages.append(screen.get_attribute("data-stage") or "")
    assert list(dict.fromkeys(stages)) == ["typing", "scrolling", "there"]
    visitor.page.reload()
    screen.wait_for()
    assert screen.get_attribute("data-stage") == "there"


@pytest.mark.parametrize("key", ["a", "Escape", " "])
def test_any_key_skips_the_opening_and_does_nothing_else(open_browser: OpenBrowser, key: str) -> None:
    visitor = open_browser({"viewport": {"width": 1280, "height": 400}})  # low enough to scroll
    opened(visitor)
    visitor.page.evaluate("addEventListener('keydown', (event) => (window.stopped = event.defaultPrevented))")
    visitor.page.keyboard.press(key)
    visitor.page.clock.run_for(FRAME_MS)
    expect(visitor.page.locator(".title")).to_have_attribute("data-stage", "there")
    assert visitor.page.evaluate("window.stopped") is (key == " "), "only the space bar would scroll"


@pytest.mark.parametrize("place", [".title-screen", ".title-side > p"])
def test_a_tap_beside_links_and_buttons_skips_the_opening(open_browser: OpenBrowser, place: str) -> None:
    visitor = open_browser(PHONE)
    opened(visitor)
    visitor.page.locator(place).first.tap()
    visitor.page.clock.run_for(FRAME_MS)
    expect(visitor.page.locator(".title")).to_have_attribute("data-stage", "there")
    assert overflow(visitor.page) == 0


def test_who_wants_little_motion_gets_a_still_title(open_browser: OpenBrowser) -> None:
    visitor = open_browser(reduced_motion="reduce")
    visitor.goto("/welten")
    shown = "document.querySelector('.title canvas').toDataURL()"
    expect(visitor.page.locator(".title-screen")).to_have_attribute("aria-busy", "false")  # its tiles have come
    visitor.page.evaluate(FRAMES, 2)  # and the picture has been painted
    before = visitor.page.evaluate(shown)
    visitor.page.evaluate(FRAMES, 40)
    assert visitor.page.evaluate(shown) == before
    assert visitor.page.locator(".title").get_attribute("data-stage") == "there"


def test_function_keys_and_buttons_lead_to_new_and_old_games(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    page = visitor.page
    for way, heading in (("F3", "New game"), ("F1", "Continue")):
        title(visitor)
        page.keyboard.press(way)
        expect(page.get_by_role("heading", name=heading, level=1)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(".title")).to_be_visible()
        page.get_by_role("link", name=heading).click()
        expect(page.get_by_role("heading", name=heading, level=1)).to_be_visible()


def test_a_game_against_a_bot_is_what_was_chosen(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    visitor.goto("/welten?new")
    page = visitor.page
    chosen = {"against": "bot", "bot": "recruit", "side": "dailor", "rules": "original"}
    for question, answer in chosen.items():
        page.locator(f"input[name={question}][value={answer}]").check()
    page.get_by_label("Clock").select_option("1800")
    expect(visitor.page.get_by_text("You lead Dailor against recruit, who leads Eldoin")).to_be_visible()
    visitor.page.get_by_role("button", name="Begin").click()
    expect(visitor.page.locator("#round")).to_be_visible()
    room = room_shown(visitor, visitor.page.url.rpartition("/")[2])
    assert (room["state"], room["options"]) == (
        "playing",
        {
            "scenario": "default",
            "rules": "original",
            "clock": 1800,
            "rated": False,
            "casual": "not asked",
            "listed": True,
        },
    )
    assert room["players"] == [{"name": "recruit", "isBot": True}, {"name": name_of(visitor.page), "isBot": False}]
    # The next form begins with what was chosen for this one.
    visitor.goto("/welten?new")
    for question, answer in chosen.items():
        expect(page.locator(f"input[name={question}][value={answer}]")).to_be_checked()
    expect(visitor.page.get_by_label("Clock")).to_have_value("1800")


def test_a_rated_game_needs_a_clock_and_is_told_in_the_lobby(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    visitor.goto("/welten?new")
    page = visitor.page
    page.locator("input[name=against][value=link]").check()
    expect(page.get_by_label("Rated game")).to_be_disabled()
    expect(page.get_by_label("Rated game")).to_have_css("opacity", "0.4")
    expect(page.get_by_text("A rated game has an opponent, a clock")).to_be_visible()
    page.get_by_label("Clock").select_option("1800")
    page.get_by_label("Rated game").check()
    expect(page.get_by_label("Rated game")).to_have_css("opacity", "1")
    expect(page.get_by_role("status").filter(has_text="30 minutes for each side, rated.")).to_be_visible()
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("Rated game: it counts for the ladder.")).to_be_visible()


def test_an_imported_original_can_be_chosen(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    page = visitor.page
    default = {"name": "default", "width": 80, "height": 40, "units": 292, "gates": 13}
    page.route(
        "**/api/scenarios", lambda route: route.fulfill(json={"scenarios": [default, default | {"name": "original"}]})
    )
    page.route(
        "**/api/scenarios/original.png*",
        lambda route: route.continue_(url=route.request.url.replace("original", "default")),
    )
    visitor.goto("/welten?new")
    page.locator("input[name=land][value=original]").check()
    expect(page.get_by_role("img", name="the land of 1987")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="the land of 1987, by the rules of the guide")).to_be_visible()
    expect(page.get_by_text("duskfall welten import")).to_have_count(0)
    page.locator("#begin").click()
    page.wait_for_url(ROOM)
    expect(page.get_by_role("heading", name="You cannot come in")).to_be_visible()  # this server does not have it
    expect(page.get_by_role("link", name="To the rooms")).to_be_visible()


def test_a_game_at_one_screen_begins_with_both_sides(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    room = begin(visitor, against="friend")
    expect(visitor.page.locator("#round")).to_be_visible()
    shown = room_shown(visitor, room)
    assert [player["name"] for player in shown["players"]] == [name_of(visitor.page)] * 2
    assert shown["options"] == {
        "scenario": "default", "rules": "guide", "clock": None, "rated": False, "casual": "not asked", "listed": True,
    }  # fmt: skip


def test_a_link_brings_somebody_to_the_other_side(open_browser: OpenBrowser) -> None:
    host, friend = open_browser(), open_browser()
    room = begin(host, against="link", side="dailor")
    expect(host.page.get_by_text("Waiting for the other side")).to_be_visible()
    shown = room_shown(host, room)
    assert (shown["state"], len(shown["players"])) == ("lobby", 1)
    # Whoever looks for a game finds it, and so does whoever has the link.
    friend.goto("/welten?continue")
    friend.page.locator("#others").get_by_role("link", name=f"Join: {name_of(host.page)}").click()
    for visitor in (host, friend):
        expect(visitor.page.locator("#round")).to_be_visible()
    names = [player["name"] for player in room_shown(host, room)["players"]]
    assert names == [name_of(friend.page), name_of(host.page)], "the host leads Dailor"


def test_a_game_that_was_left_is_found_again_and_one_that_ended_is_not(open_browser: OpenBrowser) -> None:
    visitor, stranger = open_browser(), open_browser()
    room = begin(visitor, against="bot", bot="recruit", side="eldoin")
    expect(visitor.page.locator("#round")).to_be_visible()
    title(visitor)
    visitor.page.keyboard.press("F1")
    mine = visitor.page.locator("#mine")
    expect(mine).to_contain_text("you lead Eldoin")
    # To others it is a game to watch.
    stranger.goto("/welten?continue")
    expect(stranger.page.locator("#mine")).to_contain_text("No game of this browser is waiting for you.")
    watch = stranger.page.locator(f"#others a[href='/welten/{room}?watch']")
    expect(watch).to_have_text("Watch")
    mine.get_by_role("link", name="Continue").click()
    expect(visitor.page.locator("#round")).to_be_visible()
    assert visitor.page.url.endswith(room)
    give_up(visitor.page)
    visitor.goto("/welten?continue")
    expect(mine).to_contain_text("No game of this browser is waiting for you.")


def test_rooms_that_are_gone_are_forgotten(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    visitor.goto("/welten?continue")
    lost = [{"room": "gone", "side": "both", "scenario": "default", "rules": "guide", "at": 1}]
    visitor.page.evaluate("games => localStorage.setItem('duskfall.welten.games', JSON.stringify(games))", lost)
    visitor.page.reload()
    expect(visitor.page.locator("#mine")).to_contain_text("No game of this browser is waiting for you.")
    assert visitor.page.evaluate("localStorage.getItem('duskfall.welten.games')") == "[]"


def test_the_manual_opens_and_closes_by_keyboard_and_gives_the_focus_back(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    title(visitor)
    button = visitor.page.get_by_role("button", name="Manual")
    button.focus()
    visitor.page.keyboard.press("Enter")
    manual = visitor.page.get_by_role("dialog", name="Manual")
    expect(manual.get_by_role("heading", name="Controls")).to_be_attached()
    assert visitor.page.evaluate("document.activeElement.closest('dialog') !== null")
    assert serious(visitor.page, ".manual-head") == []
    visitor.page.keyboard.press("Escape")
    expect(manual).to_have_count(0)
    expect(button).to_be_focused()
    visitor.page.keyboard.press("Enter")
    manual.get_by_role("button", name="Close").press("Enter")
    expect(manual).to_have_count(0)


def test_the_manual_has_the_numbers_of_the_engine(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    visitor.goto("/welten/manual")
    expect(visitor.page.locator(".manual-units")).to_have_count(2)
    rows = visitor.page.locator(".manual-units tbody tr").all()
    shown = [[row.locator("th").inner_text().split("\n")[0], *row.locator("td").all_inner_texts()[1:]] for row in rows]
    assert shown == [
        [kind.english]
        + [str(value) for value in (kind.count, kind.range, kind.movement, kind.attack, kind.defence)]
        + [str(cost or "–") for cost in (kind.river, kind.forest, kind.swamp)]
        for kind in UNIT_TYPES
    ]


def test_the_end_is_told_and_leads_on(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    room = begin(visitor, against="bot", bot="recruit", side="eldoin")
    expect(visitor.page.locator("#round")).to_be_visible()
    give_up(visitor.page)
    end = visitor.page.locator(".victory")
    expect(end.get_by_role("heading")).to_have_text("Dailor wins, you lose")
    expect(end).to_contain_text("Without another blow Dailor goes through the open gates.")
    expect(end).to_contain_text("133 of 133 units left")
    expect(end.get_by_role("link", name="Watch the replay")).to_have_attribute("href", re.compile("^/replays/."))
    assert serious(visitor.page, ".victory") == []
    end.get_by_role("button", name="Play again").click()
    expect(end).to_have_count(0)
    expect(visitor.page.locator("#round")).to_be_visible()
    assert room_shown(visitor, room)["state"] == "playing"


@pytest.mark.parametrize("path", ["/welten", "/welten?new", "/welten?continue", "/welten/manual"])
def test_german_pages_have_no_english_word_left(open_browser: OpenBrowser, path: str) -> None:
    visitor = open_browser()
    said = {}
    for language, name, settled in (
        ("en", "English", "Asking|Looking|Fetching"),
        ("de", "Deutsch", "gefragt|gesucht|geholt"),
    ):
        visitor.goto(path)
        visitor.page.get_by_role("button", name=name, exact=True).click()
        visitor.page.wait_for_function(
            "settled => !new RegExp(settled).test(document.querySelector('main').innerText)", arg=settled
        )
        expect(visitor.page.locator(f"html[lang={language}]")).to_have_count(1)
        said[language] = visitor.page.evaluate(TEXTS)
    assert min(len(said["en"]), len(said["de"])) > 5
    assert [text for text in said["de"] if text in said["en"] and not SAME.fullmatch(text)] == []
    # What was chosen is remembered.
    visitor.page.reload()
    expect(visitor.page.locator("html[lang=de]")).to_have_count(1)


def test_the_end_speaks_german_too(open_browser: OpenBrowser) -> None:
    visitor = open_browser(locale="de-DE")
    begin(visitor, against="friend")
    expect(visitor.page.locator("#round")).to_be_visible()
    give_up(visitor.page)
    end = visitor.page.locator(".victory")
    expect(end.get_by_role("heading")).to_have_text("Dailor siegt")
    expect(end).to_contain_text("Eldoin gibt die Zitadelle auf.")
    expect(visitor.page.locator("html")).to_have_attribute("lang", "de")
    visitor.page.locator("#head").get_by_role("button", name="English").click()
    expect(end.get_by_role("heading")).to_have_text("Dailor wins")


def test_the_front_door_leads_to_the_title_and_lists_its_live_games(open_browser: OpenBrowser) -> None:
    visitor, stranger = open_browser(), open_browser()
    room = begin(visitor, against="friend")
    expect(visitor.page.locator("#round")).to_be_visible()
    stranger.goto("/")
    expect(stranger.page.locator(f"a[href='/welten/{room}?watch']")).to_be_visible()
    stranger.page.locator("article").get_by_role("link", name="Play Weltendämmerung").click()
    expect(stranger.page.locator(".title")).to_be_visible()
