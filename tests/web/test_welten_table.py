"""Weltendämmerung at the table: many units, groups, the enemy's reach, the battle log, and what the other side does."""

from __future__ import annotations

import re
from typing import Any, Final

from playwright.sync_api import expect

from duskfall.formats.welten.scenarios import parse_scenario
from duskfall.welten import UNIT_TYPES, Game
from tests.web.conftest import OpenBrowser
from tests.web.visitors import PHONE, Visitor
from tests.web.welten_games import (
    ARCHER,
    AT,
    AXES,
    CATAPULT,
    PHASES,
    SKIRMISH,
    STILL,
    SWORD,
    click,
    ends,
    hot_seat,
    hover,
    middle_of,
    open_room,
    orders,
    phase,
    place,
    shown,
    task,
    unwarned,
)

GUIDE_GREEN: Final = "#9ad284"
"""Light green of the guide's palette."""
LAND: Final = (80, 40)
"""Tiles of the default land."""


def pixels(visitor: Visitor, colour: str) -> int:
    """How many pixels of the map have a colour, in the picture after the next frame."""
    count: int = visitor.page.evaluate(
        """async colour => {
            await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
            const board = document.querySelector("#board");
            const copy = Object.assign(document.createElement("canvas"), { width: board.width, height: board.height });
            const context = copy.getContext("2d");
            context.drawImage(board, 0, 0);
            const { data } = context.getImageData(0, 0, copy.width, copy.height);
            const wanted = [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16));
            let count = 0;
            for (let at = 0; at < data.length; at += 4) if (wanted.every((part, i) => data[at + i] === part)) count++;
            return count;
        }""",
        colour,
    )
    return count


def test_units_that_hold_or_are_done_are_passed_over_also_after_a_reload(open_browser: OpenBrowser) -> None:
    visitor = open_browser(**STILL)
    hot_seat(visitor)
    page, keys, unit = visitor.page, visitor.page.keyboard, visitor.page.locator("#unit")
    keys.press("n")
    expect(unit).to_have_text("Sword bearers · Eldoin")
    page.get_by_role("button", name="Hold").click()
    expect(unit).to_have_text("Archers · Eldoin")
    page.get_by_role("button", name="Done").click()
    expect(unit).to_have_text("Feldherr · Eldoin")
    keys.press("n")
    expect(unit).to_have_text("Feldherr · Eldoin")
    page.get_by_role("button", name="End turn").click()
    expect(page.get_by_role("dialog")).to_contain_text("1 unit can still move.")
    keys.press("Escape")
    keys.press("d")
    task(visitor, "No unit has work left.")
    keys.press("e")
    phase(visitor, PHASES[1])  # nobody is asked: every unit was told what to do
    page.reload()
    phase(visitor, PHASES[1])
    for then in (PHASES[2], PHASES[3], PHASES[4], PHASES[5], PHASES[0]):
        page.wait_for_selector("#board[data-tile]")
        keys.press("e")
        dialog = page.get_by_role("dialog")
        expect(dialog.or_(page.locator("#phase", has_text=then))).to_be_visible()
        if dialog.is_visible():
            dialog.get_by_role("button", name="End turn").click()
        phase(visitor, then)
    page.get_by_role("button", name="End turn").click()
    expect(page.get_by_role("dialog")).to_contain_text("2 units can still move.")
    keys.press("Escape")
    click(visitor, AT[SWORD])
    hold = page.get_by_role("button", name="Hold")
    expect(hold).to_have_attribute("aria-pressed", "true")
    hold.click()
    expect(hold).to_have_attribute("aria-pressed", "false")


