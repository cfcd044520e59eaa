"""What the tests of the page of a dungeon do and read there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from duskfall.dungeon import DOOR, DOWN, FLOOR, SECRET, UP, WALL
from tests.web.visitors import PHONE, Visitor

SEED = 7
WEB = Path(__file__).parent.parent.parent / "web"
INKS = {
    "112,109,235": WALL, "123,123,123": FLOOR, "237,241,113": DOOR, "169,255,159": UP, "117,206,200": DOWN,
    "196,108,113": SECRET,
}  # fmt: skip
"""The colours of the characters on the C64's screen."""
HERO = "255,255,255"
SMALLEST: dict[str, Any] = {"viewport": {"width": 360, "height": 740}}
LANDSCAPE = {**PHONE, "viewport": {"width": 844, "height": 390}}
COLUMNS, ROWS = 40, 25
MOUNTAIN, OBSTACLE = -2, -4
"""A mountain on a board of Fog of War, and one in the fog, which might also be a city or a tower."""


PHASES_SEEN = """
    window.phases = [];
    new MutationObserver(() => {
        const now = document.querySelector(".phases [aria-current=step]")?.textContent;
        if (now && window.phases.at(-1) !== now) window.phases.push(now);
    }).observe(document, { subtree: true, childList: true, attributes: true });
"""
"""Keeps the phases that a page shows, in their order."""


def visit(visitor: Visitor, path: str) -> None:
    """Go to a dungeon and wait until it is dug."""
    visitor.goto(path)
    expect(visitor.page.get_by_role("heading", name="Statistics")).to_be_visible()


def skip_to(visitor: Visitor, path: str) -> None:
    """Go to a dungeon and do not wait until it is dug."""
    visitor.goto(path)
    visitor.page.get_by_role("button", name="Skip").click()
    expect(visitor.page.get_by_role("heading", name="Statistics")).to_be_visible()


def settle(page: Page) -> None:
    """Wait until every frame that was asked for has been drawn."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def drawn(page: Page) -> str:
    """The map as it is drawn."""
    settle(page)
    picture: str = page.evaluate("document.querySelector('#chart').toDataURL()")
    return picture


def screen(page: Page) -> list[list[str]]:
    """The inks of the characters on the C64's screen, row by row; an empty text where nothing is."""
    settle(page)
    rows: list[list[str]] = page.evaluate(
        """([columns, rows]) => {
            const canvas = document.querySelector("#c64-screen"), copy = document.createElement("canvas");
            const context = copy.getContext("2d", { willReadFrequently: true }), side = canvas.width / columns;
            [copy.width, copy.height] = [canvas.width, canvas.height];
            context.drawImage(canvas, 0, 0);
            const ink = (x, y) => {
                const { data } = context.getImageData(x * side, y * side, side, side);
                for (let i = 0; i < data.length; i += 4)
                    if (data[i] || data[i + 1] || data[i + 2]) return data.slice(i, i + 3).join();
                return "";
            };
            return Array.from({ length: rows }, (_, y) => Array.from({ length: columns }, (_, x) => ink(x, y)));
        }""",
        [COLUMNS, ROWS],
    )
    return rows


def window(page: Page) -> tuple[int, int]:
    settle(page)
    x, y = (int(part) for part in (page.locator("#c64-screen").get_attribute("data-window") or "").split(","))
    return x, y


def counted(page: Page) -> dict[str, int]:
    """The statistics as the page shows them."""
    rows = page.locator("[data-count]").all()
    return {row.get_attribute("data-count") or "": int(row.locator("dd").inner_text()) for row in rows}


def walked(page: Page, keys: str) -> None:
    """Type keys into the dungeon and wait until so many steps were taken."""
    before = int(page.get_by_text(" steps, ").or_(page.get_by_text(" step, ")).first.inner_text().split()[0])
    page.locator("#dungeon-view").focus()
    page.keyboard.type(keys)
    steps = before + len(keys.replace("f", ""))
    expect(page.get_by_text(f"{steps} step{'' if steps == 1 else 's'}, ").first).to_be_visible()


def switch_language(page: Page, language: str) -> None:
    page.locator(f"[data-language={language}]").click()


def inside_window(parts: Locator) -> bool:
    """Whether all parts are in sight; a frame of two pixels may be cut."""
    inside: bool = parts.evaluate_all(
        "parts => parts.length > 4 && parts.map(part => part.getBoundingClientRect()).every("
        "box => box.top >= -2 && box.left >= 0 && box.bottom <= innerHeight + 2 && box.right <= innerWidth)"
    )
    return inside
