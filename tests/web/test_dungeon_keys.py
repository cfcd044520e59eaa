"""The page of a dungeon by keyboard, its focus, and phones on their side."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from duskfall.dungeon import DOOR, EMPTY, FLOOR, UP, WALL, generate
from tests.web.conftest import OpenBrowser
from tests.web.dungeon_page import (
    LANDSCAPE,
    SEED,
    drawn,
    inside_window,
    settle,
    switch_language,
    visit,
    walked,
    window,
)
from tests.web.test_pages import overflow, serious, too_small


def test_the_form_keeps_the_focus_while_dungeons_are_dug(open_browser: OpenBrowser) -> None:
    visitor = open_browser(reduced_motion="reduce")
    visit(visitor, "/dungeon/7?loops=1")
    page = visitor.page
    loops = page.get_by_label("Loops")
    loops.fill("2")
    loops.press("Enter")
    expect(page).to_have_url(f"{visitor.address}/dungeon/7?loops=2")
    expect(page.locator("[data-count=loops] dd")).to_have_text("2")
    expect(loops).to_be_focused()
    roll = page.get_by_role("button", name="Roll another seed")
    roll.press("Enter")
    expect(page.get_by_role("heading", name="Dungeon 7", exact=True)).to_be_hidden()
    expect(page.get_by_role("heading", name="Statistics")).to_be_visible()
    expect(roll).to_be_focused()
    page.get_by_role("button", name="On foot").click()
    expect(page.locator("#dungeon-view")).to_be_focused()
    page.get_by_label("Seed", exact=True).fill("9")
    page.get_by_label("Seed", exact=True).press("Enter")
    expect(page.get_by_role("heading", name="Dungeon 9")).to_be_visible()
    expect(page.get_by_text("0 steps, 0 of ")).to_be_visible()
    expect(page.get_by_label("Seed", exact=True)).to_be_focused()


def test_the_map_gets_the_focus_of_a_button_that_disappears(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    page = visitor.page
    visitor.goto(f"/dungeon/{SEED}")
    page.get_by_role("button", name="Skip").press("Enter")
    expect(page.get_by_role("heading", name="Statistics")).to_be_visible()
    expect(page.locator("#dungeon-view")).to_be_focused()
    page.get_by_role("button", name="Zoom in").focus()
    page.keyboard.press("c")
    expect(page.get_by_role("button", name="C64")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#dungeon-view")).to_be_focused()


def test_another_language_keeps_the_walker_the_form_and_the_view(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    page = visitor.page
    visitor.goto(f"/dungeon/{SEED}?walk")
    expect(page.get_by_text("0 steps, 0 of ")).to_be_visible()
    walked(page, "dddd")
    page.get_by_label("Seed", exact=True).fill("1234")
    before = drawn(page)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    switch_language(page, "de")
    expect(page.get_by_text("4 Schritte, 0 von ")).to_be_visible()
    expect(page.get_by_role("heading", name=f"Verlies {SEED}")).to_be_visible()
    expect(page).to_have_title(f"Verlies {SEED} – Duskfall")
    expect(page.locator("[data-language=de]")).to_be_focused()
    expect(page.get_by_label("Seed", exact=True)).to_have_value("1234")
    assert drawn(page) == before
    assert requests == []
    switch_language(page, "en")
    expect(page.get_by_text("4 steps, 0 of ")).to_be_visible()


KIND_NAMES = {EMPTY: "rock", WALL: "wall", FLOOR: "floor", DOOR: "door", UP: "stairs up"}


def told(tile: tuple[int, int]) -> str:
    """What the page says of a tile of the dungeon."""
    x, y = tile
    return f"Column {x}, row {y}: {KIND_NAMES[int(generate(SEED).tiles[y, x])]}"


def test_tiles_are_inspected_by_mouse_and_by_keys(open_browser: OpenBrowser) -> None:
    visitor = open_browser(reduced_motion="reduce")
    visit(visitor, f"/dungeon/{SEED}")
    page = visitor.page
    tile, chart = page.locator("#tile"), page.locator("#chart")
    before = drawn(page)
    size = float(chart.get_attribute("data-tile") or 0)
    box = chart.bounding_box()
    assert box is not None
    chart.hover(position={"x": box["width"] / 2 + size / 2, "y": box["height"] / 2 + size / 2})
    expect(tile).to_have_text(told((36, 36)))
    assert drawn(page) == before
    page.locator("#dungeon-view").focus()
    x, y = generate(SEED).camera
    for key, at in (("Right", (x + 1, y)), ("Down", (x + 1, y + 1)), ("Left", (x, y + 1)), ("Up", (x, y))):
        page.keyboard.press(f"Shift+Arrow{key}")
        expect(tile).to_have_text(told(at))
    assert drawn(page) != before, "the inspected tile is marked"
    page.keyboard.press("Escape")
    expect(tile).to_be_empty()
    assert drawn(page) == before


def test_walkers_inspect_tiles_and_go_there_by_keys(open_browser: OpenBrowser) -> None:
    visitor = open_browser(reduced_motion="reduce")
    page = visitor.page
    visitor.goto(f"/dungeon/{SEED}?walk")
    expect(page.get_by_text("0 steps, 0 of ")).to_be_visible()
    up = generate(SEED).up
    assert up is not None
    tile = page.locator("#tile")
    expect(page.locator("#dungeon-view")).to_be_focused()
    page.keyboard.press("Shift+ArrowRight")
    expect(tile).to_have_text(told((up[0] + 1, up[1])))
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_text("2 steps, 0 of ")).to_be_visible()
    for _ in range(6):
        page.keyboard.press("Shift+ArrowUp")
    expect(tile).to_have_text(f"Column {up[0] + 2}, row {up[1] - 6}: not seen yet")
    page.keyboard.press("Enter")
    expect(page.get_by_text("You know no way there.")).to_be_visible()


def test_arrows_scroll_the_page_unless_the_map_has_the_focus(open_browser: OpenBrowser) -> None:
    visitor = open_browser(reduced_motion="reduce")
    visit(visitor, f"/dungeon/{SEED}?look=c64")
    page = visitor.page
    before = window(page)
    page.locator("#dungeon-view").blur()
    page.keyboard.press("ArrowDown")
    page.wait_for_function("() => scrollY > 0")
    assert window(page) == before
    page.locator("#dungeon-view").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#c64-screen")).to_have_attribute("data-window", f"{before[0] + 1},{before[1]}")


def test_help_lists_the_keys_and_returns_to_the_map(open_browser: OpenBrowser) -> None:
    visitor = open_browser(reduced_motion="reduce")
    visit(visitor, f"/dungeon/{SEED}")
    page = visitor.page
    page.locator("#dungeon-view").focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Search the eight tiles around for secrets")
    assert serious(page, "dialog") == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.locator("#dungeon-view")).to_be_focused()


def test_nothing_is_drawn_while_nothing_moves(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    page = visitor.page
    page.add_init_script(
        "for (const name of ['drawImage', 'fillRect']) {"
        "  const draw = CanvasRenderingContext2D.prototype[name];"
        "  CanvasRenderingContext2D.prototype[name] = function (...args) {"
        "    window.draws = (window.draws ?? 0) + 1; return draw.apply(this, args); }; }"
    )
    visitor.goto(f"/dungeon/{SEED}?walk")
    expect(page.get_by_text("0 steps, 0 of ")).to_be_visible()
    settle(page)
    before = page.evaluate("window.draws")
    assert before > 0
    for _ in range(15):
        settle(page)
    assert page.evaluate("window.draws") == before
    walked(page, "d")
    settle(page)
    assert page.evaluate("window.draws") > before


@pytest.mark.parametrize("path", ["walk", "walk&look=c64", "look=c64", "view=player"])
def test_a_phone_on_its_side_shows_the_map_with_all_its_controls(open_browser: OpenBrowser, path: str) -> None:
    visitor = open_browser(LANDSCAPE, reduced_motion="reduce")
    page = visitor.page
    visitor.goto(f"/dungeon/{SEED}?{path}")
    expect(page.get_by_text("0 steps, 0 of " if "walk" in path else "Drag the map")).to_be_visible()
    panel = page.locator(".dungeon-map")
    if "walk" not in path:
        panel.evaluate("panel => panel.scrollIntoView()")
    assert (overflow(page), too_small(page)) == (0, [])
    assert inside_window(panel.locator("button, canvas:visible, [role=status]:not(:empty)"))
