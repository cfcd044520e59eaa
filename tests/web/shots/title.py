"""Pictures of the title, new game, manual and end of Weltendämmerung, for `tests.web.shots`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect

from tests.web.visitors import DESKTOP, PHONE, set_identity, visiting
from tests.web.welten_games import COMMANDER_BESIEGED, SIEGE, WYRM, hot_seat, unwarned

DEVICES: Final[dict[str, dict[str, Any]]] = {"": DESKTOP, "-phone": PHONE}


def shoot_title(browser: Browser, address: str, folder: Path) -> None:
    """The title when everything is there."""
    for name, device in DEVICES.items():
        with visiting(browser, address, device) as visitor:
            set_identity(visitor, "Ada")
            visitor.goto("/welten")
            visitor.page.keyboard.press("Escape")
            expect(visitor.page.locator(".title")).to_have_attribute("data-stage", "there")
            visitor.page.wait_for_timeout(2500)  # for a scroller in the middle of a sentence
            visitor.page.screenshot(path=folder / f"web-welten-title{name}.png")


def shoot_new_game(browser: Browser, address: str, folder: Path) -> None:
    """The choices for a game against a bot."""
    for name, device in DEVICES.items():
        with visiting(browser, address, device) as visitor:
            set_identity(visitor, "Ada")
            visitor.goto("/welten?new")
            visitor.page.locator("input[name=against][value=bot]").check()
            picture = visitor.page.get_by_role("img", name="Picture of the land")
            picture.evaluate("image => image.decode()")
            visitor.page.screenshot(path=folder / f"web-welten-new{name}.png", full_page=not name)


def shoot_manual(browser: Browser, address: str, folder: Path) -> None:
    """The manual where the units are."""
    for name, device in DEVICES.items():
        with visiting(browser, address, device) as visitor:
            set_identity(visitor, "Ada")
            visitor.goto("/welten")
            visitor.page.keyboard.press("Escape")
            visitor.page.get_by_role("button", name="Manual").click()
            visitor.page.get_by_role("dialog").get_by_role("button", name="The units").click()
            visitor.page.wait_for_load_state("networkidle")
            visitor.page.screenshot(path=folder / f"web-welten-manual{name}.png")


def shoot_victory(browser: Browser, address: str, folder: Path) -> None:
    """Eldoin does nothing against a captain, and ends as one would think; on a phone a siege of one blow."""
    with visiting(browser, address, DESKTOP) as visitor:
        set_identity(visitor, "Ada")
        unwarned(visitor)
        visitor.goto("/welten?new")
        for question, answer in (("against", "bot"), ("bot", "captain"), ("side", "eldoin")):
            visitor.page.locator(f"input[name={question}][value={answer}]").check()
        visitor.page.locator("#begin").click()
        expect(visitor.page.locator("#phase")).to_be_visible()
        while visitor.page.locator(".victory").count() == 0:
            visitor.page.keyboard.press("Space")
            if visitor.page.locator("#phase").inner_text().startswith("ELDOIN"):
                visitor.page.keyboard.press("e")
            visitor.page.wait_for_timeout(200)
        show_end(visitor.page, folder / "web-welten-victory.png")
    with visiting(browser, address, PHONE) as visitor:
        set_identity(visitor, "Grace")
        unwarned(visitor)
        hot_seat(visitor, SIEGE)
        for state in ("DAILOR MOVEMENT", "ELDOIN ATTACK", "DAILOR ATTACK"):
            visitor.page.keyboard.press("e")
            expect(visitor.page.locator("#phase")).to_contain_text(state)
        visitor.page.keyboard.press("n")
        for _ in range(WYRM[0] - COMMANDER_BESIEGED[0]):
            visitor.page.keyboard.press("ArrowLeft")
        visitor.page.keyboard.press("Enter")
        show_end(visitor.page, folder / "web-welten-victory-phone.png")


def show_end(page: Page, path: Path) -> None:
    """The end, with everyone marched in."""
    expect(page.locator(".victory")).to_be_visible()
    page.wait_for_timeout(3500)
    page.screenshot(path=path)


TITLE: Final = (shoot_title, shoot_new_game, shoot_manual, shoot_victory)
