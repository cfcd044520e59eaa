"""Walks through dungeons in real browsers, and what walkers are not told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
from playwright.sync_api import Response, expect

from duskfall.dungeon import EMPTY, SECRET, WALL, generate
from duskfall.formats.dungeon import View, sheet
from tests.dungeon.ways import keys_to, secrets_of, to_a_secret
from tests.web.conftest import OpenBrowser
from tests.web.dungeon_page import HERO, INKS, SEED, screen, settle, skip_to, visit, walked
from tests.web.visitors import PHONE, Visitor


def test_keys_are_the_maps_as_soon_as_the_page_is_open(open_browser: OpenBrowser) -> None:
    visitor = open_browser(reduced_motion="reduce")
    page = visitor.page
    visitor.goto("/")
    page.get_by_role("navigation").get_by_role("link", name="Dungeons").click()
    expect(page.get_by_role("heading", name="Statistics")).to_be_visible()
    heading = page.get_by_role("heading", level=1)
    before = heading.inner_text()
    page.keyboard.press("Space")
    expect(heading).not_to_have_text(before)
    page.keyboard.press("x")
    expect(page.get_by_text("0 steps, 0 of ")).to_be_visible()


def test_a_walk_goes_on_after_a_look_from_above_a_reload_and_a_lost_connection(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    page = visitor.page
    dungeon = generate(SEED)
    way = to_a_secret(dungeon)
    visitor.goto(f"/dungeon/{SEED}?walk")
    expect(page.get_by_text("0 steps, 0 of ")).to_be_visible()
    walked(page, way)
    page.keyboard.press("f")
    found = page.get_by_text(f"{len(way)} steps, 1 of {len(secrets_of(dungeon))} secrets")
    expect(found).to_be_visible()
    page.keyboard.press("x")
    expect(page.get_by_role("button", name="Keeper")).to_be_visible()
    page.keyboard.press("x")
    expect(found).to_be_visible()
    page.reload()
    expect(found).to_be_visible()
    expect(page.get_by_text("You go on where you stood.")).to_be_visible()
    visitor.context.set_offline(True)
    page.keyboard.press("f")
    expect(page.get_by_text("The server does not answer just now.")).to_be_visible()
    visitor.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("You search and find nothing.")).to_be_visible()
    page.get_by_role("button", name="Start over").click()
    expect(page.get_by_text("0 steps, 0 of ")).to_be_visible()
    visitor.errors.clear()  # the browser notes each request that failed


def test_a_phone_on_its_side_keeps_the_walking_buttons_in_its_window(open_browser: OpenBrowser) -> None:
    visitor = open_browser(PHONE | {"viewport": {"width": 844, "height": 390}}, reduced_motion="reduce")
    page = visitor.page
    visitor.goto(f"/dungeon/{SEED}?walk")
    expect(page.get_by_text("0 steps, 0 of ")).to_be_visible()
    for name in ("Left", "Up", "Down", "Right", "Search around"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)


def test_somebody_walks_to_the_stairs_by_keys_and_down_to_the_next_dungeon(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    visitor.goto(f"/dungeon/{SEED}?walk")
    expect(visitor.page.get_by_text("0 steps, 0 of ")).to_be_visible()
    dungeon = generate(SEED)
    assert dungeon.up is not None
    assert dungeon.down is not None
    way = keys_to(dungeon, dungeon.up, dungeon.down)
    walked(visitor.page, way)
    expect(visitor.page.locator(".arrived")).to_contain_text(f"{len(way)} steps")
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.get_by_role("heading", name=f"Dungeon {SEED + 1}")).to_be_visible()
    expect(visitor.page.get_by_text("0 steps, 0 of ")).to_be_visible()
    assert visitor.page.url.endswith(f"/dungeon/{SEED + 1}?walk")


def test_a_secret_is_wall_until_it_is_searched_for_and_then_a_way(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    visitor.goto(f"/dungeon/{SEED}?walk&look=c64")
    page = visitor.page
    expect(page.get_by_text("0 steps, 0 of ")).to_be_visible()
    dungeon = generate(SEED)
    walked(page, to_a_secret(dungeon))
    assert not any(INKS.get(ink) == SECRET for row in screen(page) for ink in row)
    page.get_by_role("button", name="Search around").click()
    expect(page.get_by_role("status").filter(has_text="You found a secret!")).to_be_visible()
    expect(page.get_by_text(", 1 of ")).to_be_visible()
    assert any(INKS.get(ink) == SECRET for row in screen(page) for ink in row)
    assert sum(ink == HERO for row in screen(page) for ink in row) == 1


def test_fingers_walk_to_where_they_tap_and_search_where_they_stand(open_browser: OpenBrowser) -> None:
    visitor = open_browser(PHONE)
    visitor.goto(f"/dungeon/{SEED}?walk")
    page = visitor.page
    expect(page.get_by_text("0 steps, 0 of ")).to_be_visible()
    chart = page.locator("#chart")
    chart.scroll_into_view_if_needed()
    settle(page)
    box = chart.bounding_box()
    assert box is not None
    size = float(chart.get_attribute("data-tile") or 0)
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.touchscreen.tap(middle[0] + 2 * size, middle[1])
    expect(page.get_by_text("2 steps, 0 of ")).to_be_visible()
    page.touchscreen.tap(*middle)
    expect(page.get_by_text("You search and find nothing.")).to_be_visible()
    page.get_by_role("button", name="Left").click()
    expect(page.get_by_text("3 steps, 0 of ")).to_be_visible()


class Overheard:
    """Everything that a visitor receives about dungeons."""

    def __init__(self, visitor: Visitor) -> None:
        self.responses: list[Response] = []
        visitor.page.on("response", self._hear)

    def _hear(self, response: Response) -> None:
        if "/api/dungeons/" in response.url:
            self.responses.append(response)

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Every tile that was told of, with the kind that was told."""
        for response in self.responses:
            told: dict[str, Any] = json.loads(response.body())
            lists = [step for phase in told.get("phases", ()) for step in phase["steps"]]
            lists += [moment["sight"] for moment in told.get("stood", ())]
            lists.append(told.get("marks", []))
            for pairs in lists:
                yield from zip(pairs[::2], pairs[1::2], strict=True)


def test_players_and_walkers_receive_nothing_of_the_secrets_they_have_not_found(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    page = visitor.page
    heard = Overheard(visitor)
    skip_to(visitor, f"/dungeon/{SEED}?view=player")
    dungeon = generate(SEED)
    players = sheet(dungeon, View.PLAYER).dungeon
    page.get_by_role("button", name="On foot").click()
    expect(page.get_by_text("0 steps, 0 of ")).to_be_visible()
    walked(page, to_a_secret(dungeon))
    hidden = {int(tile) for tile in np.flatnonzero((players.tiles == EMPTY) & (dungeon.tiles != EMPTY))}
    doors = {y * dungeon.width + x for x, y in secrets_of(dungeon)}
    pairs = list(heard.pairs())
    assert len(pairs) > 2000
    assert not any(tile in hidden for tile, _ in pairs)
    assert {kind for tile, kind in pairs if tile in doors} == {WALL}
    page.keyboard.press("f")
    expect(page.get_by_text("You found a secret!")).to_be_visible()
    assert any(kind == SECRET for _, kind in heard.pairs()), "the check would notice"


def test_the_check_for_secrets_would_notice_them(open_browser: OpenBrowser) -> None:
    visitor = open_browser(reduced_motion="reduce")
    heard = Overheard(visitor)
    visit(visitor, f"/dungeon/{SEED}")
    assert any(kind == SECRET for _, kind in heard.pairs())
