"""Pictures of the arena and of the documentation."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.web.visitors import DESKTOP, PHONE, set_identity, visiting


def shoot_arena(browser: Browser, address: str, folder: Path) -> None:
    """The arena of a server with a past, and a tournament in it."""
    with visiting(browser, address, DESKTOP | {"viewport": {"width": 1280, "height": 1560}}) as visitor:
        set_identity(visitor, "Ada")
        visitor.goto("/arena")
        expect(visitor.page.get_by_role("button", name="Play settler now")).to_be_visible()
        expect(visitor.page.get_by_text("Looking")).to_have_count(0)
        visitor.page.screenshot(path=folder / "web-arena.png")
        visitor.goto("/arena/tournaments/Spring%20cup")
        expect(visitor.page.get_by_role("link", name="Watch match 0", exact=True)).to_be_visible()
        visitor.page.screenshot(path=folder / "web-tournament.png")


def shoot_docs(browser: Browser, address: str, folder: Path) -> None:
    """A page of the documentation, on a desk and on a phone."""
    for name, device in (("web-docs", DESKTOP), ("web-docs-phone", PHONE)):
        with visiting(browser, address, device) as visitor:
            set_identity(visitor, "Ada")
            visitor.goto("/docs/fog")
            visitor.page.wait_for_function("() => document.querySelector('.doc img')?.complete")
            visitor.page.screenshot(path=folder / f"{name}.png")
