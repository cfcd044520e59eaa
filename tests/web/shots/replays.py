"""Pictures of replays of both games, and of one on a phone."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.web.visitors import DESKTOP, PHONE, set_identity, visiting


def shoot_replays(browser: Browser, address: str, folder: Path) -> None:
    """Replays of both games, and one on a phone."""
    for name, device, path in (
        ("web-replay", DESKTOP, "/replays/fogshow?turn=260"),
        ("web-replay-welten", DESKTOP, "/replays/weltenshow?turn=900"),
        ("web-replay-phone", PHONE, "/replays/fogshow?turn=200&seat=0"),
    ):
        with visiting(browser, address, device) as visitor:
            set_identity(visitor, "Ada")
            visitor.goto(path)
            expect(visitor.page.locator("#replay-board")).to_have_attribute("data-tile", re.compile("."))
            visitor.page.evaluate(
                "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
            )
            visitor.page.screenshot(path=folder / f"{name}.png")
