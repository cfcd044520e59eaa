"""The arena: after games people are on the ladder and in the table, and tournaments come from their ledgers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from duskfall.play import Replay
from tests.server.running import running
from tests.web.conftest import OpenBrowser
from tests.web.test_pages import arena, board, lobby, rooms, tournament
from tests.web.visitors import Visitor, visiting


def lose(visitor: Visitor, name: str) -> None:
    """Play a rated game against the settler, under a name, and give it up."""
    visitor.context.add_init_script(f"localStorage.setItem('duskfall.name', '{name}')")
    rooms(visitor)
    visitor.page.get_by_label("Rated game").check()
    visitor.page.get_by_label("settler", exact=True).fill("1")
    visitor.page.get_by_role("button", name="Make the room").click()
    visitor.wait_for_turn(1)
    visitor.page.get_by_role("button", name="Surrender").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Surrender").click()
    expect(visitor.page.get_by_role("heading", name="settler won")).to_be_visible()


def section(visitor: Visitor, name: str) -> Locator:
    return visitor.page.get_by_role("region", name=name, exact=True)


def test_after_rated_games_ladder_and_cross_table_tell_how_they_went(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    lose(visitor, "Brunhild")
    lose(visitor, "Brunhild")
    arena(visitor)
    rungs = section(visitor, "Ladder").locator("li")
    mine = rungs.filter(has_text="Brunhild")
    expect(mine).to_contain_text("2 games")
    expect(mine).to_contain_text("provisional")
    expect(rungs.filter(has_text="settler")).to_contain_text("bot")
    shown = " ".join(mine.all_inner_texts()).replace(",", "")
    sure, rating, reach = (int(text) for text in re.findall(r"\d{2,4}", shown)[:3])
    low, high = rating - reach, rating + reach
    assert sure < low
    whisker, dot = mine.locator(".plot-whisker").first, mine.locator(".plot-dot")
    left, middle, right = (
        float(str(part.get_attribute(name)).rstrip("%"))
        for part, name in ((whisker, "x1"), (dot, "cx"), (whisker, "x2"))
    )
    assert 0 < left < middle < right < 100, "the dot lies within its whiskers"
    assert (middle - left) / (right - left) == pytest.approx((rating - low) / (high - low), abs=0.02)
    row = section(visitor, "Who met whom").get_by_role("row").filter(has_text="Brunhild").last
    expect(row.get_by_role("cell", name="0:2")).to_have_attribute("title", "Brunhild against settler: 0 of 2 games")
    latest = section(visitor, "Latest rated matches").get_by_role("listitem").first
    expect(latest).to_contain_text("settler won in")
    expect(latest.get_by_role("link", name="Watch")).to_have_attribute("href", re.compile(r"^/replays/[\w-]+$"))
    _the_other_game_has_a_ladder_of_its_own(visitor, "Brunhild")


def test_play_now_is_casual(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    board(visitor)
    (start,) = visitor.received("game_start")
    assert (start["options"]["rated"], start["options"]["casual"]) == (False, "not asked")


def test_the_lobby_says_whether_the_game_is_rated_and_why_not(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    lobby(visitor)
    page = visitor.page
    expect(page.get_by_text("Casual game: it does not count for the ladder.")).to_be_visible()
    page.get_by_label("Rated game").check()
    expect(page.get_by_text("Rated game: it counts for the ladder.")).to_be_visible()
    page.get_by_label("Speed").select_option("100")
    expect(page.get_by_text("Casual game: rated games are played with the usual options.")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Rated game")).to_be_checked()


def _the_other_game_has_a_ladder_of_its_own(visitor: Visitor, stranger: str) -> None:
    """With an address of its own, and without those who have only played the first."""
    visitor.page.get_by_role("button", name="Weltendämmerung").click()
    expect(section(visitor, "Ladder").get_by_text(stranger)).to_have_count(0)
    expect(section(visitor, "Who met whom").get_by_text(stranger)).to_have_count(0)
    assert visitor.page.url.endswith("/arena?game=welten")
    visitor.page.reload()
    expect(visitor.page.get_by_role("button", name="Weltendämmerung")).to_have_attribute("aria-pressed", "true")


def test_while_nobody_is_rated_the_arena_says_so_and_how_one_will_be(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as server, visiting(browser, server.address) as visitor:
        arena(visitor)
        expect(section(visitor, "Ladder").get_by_text("Nobody has a rating yet.")).to_be_visible()
        expect(section(visitor, "Who met whom").get_by_text("Nobody has met")).to_be_visible()


def test_bots_are_told_in_a_sentence_and_one_click_from_a_game(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    arena(visitor)
    for name in ("settler", "wanderer", "captain", "recruit"):
        expect(section(visitor, "Bots").get_by_role("heading", name=name)).to_be_visible()
    expect(section(visitor, "Bring your own").get_by_text(f"--server {visitor.address}")).to_be_visible()
    visitor.page.get_by_role("button", name="Play wanderer now").click()
    visitor.wait_for_turn(1)
    expect(visitor.page.locator("#side").get_by_text("wanderer")).to_be_visible()


def test_tournaments_are_listed_and_a_damaged_one_is_called_so(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    arena(visitor)
    listed = section(visitor, "Tournaments")
    expect(listed.get_by_text("Fog of War, round robin of 3 bots, 30 matches")).to_be_visible()
    torn = listed.get_by_role("listitem").filter(has_text="torn")
    expect(torn).to_contain_text("damaged")
    expect(torn).to_contain_text("file is not a database")
    listed.get_by_role("link", name="Look at Spring cup").click()
    expect(visitor.page.get_by_role("heading", name="Spring cup")).to_be_visible()


def test_a_tournament_is_shown_from_its_ledger(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    tournament(visitor)
    page = visitor.page
    table = section(visitor, "Table").get_by_role("row")
    expect(table).to_have_count(4)
    expect(table.nth(1)).to_contain_text("settler")
    expect(section(visitor, "Ratings").locator("li")).to_have_count(3)
    expect(section(visitor, "Who beat whom").get_by_role("row")).to_have_count(4)
    expect(section(visitor, "Game lengths").get_by_role("img")).to_be_visible()
    matches = section(visitor, "Matches").get_by_role("listitem")
    expect(matches).to_have_count(25)
    page.get_by_role("button", name="Later").click()
    expect(page.get_by_text("26 to 30 of 30")).to_be_visible()
    expect(matches).to_have_count(5)
    page.get_by_label("Matches of").select_option("wanderer 2")
    expect(matches).to_have_count(20)
    match = page.get_by_role("link", name=re.compile("^Watch match")).first
    assert re.fullmatch(
        r"/replays/file\?from=%2Fapi%2Ftournaments%2FSpring%2520cup%2Fmatches%2F\d+%2Ffile",
        str(match.get_attribute("href")),
    )
    with page.expect_download() as saved:
        page.get_by_role("link", name=re.compile("^Save match")).first.click()
    replay = Replay.decode(saved.value.path().read_bytes())
    assert "wanderer 2" in replay.players
    match.click()
    expect(page.locator("#replay-board")).to_be_visible()
    expect(page.get_by_text("wanderer 2").first).to_be_visible()


def test_a_tournament_that_is_not_there_leads_back_to_the_arena(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    visitor.goto("/arena/tournaments/torn")
    expect(visitor.page.get_by_role("heading", name="No such tournament")).to_be_visible()
    expect(visitor.page.get_by_role("link", name="To the arena")).to_be_visible()
    assert all("409" in complaint for complaint in visitor.errors)
    visitor.errors.clear()
