"""Dungeons in real browsers: dug, looked at, walked through, carried home and fought over."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, Response, expect

from duskfall.cli.dungeon.maps import chosen, make
from duskfall.dungeon import DOOR, DOWN, EMPTY, FLOOR, PHASES, SECRET, UP, WALL, Options, generate, generate_stages
from duskfall.formats.dungeon import FORMATS, View, sheet
from duskfall.formats.dungeon.animation import animate
from duskfall.formats.dungeon.tile_art import ART, KINDS
from duskfall.formats.fog.dungeons import dungeon_mountains
from tests.dungeon.ways import keys_to, secrets_of, to_a_secret
from tests.web.conftest import OpenBrowser
from tests.web.fog_updates import boards
from tests.web.visitors import PHONE, Visitor

SEED = 7
WEB = Path(__file__).parent.parent.parent / "web"
INKS = {
    "112,109,235": WALL, "123,123,123": FLOOR, "237,241,113": DOOR, "169,255,159": UP, "117,206,200": DOWN,
    "196,108,113": SECRET,
}  # fmt: skip
"""The colours of the characters on the C64's screen."""
HERO = "255,255,255"
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


# Digging


def test_a_dungeon_is_dug_in_the_phases_of_the_generator_and_then_counted(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    page = visitor.page
    page.add_init_script(PHASES_SEEN)
    visit(visitor, f"/dungeon/{SEED}")
    assert page.evaluate("window.phases") == [name for name, _ in PHASES]
    expect(page.get_by_role("button", name="Skip")).to_be_hidden()
    assert counted(page) == generate(SEED).statistics()


def test_digging_can_be_skipped_and_who_wants_little_motion_sees_the_finished_map(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    visitor.goto(f"/dungeon/{SEED}")
    visitor.page.get_by_role("button", name="Skip").click()
    assert visitor.page.get_by_role("heading", name="Statistics").is_visible()
    calm = open_browser(reduced_motion="reduce")
    visit(calm, f"/dungeon/{SEED}")
    assert drawn(calm.page) == drawn(visitor.page)


def test_a_link_gives_the_same_map_to_a_second_browser(open_browser: OpenBrowser) -> None:
    first, second = open_browser(reduced_motion="reduce"), open_browser(reduced_motion="reduce")
    visit(first, "/dungeon")
    page = first.page
    page.get_by_label("Seed", exact=True).fill(str(2**64 - 1))
    page.get_by_text("Profile and options").click()
    page.get_by_label("Loops").fill("4")
    page.get_by_label("Secret share").fill("1")
    page.get_by_role("button", name="Dig", exact=True).click()
    expect(page.get_by_role("heading", name=f"Dungeon {2**64 - 1}")).to_be_visible()
    expected = generate(2**64 - 1, options=Options(loops=4, secret_share=1))
    expect(page.locator("[data-count=walkable] dd")).to_have_text(str(expected.statistics()["walkable"]))
    assert counted(page) == expected.statistics()
    address = page.get_by_label("This link gives").input_value()
    assert address == page.url
    visit(second, address.removeprefix(first.address))
    assert drawn(second.page) == drawn(page)
    assert counted(second.page) == expected.statistics()
    expect(second.page.get_by_label("Loops")).to_have_value("4")


def test_one_comes_back_from_a_dungeon_to_the_one_before(open_browser: OpenBrowser) -> None:
    visitor = open_browser(reduced_motion="reduce")
    visit(visitor, "/dungeon/7?look=c64")
    visitor.page.get_by_role("button", name="Roll another seed").click()
    expect(visitor.page.get_by_role("heading", name="Dungeon 7", exact=True)).to_be_hidden()
    visitor.page.go_back()
    expect(visitor.page.get_by_role("heading", name="Dungeon 7", exact=True)).to_be_visible()
    expect(visitor.page.get_by_role("button", name="C64")).to_have_attribute("aria-pressed", "true")


REFUSED = {
    "seven": "A seed is a whole number of up to 20 digits",
    str(2**64): "The profile classic has the seeds from 0 to 18446744073709551615.",
    "256?profile=c64": "The profile c64 has the seeds from 1 to 255.",
    "7?profile=c65": "There are classic and c64.",
    "7?width=23": "Width: a whole number from 24 to 255.",
    "7?secret_share=2": "Secret share: a share from 0 to 1.",
    "7?lops=2": "There is no option “lops”.",
    "7?room_min=9&room_max=8": "the least is larger than the greatest",
    "7?profile=c64&loops=2": "Choose classic for options.",
}


def test_what_cannot_be_dug_is_refused_in_words_and_can_be_mended(open_browser: OpenBrowser) -> None:
    visitor = open_browser(reduced_motion="reduce")
    page = visitor.page
    for path, words in REFUSED.items():
        visitor.goto(f"/dungeon/{path}")
        expect(page.get_by_role("alert")).to_contain_text(words)
        expect(page.get_by_role("heading", name="No such dungeon")).to_be_visible()
    page.get_by_label("Profile", exact=True).select_option("classic")
    page.get_by_role("button", name="Dig", exact=True).click()
    expect(page.get_by_role("heading", name="Statistics")).to_be_visible()
    expect(page.get_by_role("alert")).to_be_hidden()
    assert page.url.endswith("/dungeon/7?loops=2")


def test_a_wrong_option_in_the_form_is_marked_and_the_map_stays(open_browser: OpenBrowser) -> None:
    visitor = open_browser(reduced_motion="reduce")
    visit(visitor, "/dungeon/7")
    page = visitor.page
    page.get_by_text("Profile and options").click()
    page.get_by_label("Treasures").fill("65")
    page.get_by_role("button", name="Dig", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("Treasures: a whole number from 0 to 64.")
    expect(page.get_by_label("Treasures")).to_have_attribute("aria-invalid", "true")
    assert page.url.endswith("/dungeon/7")
    page.get_by_label("Treasures").fill("8")
    page.get_by_role("button", name="Dig", exact=True).click()
    expect(page.locator("[data-count=treasures] dd")).to_have_text("8")
    assert page.url.endswith("/dungeon/7?treasures=8")


def test_what_only_the_generator_can_know_is_told_in_its_words(open_browser: OpenBrowser) -> None:
    visitor = open_browser(reduced_motion="reduce")
    visitor.goto("/dungeon/7?width=24&height=24&room_min=12&room_max=12")
    expect(visitor.page.get_by_role("alert")).to_contain_text("two of them with their walls need 31 columns or rows")
    # The browser itself notes in its console that an address answered with a refusal.
    assert [complaint for complaint in visitor.errors if "409" not in complaint] == []
    visitor.errors.clear()


# Looking


@pytest.mark.parametrize("query", ["", "&view=player", "&profile=c64"])
def test_the_c64_screen_shows_the_engines_tiles_and_scrolls_by_one(open_browser: OpenBrowser, query: str) -> None:
    visitor = open_browser(reduced_motion="reduce")
    visit(visitor, f"/dungeon/{SEED}?look=c64{query}")
    page = visitor.page
    dungeon = generate(SEED, "c64" if "c64" in query else "classic")
    tiles = sheet(dungeon, View.PLAYER if "player" in query else View.KEEPER).dungeon.tiles
    page.locator("#dungeon-view").focus()
    for keys in ("", "ddds", "w"):
        x, y = window(page)
        page.keyboard.type(keys)
        x, y = x + keys.count("d"), y + keys.count("s") - keys.count("w")
        expect(page.locator("#c64-screen")).to_have_attribute("data-window", f"{x},{y}")
        shown = [[INKS[ink] if ink else EMPTY for ink in row] for row in screen(page)]
        assert shown == tiles[y : y + ROWS, x : x + COLUMNS].tolist()


def test_the_c64_screen_is_drawn_twice_as_large_where_the_window_has_room(open_browser: OpenBrowser) -> None:
    visitor = open_browser(reduced_motion="reduce")
    visit(visitor, f"/dungeon/{SEED}?look=c64")
    expect(visitor.page.locator("#c64-screen")).to_have_css("width", "640px")


def test_a_dungeon_that_is_looked_at_otherwise_is_not_dug_again(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    page = visitor.page
    skip_to(visitor, f"/dungeon/{SEED}")
    page.evaluate(PHASES_SEEN)
    rooms = page.locator("[data-count=rooms] dd")
    for name, count in (("Player", len(sheet(generate(SEED), View.PLAYER).dungeon.rooms)), ("Keeper", 15)):
        page.get_by_role("button", name=name).click()
        expect(rooms).to_have_text(str(count))
    page.get_by_role("button", name="On foot").click()
    expect(page.get_by_text("0 steps, 0 secrets")).to_be_visible()
    page.get_by_role("button", name="From above").click()
    expect(rooms).to_have_text("15")
    assert page.evaluate("window.phases") == []


def test_the_map_can_be_zoomed_and_fits_again(open_browser: OpenBrowser) -> None:
    visitor = open_browser(reduced_motion="reduce")
    visit(visitor, "/dungeon/7")
    settle(visitor.page)
    chart = visitor.page.locator("#chart")
    fit = chart.get_attribute("data-tile")
    visitor.page.get_by_role("button", name="Zoom in").click()
    visitor.page.get_by_role("button", name="Zoom in").click()
    expect(chart).not_to_have_attribute("data-tile", fit or "")
    visitor.page.get_by_role("button", name="Show the whole map").click()
    expect(chart).to_have_attribute("data-tile", fit or "")


# Walking


def test_somebody_walks_to_the_stairs_by_keys_and_down_to_the_next_dungeon(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    visitor.goto(f"/dungeon/{SEED}?walk")
    expect(visitor.page.get_by_text("0 steps, 0 secrets")).to_be_visible()
    dungeon = generate(SEED)
    assert dungeon.up is not None
    assert dungeon.down is not None
    way = keys_to(dungeon, dungeon.up, dungeon.down)
    walked(visitor.page, way)
    expect(visitor.page.locator(".arrived")).to_contain_text(f"{len(way)} steps")
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.get_by_role("heading", name=f"Dungeon {SEED + 1}")).to_be_visible()
    expect(visitor.page.get_by_text("0 steps, 0 secrets")).to_be_visible()
    assert visitor.page.url.endswith(f"/dungeon/{SEED + 1}?walk")


def test_a_secret_is_wall_until_it_is_searched_for_and_then_a_way(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    visitor.goto(f"/dungeon/{SEED}?walk&look=c64")
    page = visitor.page
    expect(page.get_by_text("0 steps, 0 secrets")).to_be_visible()
    dungeon = generate(SEED)
    walked(page, to_a_secret(dungeon))
    assert not any(INKS.get(ink) == SECRET for row in screen(page) for ink in row)
    page.get_by_role("button", name="Search around").click()
    expect(page.get_by_role("status").filter(has_text="You found a secret!")).to_be_visible()
    expect(page.get_by_text("1 secret,")).to_be_visible()
    assert any(INKS.get(ink) == SECRET for row in screen(page) for ink in row)
    assert sum(ink == HERO for row in screen(page) for ink in row) == 1


def test_fingers_walk_to_where_they_tap_and_search_where_they_stand(open_browser: OpenBrowser) -> None:
    visitor = open_browser(PHONE)
    visitor.goto(f"/dungeon/{SEED}?walk")
    page = visitor.page
    expect(page.get_by_text("0 steps, 0 secrets")).to_be_visible()
    chart = page.locator("#chart")
    chart.scroll_into_view_if_needed()
    settle(page)
    box = chart.bounding_box()
    assert box is not None
    size = float(chart.get_attribute("data-tile") or 0)
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.touchscreen.tap(middle[0] + 2 * size, middle[1])
    expect(page.get_by_text("2 steps, 0 secrets")).to_be_visible()
    page.touchscreen.tap(*middle)
    expect(page.get_by_text("You search and find nothing.")).to_be_visible()
    page.get_by_role("button", name="Left").click()
    expect(page.get_by_text("3 steps, 0 secrets")).to_be_visible()


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
    expect(page.get_by_text("0 steps, 0 secrets")).to_be_visible()
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


# Taking it along


@pytest.mark.parametrize("view", [view.value for view in View])
def test_every_download_has_the_bytes_of_the_command_line(open_browser: OpenBrowser, tmp_path: Path, view: str) -> None:
    visitor = open_browser(reduced_motion="reduce", accept_downloads=True)
    visit(visitor, f"/dungeon/{SEED}?loops=2&view={view}")
    page = visitor.page
    assert page.locator("[data-file]").count() == len(FORMATS)
    for name, kind in FORMATS.items():
        with page.expect_download() as got:
            page.locator(f"[data-file={name}] a").click()
        file = tmp_path / f"{name}.{kind.extension}"
        make(str(SEED), "classic", chosen(loops=2), name, str(file), view)
        assert Path(got.value.path()).read_bytes() == file.read_bytes(), name
        named = got.value.suggested_filename
        assert named == f"{'dungeon' if view == 'player' else SEED}.{kind.extension}"


def test_a_file_that_cannot_hold_the_map_is_not_offered(open_browser: OpenBrowser) -> None:
    visitor = open_browser(reduced_motion="reduce")
    visit(visitor, "/dungeon/7?width=60")
    expect(visitor.page.locator("[data-file=d64]")).to_contain_text("only 72×72")
    expect(visitor.page.locator("[data-file=d64] a")).to_have_count(0)
    expect(visitor.page.locator("[data-file=png] a")).to_be_visible()


# Fighting over it


def test_fight_here_opens_a_room_on_this_dungeon_with_all_its_options(open_browser: OpenBrowser) -> None:
    visitor = open_browser(reduced_motion="reduce")
    visit(visitor, "/dungeon/9?width=40&height=36&loops=3")
    page = visitor.page
    page.get_by_role("button", name="Open a room").click()
    expect(page.get_by_role("heading", name="The room")).to_be_visible()
    expect(page.get_by_label("Seed of the dungeon")).to_have_value("9")
    page.get_by_label("Speed").select_option("100")
    expect(page.get_by_text("Everyone has been told.")).to_be_visible()
    page.get_by_role("button", name="Invite settler").click()
    visitor.wait_for_turn(1)
    field = next(iter(boards(visitor.received("game_update"))))
    mountains = dungeon_mountains(generate(9, options=Options(width=40, height=36, loops=3))).ravel()
    assert (field.width, len(field.terrain)) == (40, 40 * 36)
    assert {field.terrain[tile] for tile in np.flatnonzero(mountains)} <= {MOUNTAIN, OBSTACLE}
    assert not any(field.terrain[tile] == MOUNTAIN for tile in np.flatnonzero(~mountains))
    assert any(field.terrain[tile] not in (MOUNTAIN, OBSTACLE) for tile in np.flatnonzero(~mountains))


def test_a_dungeon_too_large_for_a_board_says_so(open_browser: OpenBrowser) -> None:
    visitor = open_browser(reduced_motion="reduce")
    visit(visitor, "/dungeon/9?width=120")
    expect(visitor.page.get_by_text("up to 100×100 tiles")).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Open a room")).to_be_disabled()


def test_what_the_pages_keep_of_dungeons_is_the_engines() -> None:
    art = json.loads((WEB / "src" / "dungeon" / "art.json").read_text(encoding="utf-8"))
    assert art == [ART[name].split() for name in KINDS]
    shown = json.loads((WEB / "public" / "demo" / "dungeon.json").read_text(encoding="utf-8"))
    scenes = animate(*generate_stages(2556))
    assert shown["phases"] == [
        {"name": scene.name, "steps": [list(step) for step in scene.steps]} for scene in scenes if scene.steps
    ]


def test_the_front_page_leads_into_the_dungeon_it_shows(open_browser: OpenBrowser) -> None:
    visitor = open_browser(reduced_motion="reduce")
    visitor.goto("/")
    visitor.page.get_by_role("link", name="Into the dungeon").click()
    expect(visitor.page.get_by_role("heading", name="Dungeon 2556")).to_be_visible()
