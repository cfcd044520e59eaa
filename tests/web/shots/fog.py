"""Pictures of Fog of War and of the front door."""

from __future__ import annotations

import json
import re
from collections import deque
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from tests.web.fog_updates import Board, boards
from tests.web.visitors import DESKTOP, PHONE, Visitor, set_identity, visiting

STEPS = {"w": (0, -1), "a": (-1, 0), "s": (0, 1), "d": (1, 0)}
OPEN = -1
SEEDS = ("23", "45", "33", "57", "41", "54", "49", "31", "36", "39", "53", "55")
"""Maps on which the player begins near the middle."""


class Player:
    """Plays well enough for a picture: the largest army walks to the nearest land that is not its own."""

    def __init__(self, visitor: Visitor, seat: int = 0) -> None:
        self._visitor = visitor
        self._seat = seat
        self._updates: list[dict[str, Any]] = []
        self._read = 0

    def look(self) -> Board | None:
        """The board as the browser last received it."""
        for frame in self._visitor.frames[self._read :]:
            if frame.startswith('42["game_update"'):
                self._updates.append(json.loads(frame[2:])[1])
        self._read = len(self._visitor.frames)
        return deque(boards(self._updates), maxlen=1).pop() if self._updates else None

    def play(self, until: int) -> bool:
        """Play until a turn, with the keyboard; False if the player falls before."""
        page = self._visitor.page
        page.locator("#board").focus()
        undo, turn = page.locator(".toolbar button[title='Undo (E)']"), -1
        while turn < until:
            if undo.is_hidden():
                return False
            field = self.look()
            if field is not None and field.turn != turn and undo.is_disabled():
                turn = field.turn
                page.keyboard.press("Space")
                page.keyboard.press("Tab")
                page.keyboard.type(self._way(field))
            page.wait_for_timeout(20)
        return True

    def _way(self, field: Board) -> str:
        """The keys that lead the largest army to the nearest land worth having."""
        mine = [tile for tile, owner in enumerate(field.terrain) if owner == self._seat and field.armies[tile] > 1]
        if not mine:
            return ""
        start = max(mine, key=lambda tile: (field.armies[tile], -tile))
        ways, edge = {start: ""}, deque([start])
        while edge:
            tile = edge.popleft()
            if field.terrain[tile] == OPEN or 0 <= field.terrain[tile] != self._seat:
                return ways[tile]
            for key, (dx, dy) in STEPS.items():
                x, y = tile % field.width + dx, tile // field.width + dy
                other = y * field.width + x
                inside = 0 <= x < field.width and 0 <= other < len(field.terrain)
                if inside and other not in ways and field.terrain[other] >= OPEN:
                    ways[other] = ways[tile] + key
                    edge.append(other)
        return ""


def make_room(visitor: Visitor, *, players: int, speed: str, seed: str, bots: int) -> None:
    """Make a room through its form."""
    visitor.goto("/fog")
    page = visitor.page
    page.get_by_label("Players").fill(str(players))
    page.get_by_label("Speed").select_option(speed)
    page.get_by_label("Map", exact=True).select_option("seed")
    page.get_by_label("Seed").fill(seed)
    page.get_by_label("settler", exact=True).fill(str(bots))
    page.get_by_role("button", name="Make the room").click()


def shoot_play(browser: Browser, address: str, folder: Path) -> None:
    """A game in progress, on the first map that our simple player survives for long enough."""
    for seed in SEEDS:
        with visiting(browser, address, DESKTOP) as visitor:
            set_identity(visitor, "Ada")
            make_room(visitor, players=3, speed="100", seed=seed, bots=2)
            player = Player(visitor)
            if not player.play(until=150):
                continue
            visitor.page.keyboard.press("Space")
            visitor.page.keyboard.press("Tab")
            visitor.page.keyboard.type("wdwddsda")
            visitor.page.screenshot(path=folder / "web-fog.png")
            return


def shoot_end(browser: Browser, address: str, folder: Path) -> None:
    """The end of a duel with a settler, whoever wins it."""
    with visiting(browser, address, DESKTOP) as visitor:
        set_identity(visitor, "Ada")
        make_room(visitor, players=2, speed="50", seed="3", bots=1)
        if Player(visitor).play(until=500):
            visitor.page.get_by_role("button", name="Surrender").click()
            visitor.page.get_by_role("dialog").get_by_role("button", name="Surrender").click()
        expect(visitor.page.get_by_role("heading", name="won")).to_be_visible()
        expect(visitor.page.get_by_role("link", name="Watch the replay")).to_be_visible()
        visitor.page.screenshot(path=folder / "web-end.png")


def shoot_home(browser: Browser, address: str, folder: Path) -> None:
    """The front door, with a game going on that can be watched."""
    with visiting(browser, address, DESKTOP) as visitor:
        set_identity(visitor, "Ada")
        visitor.goto("/")
        expect(visitor.page.get_by_text("Looking")).to_have_count(0)
        digging = visitor.page.get_by_text("Placing Stairs")  # the pictures move only while they are in view
        visitor.page.get_by_role("heading", name="Dungeons").scroll_into_view_if_needed()
        digging.wait_for()
        visitor.page.evaluate("scrollTo(0, 0)")
        visitor.page.get_by_text(re.compile(r"^turn 17\d$")).wait_for()
        visitor.page.screenshot(path=folder / "web-home.png", full_page=True)


def shoot_lobby(browser: Browser, address: str, folder: Path) -> None:
    """A room with two people and a bot who wait for a fourth."""
    with visiting(browser, address, DESKTOP) as host, visiting(browser, address, DESKTOP) as friend:
        set_identity(host, "Ada")
        set_identity(friend, "Grace")
        make_room(host, players=4, speed="500", seed="7", bots=1)
        expect(host.page.get_by_role("heading", name="The room")).to_be_visible()
        friend.goto(host.page.url.removeprefix(address))
        friend.page.get_by_label("Say something").fill("Shall we ask one more?")
        friend.page.get_by_role("button", name="Say").click()
        friend.page.get_by_role("button", name="Ready").click()
        expect(host.page.get_by_text("Shall we")).to_be_visible()
        host.page.screenshot(path=folder / "web-lobby.png", full_page=True)


def shoot_phone(browser: Browser, address: str, folder: Path) -> None:
    """The same on a phone."""
    with visiting(browser, address, PHONE) as visitor:
        set_identity(visitor, "Ada")
        make_room(visitor, players=2, speed="250", seed="5", bots=1)
        player = Player(visitor)
        player.play(until=80)
        visitor.page.keyboard.press("Space")
        visitor.page.keyboard.press("Tab")
        visitor.page.keyboard.type("wdw")
        visitor.page.screenshot(path=folder / "web-phone.png")


FOG = (shoot_play, shoot_end, shoot_lobby, shoot_phone, shoot_home)
