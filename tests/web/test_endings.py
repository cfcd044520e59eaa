"""The end of a game stays to be seen: after a reload, for those who come later, and for those who watched."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import OpenBrowser
from tests.web.partners import partners, room_name
from tests.web.test_playing import begin, name_of
from tests.web.visitors import PHONE, Visitor
from tests.web.welten_games import duel

STILL = {"reduced_motion": "reduce"}


def gives_up(visitor: Visitor, button: str) -> None:
    visitor.page.get_by_role("button", name=button).click()
    visitor.page.get_by_role("dialog").get_by_role("button", name=button).click()


def ending(page: Page, words: str | re.Pattern[str]) -> Locator:
    """The panel with the result, whose title has these words."""
    panel = page.locator(".ending")
    expect(panel.get_by_role("heading")).to_have_text(words)
    return panel


def test_a_reload_after_a_game_of_fog_shows_its_result_again_and_the_rematch_can_be_had(
    open_browser: OpenBrowser,
) -> None:
    first, second = open_browser(), open_browser()
    begin(first, second)
    first.wait_for_turn(8)
    gives_up(first, "Surrender")
    before = ending(second.page, "You won").locator("ol").inner_text()
    for visitor in (first, second):
        visitor.page.reload()
    again = ending(second.page, "You won")
    expect(again).to_contain_text("The last one alive, turn")
    expect(again.locator("ol")).to_have_text(re.compile(r"\s*".join(map(re.escape, before.split()))))
    assert (again.get_by_role("link", name="Watch the replay").get_attribute("href") or "").startswith("/replays/")
    again.get_by_role("button", name="Look at the board").click()
    expect(second.page.locator("#side tbody tr")).to_have_count(2)
    expect(second.page.locator("#board[data-tile]")).to_be_visible()
    second.page.get_by_role("button", name="Result").click()
    for visitor in (first, second):
        ending(visitor.page, re.compile("won")).get_by_role("button", name="Play again").click()
    for visitor in (first, second):
        expect(visitor.page.locator(".ending")).to_have_count(0)
        visitor.wait_for_turn(1)


def test_the_chart_of_the_ending_covers_the_whole_game_after_reloads(open_browser: OpenBrowser) -> None:
    first, second = open_browser(), open_browser()
    begin(first, second)
    second.wait_for_turn(12)
    second.page.reload()
    second.wait_for_turn(14)
    gives_up(first, "Surrender")
    expect(second.page.get_by_role("img", name=re.compile("Armies from turn 0 to"))).to_be_visible()
    second.page.reload()
    expect(second.page.get_by_role("img", name=re.compile("Armies from turn 0 to"))).to_be_visible()


def test_a_reload_after_a_game_against_a_bot_keeps_the_bot_for_the_rematch(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    visitor.goto("/")
    visitor.page.get_by_role("button", name="Play now").click()
    visitor.wait_for_turn(3)
    gives_up(visitor, "Surrender")
    ending(visitor.page, "settler won")
    visitor.page.reload()
    ending(visitor.page, "settler won").get_by_role("button", name="Play again").click()
    visitor.wait_for_turn(1)
    expect(visitor.page.locator(".ending")).to_have_count(0)


def test_every_game_on_a_phone_begins_in_the_usual_size_also_a_rematch_after_a_reload(
    open_browser: OpenBrowser,
) -> None:
    visitor = open_browser(PHONE)
    visitor.goto("/")
    page = visitor.page
    page.get_by_role("button", name="Play now").click()
    visitor.wait_for_turn(1)
    board = page.locator("#board")
    usual = board.get_attribute("data-tile") or ""
    for reload in (False, True):
        page.get_by_role("button", name="More").tap()
        gives_up(visitor, "Surrender")
        ending(page, "settler won")
        if reload:
            page.reload()
            expect(page.locator("#board[data-tile]")).not_to_have_attribute("data-tile", usual)
        ending(page, "settler won").get_by_role("button", name="Play again").click()
        expect(page.locator(".ending")).to_have_count(0)
        visitor.wait_for_turn(1)
        expect(board).to_have_attribute("data-tile", usual)


def test_others_find_the_last_result_in_the_room_and_those_who_watched_can_sit_down(
    open_browser: OpenBrowser, address: str
) -> None:
    watcher = open_browser()
    with partners(address) as there:
        room = room_name()
        there.in_fog_room(room)
        there.in_fog_room(room)
        watcher.goto(f"/fog/{room}?watch")
        expect(watcher.page.locator("#board")).to_be_visible()
        there.give_up(room)
        winner = there.seated[room][0].name
        panel = ending(watcher.page, f"{winner} won")
        expect(panel.get_by_role("button", name="Play in the next game")).to_have_count(0)
        watcher.page.reload()
        last = watcher.page.get_by_role("region", name="The last game")
        expect(last).to_contain_text(f"{winner} won.")
        last.get_by_role("button", name="Show the result").click()
        panel = ending(watcher.page, f"{winner} won")
        there.do(there.seated[room][0], "leave_game")
        panel.get_by_role("button", name="Play in the next game").click()
        expect(watcher.page.locator("#side tbody tr").filter(has_text="you")).to_be_visible()  # the room is full again
        assert "watch" not in watcher.page.url


def test_a_reload_after_a_game_of_weltendaemmerung_shows_its_result_again_and_the_rematch_changes_sides(
    open_browser: OpenBrowser,
) -> None:
    first, second, other = open_browser(**STILL), open_browser(**STILL), open_browser(**STILL)
    path = duel(first, second)
    gives_up(second, "Resign")
    names = [name_of(visitor.page) for visitor in (first, second)]
    for visitor, words in ((first, "You won as Eldoin"), (second, "Eldoin wins, you lose")):
        ending(visitor.page, words)
        visitor.page.reload()
        again = ending(visitor.page, words)
        for name in names:
            expect(again).to_contain_text(name)
        expect(again.get_by_role("link", name="Watch the replay")).to_have_attribute("href", re.compile("/replays/"))
    other.goto(path)
    expect(other.page.get_by_role("region", name="The last game")).to_contain_text(f"{names[0]} won.")
    other.page.get_by_role("button", name="Show the result").click()
    ending(other.page, "Eldoin wins")
    for visitor in (first, second):
        visitor.page.get_by_role("button", name="Play again").click()
    expect(first.page.locator("[data-leader=dailor]")).to_contain_text("(you)")
    expect(second.page.locator("[data-leader=eldoin]")).to_contain_text("(you)")


def test_the_room_of_a_finished_game_of_weltendaemmerung_is_open_for_the_next(open_browser: OpenBrowser) -> None:
    first, second = open_browser(**STILL), open_browser(**STILL)
    duel(first, second)
    gives_up(second, "Resign")
    for visitor in (first, second):
        page = visitor.page
        page.get_by_role("button", name="To the room").click()
        expect(page.get_by_role("heading", name="Both sides are taken")).to_be_visible()
        page.get_by_role("button", name="Play again").click()
    for visitor in (first, second):
        expect(visitor.page.locator("#phase")).to_contain_text("ELDOIN MOVEMENT")
