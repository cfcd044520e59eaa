"""Pictures of a game of Weltendämmerung: movement, an attack with its odds, gates, and what threatens."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from tests.web.visitors import DESKTOP, PHONE, Visitor, set_identity, visiting
from tests.web.welten_games import click, hover, open_room, unwarned

VANGUARD, AHEAD, ISLAND_GATE = (53, 21), (58, 21), 5
"""Eldoin's foremost unit on the default land, a tile that it can reach, and a gate behind it."""


class Commander:
    """Plays Eldoin on the default land against a bot, only to let it come near."""

    def __init__(self, visitor: Visitor, room: str) -> None:
        self.visitor = visitor
        set_identity(visitor, "Ada")
        unwarned(visitor)
        open_room(visitor, room, side="eldoin", bots=["captain"])
        self.page = visitor.page
        self.page.wait_for_selector("#board[data-tile]")
        self.view: dict[str, Any] = visitor.received("welten_view")[-1]["view"]

    def look_at(self, x: int, y: int) -> None:
        """Bring a tile into the middle of the window, with the small map; on a phone that is behind a button."""
        more = self.page.get_by_role("button", name="More")
        if more.is_visible():
            more.click()
        box = self.page.locator("#minimap").bounding_box()
        assert box is not None
        scale = box["width"] / self.view["width"]
        self.page.mouse.click(box["x"] + (x + 0.5) * scale, box["y"] + (y + 0.5) * scale)
        if more.is_visible() or self.page.get_by_role("button", name="Map").is_visible():
            self.page.get_by_role("button", name="Map").click()
        self.page.locator("#board").focus()

    def reach(self, phase: str) -> None:
        """End turns until Eldoin is in this phase again."""
        while True:
            self.page.keyboard.press("e")
            self.page.wait_for_function("() => document.querySelector('.welten-end').disabled")
            self.page.wait_for_function("() => !document.querySelector('.welten-end').disabled")
            if phase in self.page.locator("#phase").inner_text():
                return

    def aim(self) -> None:
        """Choose archers who have something in range, if there are any, and point at the nearest target."""
        for _ in self.visitor.received("welten_events")[-1]["legal"]["units"]:
            self.page.keyboard.press("n")
            expect(self.page.locator("#task")).to_have_text("Choose a target.")
            if self.page.locator("#unit").inner_text().startswith("Archers"):
                break
        self.page.wait_for_timeout(300)
        told = next(frame for frame in reversed(self.visitor.frames) if '"targets"' in frame)
        answer, width = json.loads(told[told.index("[") :])[0], self.view["width"]
        here = [
            sum(part) / len(answer["range"])
            for part in zip(*(divmod(at, width) for at in answer["range"]), strict=True)
        ]
        target = min(answer["targets"], key=lambda at: abs(at["y"] - here[0]) + abs(at["x"] - here[1]))
        hover(self.visitor, (target["x"], target["y"]))
        expect(self.page.locator("#odds")).to_be_visible()

    def shoot(self, path: Path) -> None:
        """Take a picture when the last frame has been drawn."""
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self.page.screenshot(path=path)


def shoot_welten(browser: Browser, address: str, folder: Path) -> None:
    """Weltendämmerung: movement, an attack with its odds, gates, and what threatens; on a desk and on a phone."""
    for suffix, device in (("", DESKTOP), ("-phone", PHONE)):
        with visiting(browser, address, device, reduced_motion="reduce") as visitor:
            game = Commander(visitor, f"pictures{suffix}")
            page, keys = visitor.page, visitor.page.keyboard
            game.look_at(*VANGUARD)
            click(visitor, VANGUARD)
            hover(visitor, AHEAD)
            expect(page.locator("#task")).to_have_text("Choose where it goes.")
            game.shoot(folder / f"web-welten-move{suffix}.png")
            game.reach("GATE")
            gate = game.view["gates"][ISLAND_GATE]
            game.look_at(gate["x"], gate["y"])
            hover(visitor, (gate["x"], gate["y"]))
            game.shoot(folder / f"web-welten-gates{suffix}.png")
            game.reach("ATTACK")
            while not visitor.received("welten_events")[-1]["legal"]["units"]:
                game.reach("ATTACK")
            game.aim()
            game.shoot(folder / f"web-welten-attack{suffix}.png")
            keys.press("Escape")
            keys.press("t")
            expect(page.locator("#terrain")).to_contain_text("threat of")
            game.shoot(folder / f"web-welten-threats{suffix}.png")
