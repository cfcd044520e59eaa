"""Pictures of a game of Weltendämmerung: movement, a group, an enemy's reach, an attack, gates, and what threatens."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from duskfall.welten.units import FIRST_DAILOR
from tests.web.visitors import DESKTOP, PHONE, Visitor, set_identity, visiting
from tests.web.welten_games import click, hover, middle_of, open_room, place, unwarned

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
        if self.page.get_by_role("button", name="Board").is_visible():
            self.page.get_by_role("button", name="Board").click()
        self.page.locator("#board").focus()

    def reach(self, phase: str) -> None:
        """End turns until Eldoin is in this phase again."""
        while True:
            before = self.page.locator("#phase").inner_text()
            self.page.keyboard.press("e")
            self.page.wait_for_function(
                """before => {
                    const now = document.querySelector("#phase").textContent;
                    const plays = document.querySelector(".welten-end").ariaDisabled !== "true";
                    return now !== before && now.startsWith("ELDOIN") && plays;
                }""",
                arg=before,
            )
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

    def nearest_enemy(self) -> tuple[int, int]:
        """The unit of Dailor in the window that stands farthest to the west."""
        units = [unit[:3] for unit in self.view["units"]]
        for news in self.visitor.received("welten_events"):
            for number, *unit in news["patch"]["units"]:
                units[number] = unit[:3]
        left, top, tile = place(self.visitor)
        box = self.page.locator("#board").bounding_box()
        assert box is not None
        shown = [
            (x, y)
            for kind, x, y in units
            if kind >= FIRST_DAILOR
            and 0 <= left + x * tile <= box["width"] - 2 * tile
            and 0 <= top + y * tile <= box["height"] - 2 * tile
        ]
        return min(shown)

    def shoot(self, path: Path) -> None:
        """Take a picture when the last frame has been drawn."""
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self.page.screenshot(path=path)


def shoot_group(game: Commander, path: Path) -> None:
    """Mark the units on the island with a box."""
    page = game.page
    page.keyboard.press("Escape")
    page.keyboard.down("Shift")
    page.mouse.move(*middle_of(game.visitor, 42, 16))
    page.mouse.down()
    page.mouse.move(*middle_of(game.visitor, 54, 24), steps=4)
    page.mouse.up()
    page.keyboard.up("Shift")
    hover(game.visitor, AHEAD)
    expect(page.get_by_role("region", name="Marked units")).to_be_visible()
    game.shoot(path)
    page.keyboard.press("g")


def shoot_reach(game: Commander, path: Path) -> None:
    """Click the enemy that stands farthest to the west in the window; the log has told of some attacks by now."""
    click(game.visitor, game.nearest_enemy())
    expect(game.page.locator("#task")).to_contain_text("Where it can go")
    game.shoot(path)
    game.page.keyboard.press("Escape")


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
            if not suffix:
                shoot_group(game, folder / "web-welten-group.png")
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
            if not suffix:
                keys.press("t")
                game.reach("MOVEMENT")
                shoot_reach(game, folder / "web-welten-reach.png")