def test_a_click_on_an_enemy_shows_how_far_it_comes(open_browser: OpenBrowser) -> None:
    visitor = open_browser(**STILL)
    hot_seat(visitor)
    game = Game(parse_scenario(SKIRMISH))
    following = game.next_attack(AXES)
    plain = pixels(visitor, "#588d43")
    click(visitor, AT[AXES])
    task(visitor, "Where it can go; dashed: what it could hit.")
    hover(visitor, (13, 6))
    assert pixels(visitor, "#588d43") < plain / 2, "the ground within its reach is tinted"
    answer = next(frame for frame in visitor.frames if '"reach"' in frame)
    assert f'"hits":[{",".join(str(y * 14 + x) for x, y in following.hits)}]' in answer
    click(visitor, AT[AXES])
    task(visitor, "Choose a unit to move.")
    visitor.page.keyboard.press("Enter")
    task(visitor, "Where it can go; dashed: what it could hit.")
    visitor.page.keyboard.press("Escape")
    task(visitor, "Choose a unit to move.")


def test_a_group_goes_in_formation_and_attacks_what_is_in_reach_and_the_log_tells_of_it(
    open_browser: OpenBrowser,
) -> None:
    visitor = open_browser(**STILL)
    unwarned(visitor)
    hot_seat(visitor)
    page = visitor.page
    page.keyboard.down("Shift")
    page.mouse.move(*middle_of(visitor, 5, 0))
    page.mouse.down()
    page.mouse.move(*middle_of(visitor, 7, 1), steps=3)
    page.mouse.up()
    page.keyboard.up("Shift")
    group = page.get_by_role("region", name="Marked units")
    expect(group).to_contain_text("1 marked")  # the sword bearers; the axe men are the enemy's
    click(visitor, AT[ARCHER])
    expect(group).to_contain_text("2 marked")
    click(visitor, (8, 3))
    shown(visitor, (8, 3), "Pavement", "Sword bearers · Eldoin")
    expect(group).to_contain_text("2 marked")
    assert sorted(order.split(" ")[1] for order in orders(visitor)) == [str(SWORD), str(ARCHER)]
    ends(visitor, PHASES[1])
    ends(visitor, PHASES[2])
    page.get_by_role("button", name="Attack what is in reach").click()
    log = page.get_by_role("region", name="Battle log")
    rows = log.locator("tbody").last.locator("tr")
    expect(rows.first).to_contain_text("Archers")
    expect(group).to_have_count(0)  # it has attacked, and nobody is marked any more
    attack = next(order for order in orders(visitor) if order.startswith("attack"))
    hit = next(
        event for news in visitor.received("welten_events") for event in news["events"] if event["type"] == "hit"
    )
    game = Game(parse_scenario(SKIRMISH))
    archers = UNIT_TYPES[game.view().units[ARCHER].type]
    assert hit["expected"] == archers.attack + game.expected_modifier
    assert attack.split(" ")[1] == str(ARCHER)
    cells = rows.first.locator("td").all_inner_texts()
    assert cells[:2] == [str(hit["damage"]), f"{hit['expected']:g}"]
    expect(log.locator("tbody").first).to_contain_text(f"{hit['damage']}")
    page.get_by_role("button", name="Fit").click()
    hover(visitor, (13, 6))
    plain = pixels(visitor, "#ffffff")
    rows.first.get_by_role("button").click()
    expect(rows.first.get_by_role("button")).to_have_attribute("aria-current", "true")
    assert pixels(visitor, "#ffffff") > plain + 100, "what was hit is marked in a land that is shown whole"
    click(visitor, (13, 6))
    expect(rows.first.get_by_role("button")).not_to_have_attribute("aria-current", "true")
    page.keyboard.press("Escape")
    expect(group).to_be_hidden()


def test_bars_for_v_are_switched_on_and_off(open_browser: OpenBrowser) -> None:
    visitor = open_browser(**STILL)
    hot_seat(visitor)
    bars = visitor.page.get_by_role("button", name="V bars")
    expect(bars).to_have_attribute("aria-pressed", "true")
    with_bars = pixels(visitor, GUIDE_GREEN)
    visitor.page.keyboard.press("v")
    expect(bars).to_have_attribute("aria-pressed", "false")
    assert 0 < pixels(visitor, GUIDE_GREEN) < with_bars / 2, "only the signs of units with work left remain"


