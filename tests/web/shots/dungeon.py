"""Pictures of dungeons."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from duskfall.dungeon import generate
from tests.dungeon.ways import to_a_secret
from tests.web.visitors import DESKTOP, PHONE, set_identity, visiting


def shoot_dungeon(browser: Browser, address: str, folder: Path) -> None:
    """A dungeon while it is dug, and one on foot."""
    with visiting(browser, address, DESKTOP) as visitor:
        set_identity(visitor, "Ada")
        visitor.goto("/dungeon/2556")
        visitor.page.wait_for_function("() => document.querySelector('.dig-bar')?.value > 0.45")
        visitor.page.screenshot(path=folder / "web-dungeon.png")
    with visiting(browser, address, PHONE) as visitor:
        set_identity(visitor, "Ada")
        dungeon = generate(7)
        visitor.goto("/dungeon/7?walk")
        expect(visitor.page.get_by_text("0 steps, 0 of ")).to_be_visible()
        visitor.page.locator("#dungeon-view").focus()
        keys = to_a_secret(dungeon)
        visitor.page.keyboard.type(f"{keys}f")
        expect(visitor.page.get_by_text(f"{len(keys)} steps, 1 of ")).to_be_visible()
        visitor.page.screenshot(path=folder / "web-dungeon-phone.png")
