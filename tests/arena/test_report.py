"""The report is one page that needs nothing else, and shows every match."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from duskfall.arena import Ledger, Plan, run
from duskfall.arena.report import report_page
from duskfall.arena.report.filmstrip import COLOURS, filmstrip_of
from duskfall.arena.report.plots import length_plot
from duskfall.arena.standings import Row
from duskfall.play import Replay
from tests.arena.tournaments import HereRunner, arena, invented, tiny

CHROMIUM = Path("/usr/bin/chromium")
EVIL = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def ledger() -> Iterator[Ledger]:
    plan = tiny("settler wanderer wanderer", games=4)
    with Ledger.open(None, plan) as kept:
        run(plan, kept, HereRunner())
        yield kept


@pytest.fixture(scope="module")
def html(ledger: Ledger) -> str:
    return report_page(ledger)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip("NOT RUN, looking at the report: chromium is not installed")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        )
        yield opened
        opened.close()


@pytest.fixture(params=[1100, 375], ids=["desktop", "phone"])
def page(request: pytest.FixtureRequest, browser: Browser, html: str, tmp_path: Path) -> Iterator[Page]:
    """The report, opened on a large and on a small screen; whatever goes wrong in it fails the test."""
    (tmp_path / "report.html").write_text(html, encoding="utf-8")
    opened = browser.new_page(viewport={"width": request.param, "height": 740})
    troubles: list[str] = []
    opened.on("pageerror", lambda error: troubles.append(str(error)))
    opened.on("console", lambda message: troubles.append(message.text))
    opened.on("request", lambda asked: troubles.append(asked.url) if not asked.url.startswith("file:") else None)
    opened.goto((tmp_path / "report.html").as_uri())
    yield opened
    opened.close()
    assert troubles == []


def test_the_page_asks_for_nothing_from_anywhere(html: str) -> None:
    assert not re.search(r"(?:src|href)=\"(?!data:)", html)
    assert "default-src 'none'" in html
    assert "http://" not in html
    assert "https://" not in html


def test_every_match_has_its_replay(html: str, ledger: Ledger) -> None:
    found = re.findall(r'download="match-(\d+)\.duskfall" href="data:application/octet-stream;base64,([^"]+)"', html)
    assert {int(number) for number, _ in found} == set(range(12))
    for number, data in found:
        assert base64.b64decode(data) == ledger.replay(int(number))


def test_names_of_bots_are_text_and_never_markup() -> None:
    plan = Plan.of("fog", [f"prog:/bots/{EVIL.replace('/', '')}", "wanderer"], games=2)
    with Ledger.open(None, plan) as ledger:
        page = report_page(ledger)
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_bots_with_the_same_score_share_the_first_place() -> None:
    plan = tiny("settler wanderer wanderer")
    with Ledger.open(None, plan) as ledger:
        # Each beats the next one, and the last one the first.
        run(plan, ledger, HereRunner(invented(lambda one, other: other == one + 1)))
        page = report_page(ledger, replays=False)
    lead = "<strong>settler, wanderer and wanderer 2</strong> share the first place"
    assert lead in page


def test_the_order_in_which_shares_add_up_does_not_part_equal_bots() -> None:
    one, other = (Row(entrant, "bot", games=3) for entrant in (0, 1))
    one.points, other.points = 0.1 + 0.2 + 0.3, 0.3 + 0.2 + 0.1
    assert one.points != other.points
    assert one.score == other.score


def test_a_free_for_all_names_the_bots_of_each_group() -> None:
    board = {"width": 14, "height": 14, "turn_limit": 40}
    plan = tiny("settler wanderer wanderer wanderer", options=board, seats=3, games=3)
    with Ledger.open(None, plan) as ledger:
        run(plan, ledger, HereRunner())
        page = report_page(ledger, replays=False)
    assert "<span>settler, wanderer, wanderer 2</span>" in page
    assert "<span>settler, wanderer, wanderer 3</span>" in page
    assert "At 3 seats the model spreads ratings too far" in page


def test_a_page_without_replays_is_small(ledger: Ledger) -> None:
    page = report_page(ledger, replays=False)
    assert "data-film=" not in page
    assert len(page) < 50_000


def test_every_game_is_in_a_bar_of_the_lengths() -> None:
    plot = length_plot([10, 10, 11, 500], "turns")
    assert [int(count) for count in re.findall(r": (\d+) games", plot) if count != "0"] == [3, 1]


def test_a_filmstrip_shows_the_first_and_the_last_turn_of_both_games(ledger: Ledger) -> None:
    replay = Replay.decode(ledger.replay(0))
    strip = filmstrip_of(replay)
    assert (strip.width, strip.height, strip.turns[0], strip.turns[-1]) == (10, 10, 0, replay.turns)
    assert len(strip.turns) <= 80
    assert len(COLOURS) == 64


def test_the_page_fits_its_screen_and_tells_the_table(page: Page) -> None:
    assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
    assert page.locator("h1").inner_text() == "Fog of War: round robin of 3 bots"
    assert page.locator(".standing tbody tr").count() == 3
    assert page.locator(".cross tbody td").count() == 9
    assert page.locator("circle.dot").count() == 3
    assert page.locator("button[data-film]").count() == 12


def test_a_match_can_be_watched_to_its_end_and_saved(page: Page, ledger: Ledger) -> None:
    page.locator("summary").first.click()
    page.locator("button[data-film]").first.click()
    page.locator("#board").wait_for(state="visible")
    assert page.locator("#names .seat").all_inner_texts() == ["settler", "wanderer"]
    begun = page.evaluate("() => document.getElementById('board').toDataURL()")
    page.locator("#frame").fill(page.locator("#frame").get_attribute("max") or "")
    assert page.locator("#turn").inner_text() == f"turn {ledger.results()[0].turns}"
    assert page.evaluate("() => document.getElementById('board').toDataURL()") != begun
    page.keyboard.press("Escape")
    with page.expect_download() as saved:
        page.locator("a[download]").first.click()
    assert saved.value.path().read_bytes() == ledger.replay(0)


def test_the_command_writes_the_page(tmp_path: Path, ledger: Ledger) -> None:
    with Ledger.open(tmp_path / "t.db", ledger.plan) as fresh:
        run(ledger.plan, fresh, HereRunner())
    done = arena(tmp_path, "report", "t.db", "--out", "page.html")
    assert done.code == 0, done.err
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == report_page(ledger)