def test_the_whole_land_fills_every_window_and_another_language_leaves_everything_where_it_is(
    open_browser: OpenBrowser,
) -> None:
    visitor = open_browser(**STILL)
    open_room(visitor, side="both")
    page, board = visitor.page, visitor.page.locator("#board")
    page.wait_for_selector("#board[data-tile]")
    url = page.url
    for width, height in ((1280, 800), (360, 740), (768, 1024), (1920, 1080), (1024, 700)):
        page.set_viewport_size({"width": width, "height": height})
        page.get_by_role("button", name=re.compile("^(Fit|Ganz)$")).click()
        page.wait_for_function(
            """([columns, rows]) => {
                const { clientWidth, clientHeight, dataset } = document.querySelector("#board");
                const tile = Number(dataset.tile);
                const [across, down] = [columns * tile, rows * tile];
                const drawn = Math.abs(Number(dataset.top) - (clientHeight - down) / 2) <= 1;
                const fits = drawn && across <= clientWidth && down <= clientHeight;
                return fits && (clientWidth - across < columns || clientHeight - down < rows);
            }""",
            arg=LAND,
        )
        language = {"de": "en", "en": "de"}[page.locator("html").get_attribute("lang") or ""]
        switch = page.locator(f"[data-language={language}]")
        before, box = place(visitor), switch.bounding_box()
        assert box is not None
        for _ in range(2):
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            expect(page.locator("html")).to_have_attribute("lang", language)
            expect(switch).to_have_attribute("aria-pressed", "true")
            assert switch.bounding_box() == box, "a second click finds what the first one did"
        assert (place(visitor), page.url) == (before, url)
    expect(board).to_be_visible()


SIGNS = """() => {
    window.signs = [];
    const note = () => window.signs.push(document.querySelector("#thinks")?.textContent ?? "");
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
}"""
"""Keeps every sign that a bot thinks: on a small land it is gone again before a test can look."""


def test_a_bot_that_thinks_says_so_and_can_be_skipped_and_speed_and_content_are_chosen(
    open_browser: OpenBrowser,
) -> None:
    visitor = open_browser()
    unwarned(visitor)
    open_room(visitor, side="eldoin", bots=["captain"])
    phase(visitor, PHASES[0])
    page = visitor.page
    page.wait_for_selector("#board[data-tile]")
    page.evaluate(SIGNS)
    page.keyboard.press("e")
    page.wait_for_function("() => window.signs.some(sign => sign.includes('captain thinks'))")
    banner = page.locator(".welten-banner")
    expect(banner).to_have_css("pointer-events", "none")
    over = banner.bounding_box()
    board = page.locator("#board").bounding_box()
    assert over is not None
    assert board is not None
    assert over["height"] < board["height"] / 8, "the name of the phase leaves the map in sight"
    mine = page.get_by_label("Only what concerns me")
    mine.check()
    page.get_by_label("Speed of what the other side does").select_option("off")
    phase(visitor, PHASES[2])
    task(visitor, "Choose an attacker.")
    assert len(orders(visitor)) > 10
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").get_by_label("Only what concerns me")).to_be_checked()
    expect(page.get_by_role("dialog").get_by_label("Speed of what the other side does")).to_have_value("off")


def test_fingers_mark_a_group_with_the_tool(open_browser: OpenBrowser) -> None:
    device: dict[str, Any] = PHONE
    visitor = open_browser(device, **STILL)
    hot_seat(visitor)
    page = visitor.page
    page.get_by_role("button", name="Group").tap()
    for unit in (SWORD, ARCHER, SWORD):
        page.touchscreen.tap(*middle_of(visitor, *AT[unit]))
    group = page.get_by_role("region", name="Marked units")
    expect(group).to_contain_text("1 marked")
    group.get_by_role("button", name="All in sight").tap()
    expect(group).to_contain_text("3 marked")
    page.get_by_role("button", name="Done").tap()
    expect(page.locator(".welten-done")).to_be_visible()
    page.get_by_role("button", name="Group").tap()
    page.touchscreen.tap(*middle_of(visitor, *AT[CATAPULT]))
    task(visitor, "Where it can go; dashed: what it could hit.")
    assert orders(visitor) == []
