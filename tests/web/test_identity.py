"""Who one is on the pages: new names, rated games, rematches, and chat that is there after a reload."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Page, expect

from tests.server.running import PATIENCE_S
from tests.web.conftest import OpenBrowser
from tests.web.partners import Partners, partners, room_name
from tests.web.test_playing import begin, make_room
from tests.web.visitors import Visitor, set_identity


def rename(page: Page, name: str) -> None:
    """Take another name, with the button at the head of every page."""
    page.get_by_role("button", name="Choose another name").click()
    page.get_by_role("dialog").get_by_label("Name").fill(name)
    page.get_by_role("dialog").get_by_role("button").last.click()


def test_a_new_name_during_a_game_counts_from_the_next_one_on_and_the_page_says_so(open_browser: OpenBrowser) -> None:
    first, second = open_browser(), open_browser()
    set_identity(first, "Morgan 71")
    begin(first, second)
    rename(first.page, "Isolde 71")
    notice = first.page.locator(".notices")
    expect(notice).to_contain_text("From the next game on you are Isolde 71. This one goes on under your old name.")
    expect(second.page.locator("[data-name]", has_text="Morgan 71")).to_be_visible()
    notice.get_by_role("button", name="All right").click()
    expect(notice).to_be_empty()
    second.page.get_by_role("button", name="Surrender").click()
    second.page.get_by_role("dialog").get_by_role("button", name="Surrender").click()
    expect(second.page.get_by_role("heading", name="Morgan 71 won")).to_be_visible()
    second.page.get_by_role("button", name="To the lobby").click()
    expect(second.page.get_by_role("listitem").filter(has_text="Isolde 71").first).to_be_visible()


def test_a_game_of_ones_own_is_found_and_played_on_under_another_name(open_browser: OpenBrowser) -> None:
    first, second = open_browser(), open_browser()
    begin(first, second)
    room = first.page.url.removeprefix(first.address)
    first.goto("/fog")
    rename(first.page, "Isolde 72")
    link = first.page.locator(f"a[href='{room}']")
    expect(link).to_have_text("Play on")
    link.click()
    expect(first.page.locator("#board")).to_be_focused()
    expect(first.page.get_by_role("button", name="Surrender")).to_be_visible()


def test_a_name_that_somebody_has_is_refused_in_words_and_the_old_one_stays(
    open_browser: OpenBrowser, address: str
) -> None:
    visitor = open_browser()
    set_identity(visitor, "Morgan 73")
    with partners(address) as there:
        other = there.invite()
        make_room(visitor)
        rename(visitor.page, other.name)
        expect(visitor.page.locator(".notices")).to_contain_text("Somebody has your name already.")
        expect(visitor.page.locator("[data-me]")).to_have_text("Morgan 73")


def test_the_name_of_a_bot_is_refused_at_once_and_the_header_follows_every_new_name(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    page = visitor.page
    visitor.goto("/fog")
    rename(page, "Settler")
    expect(page.get_by_role("dialog")).to_contain_text("A bot has this name. Choose another one.")
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    set_identity(visitor, "settler")  # as somebody has it who took it before
    visitor.goto("/fog")
    page.get_by_role("button", name="Make the room").click()
    page.locator("#page").get_by_role("button", name="Choose another name").click()
    page.get_by_role("dialog").get_by_label("Name").fill("Anna 74")
    page.get_by_role("dialog").get_by_role("button").last.click()
    expect(page.get_by_role("listitem").filter(has_text="Anna 74").first).to_be_visible()
    expect(page.locator("[data-me]")).to_have_text("Anna 74")


def rated_room(visitor: Visitor) -> None:
    """A rated game against a bot, asked for in the form."""
    visitor.goto("/fog")
    page = visitor.page
    page.get_by_label("Players").fill("2")
    page.get_by_label("Rated game").check()
    page.get_by_label("settler", exact=True).fill("1")
    page.get_by_role("button", name="Make the room").click()
    expect(page.locator("#board")).to_be_focused()


def test_a_rated_game_says_so_asks_before_it_is_left_and_shows_what_it_did(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    rated_room(visitor)
    page = visitor.page
    expect(page.locator("[data-rated=true]")).to_contain_text("Rated game: it counts for the ladder.")
    page.get_by_role("link", name="Leave").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Leave the rated game?")
    dialog.get_by_role("button", name="Stay").click()
    expect(page.locator("#board")).to_be_visible()
    room = page.url
    page.evaluate("history.back()")
    expect(dialog).to_contain_text("Leave the rated game?")
    expect(page).to_have_url(room)
    dialog.get_by_role("button", name="Stay").click()
    expect(page.locator("#board")).to_be_visible()
    page.get_by_role("button", name="Surrender").click()
    expect(dialog).to_contain_text("You lose this rated game, and that counts for the ladder.")
    expect(dialog.get_by_role("button", name="Cancel")).to_be_visible()
    dialog.get_by_role("button", name="Surrender").click()
    expect(page.locator("[data-rating='0']")).to_have_text(re.compile(r"^1,500 → 1,[34]\d\d$"))
    page.get_by_role("link", name="Leave").first.click()
    expect(page).to_have_url(re.compile(r"/fog$"))


def test_a_link_to_a_rated_room_asks_first_and_one_address_is_told_that_no_rating_changes(
    open_browser: OpenBrowser,
) -> None:
    host, guest = open_browser(), open_browser()
    host.goto("/fog")
    host.page.get_by_label("Players").fill("2")
    host.page.get_by_label("Rated game").check()
    host.page.get_by_role("button", name="Make the room").click()
    expect(host.page.get_by_text("Players of one network address do not change each other's rating.")).to_be_visible()
    guest.page.goto(host.page.url)
    expect(guest.page.get_by_role("heading", name="Play a rated game?")).to_be_visible()
    expect(guest.page.get_by_text("Waiting for you:")).to_contain_text(host.page.locator("[data-me]").inner_text())
    assert guest.received("joined_as_player") == [], "nobody is seated before they agree"
    guest.page.get_by_role("button", name="Play", exact=True).click()
    expect(guest.page.locator("#board")).to_be_focused()
    guest.page.get_by_role("button", name="Surrender").click()
    guest.page.get_by_role("dialog").get_by_role("button", name="Surrender").click()
    for page in (host.page, guest.page):
        expect(page.locator(".ending")).to_contain_text("it has changed no rating. Players of one network address")


def test_play_now_is_casual_and_can_be_left_without_a_question(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    visitor.goto("/")
    page = visitor.page
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("[data-rated=false]")).to_contain_text("Casual game")
    page.get_by_role("link", name="Leave").click()
    expect(page).to_have_url(re.compile(r"/fog$"))


def test_a_wish_for_a_rematch_is_a_banner_with_one_button_in_both_games(
    open_browser: OpenBrowser, address: str
) -> None:
    visitor = open_browser(reduced_motion="reduce")
    with partners(address) as there:
        room = room_name()
        there.in_fog_room(room)
        visitor.goto(f"/fog/{room}")
        expect(visitor.page.locator("#board")).to_be_focused()
        there.give_up(room)
        wish_and_accept(visitor, room, there)
        expect(visitor.page.locator("#board")).to_be_visible()
        hall = room_name()
        there.in_welten_room(hall, side="eldoin")
        visitor.goto(f"/welten/{hall}")
        visitor.page.locator("#board").wait_for()
        there.do(there.seated[hall][0], "surrender")
        wish_and_accept(visitor, hall, there)
        until = time.monotonic() + PATIENCE_S
        while visitor.received("welten_view")[-1]["side"] != "eldoin":
            assert time.monotonic() < until, "they have not changed sides"
            visitor.page.wait_for_timeout(50)
        expect(visitor.page.locator("#phase")).to_contain_text("ELDOIN")


def wish_and_accept(visitor: Visitor, room: str, there: Partners) -> None:
    """Somebody wants another game, and the visitor agrees."""
    guest = there.seated[room][0]
    expect(visitor.page.locator(".ending")).to_be_visible()
    there.do(guest, "rematch", room)
    wish = visitor.page.get_by_role("status").filter(has_text=f"{guest.name} would like another game.")
    expect(wish).to_have_count(1)
    visitor.page.get_by_role("button", name=re.compile("Look at the (board|field)")).click()
    expect(wish).to_have_count(1)
    visitor.page.get_by_role("button", name="Accept the rematch").click()
    expect(visitor.page.locator(".ending, .notice-wish")).to_have_count(0)


def test_chat_is_there_after_a_reload_and_watchers_are_told_who_reads_them(open_browser: OpenBrowser) -> None:
    first, second, third = open_browser(), open_browser(), open_browser()
    begin(first, second)
    field = first.page.get_by_label("Say something")
    field.fill("Good luck!")
    field.press("Enter")
    expect(second.page.get_by_role("log")).to_contain_text("Good luck!")
    second.page.reload()
    expect(second.page.get_by_role("log")).to_contain_text("Good luck!")
    expect(second.page.locator("[data-audience]")).to_be_empty()
    third.goto(first.page.url.removeprefix(first.address) + "?watch")
    expect(third.page.locator("[data-audience]")).to_have_text(
        "Only those who watch read what you say, until the game is over."
    )


def test_an_unlisted_room_is_not_on_the_page_and_its_link_works(open_browser: OpenBrowser) -> None:
    host, other = open_browser(), open_browser()
    host.goto("/fog")
    host.page.get_by_label("Unlisted").check()
    host.page.get_by_role("button", name="Make the room").click()
    expect(host.page.locator("[data-share]")).to_be_visible()
    room = host.page.url.removeprefix(host.address)
    other.goto("/fog")
    expect(other.page.get_by_role("heading", name="Rooms")).to_be_visible()
    other.page.wait_for_load_state("networkidle")
    expect(other.page.locator(f"a[href^='{room}']")).to_have_count(0)
    other.goto(room)
    expect(other.page.locator("#board")).to_be_visible()  # the room is full, so the game begins
