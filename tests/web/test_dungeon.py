"""Dungeons in real browsers: dug, looked at, carried home and fought over."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from duskfall.cli.dungeon.maps import chosen, make
from duskfall.dungeon import EMPTY, PHASES, Options, generate, generate_stages
from duskfall.formats.dungeon import FORMATS, View, sheet
from duskfall.formats.dungeon.animation import animate
from duskfall.formats.dungeon.tile_art import ART, KINDS
from duskfall.formats.fog.dungeons import dungeon_mountains
from tests.web.conftest import OpenBrowser
from tests.web.dungeon_page import (
    COLUMNS,
    INKS,
    MOUNTAIN,
    OBSTACLE,
    PHASES_SEEN,
    ROWS,
    SEED,
    SMALLEST,
    WEB,
    counted,
    drawn,
    screen,
    settle,
    skip_to,
    visit,
    window,
)
from tests.web.fog_updates import boards

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
    visitor.page.add_init_script(PHASES_SEEN)
    skip_to(visitor, f"/dungeon/{SEED}")
    assert PHASES[-1][0] not in visitor.page.evaluate("window.phases"), "the digging has come to its end"
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
    expect(page.get_by_text("0 steps, 0 of ")).to_be_visible()
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


def test_names_that_no_option_has_do_not_kill_a_link(open_browser: OpenBrowser) -> None:
    visitor = open_browser(reduced_motion="reduce")
    visit(visitor, "/dungeon/7?utm_source=x&lops=2")
    expect(visitor.page.get_by_role("heading", name="Dungeon 7", exact=True)).to_be_visible()
    expect(visitor.page.get_by_text("There is no option “lops”. Did you mean “loops”?")).to_be_visible()


def test_the_map_of_the_largest_size_fits_and_rooms_are_numbered(open_browser: OpenBrowser) -> None:
    visitor = open_browser(SMALLEST, reduced_motion="reduce")
    page = visitor.page
    visit(visitor, "/dungeon/7?width=255&height=255&grid=8")
    settle(page)
    chart = page.locator("#chart")
    box = chart.bounding_box()
    assert box is not None
    assert 255 * float(chart.get_attribute("data-tile") or 0) <= min(box["width"], box["height"])
    visit(visitor, "/dungeon/7")
    settle(page)
    assert chart.get_attribute("data-numbers") == str(len(generate(7).rooms))
    listed = [entry.get_attribute("data-kind") for entry in page.locator(".legend [data-kind]").all()]
    assert listed == ["door", "up", "down", "secret", "secret floor", "treasure"]


@pytest.mark.parametrize("width", [345, 360])
def test_the_c64_screen_stays_within_its_panel(open_browser: OpenBrowser, width: int) -> None:
    visitor = open_browser({"viewport": {"width": width, "height": 740}}, reduced_motion="reduce")
    visit(visitor, "/dungeon/7?look=c64")
    settle(visitor.page)
    screen_box, panel = (visitor.page.locator(part).bounding_box() for part in ("#c64-screen", ".dungeon-view"))
    assert screen_box is not None
    assert panel is not None
    assert panel["x"] <= screen_box["x"]
    assert screen_box["x"] + screen_box["width"] <= panel["x"] + panel["width"]


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
        make(str(SEED), "classic", chosen({"loops": 2}), name, str(file), view)
        assert Path(got.value.path()).read_bytes() == file.read_bytes(), name
        named = got.value.suggested_filename
        assert named == f"{'dungeon' if view == 'player' else SEED}.{kind.extension}"


def test_a_file_that_cannot_hold_the_map_is_not_offered(open_browser: OpenBrowser) -> None:
    visitor = open_browser(reduced_motion="reduce")
    visit(visitor, "/dungeon/7?width=60")
    expect(visitor.page.locator("[data-file=png] a")).to_be_visible()
    offered = {file.get_attribute("data-file") for file in visitor.page.locator("[data-file]").all()}
    assert offered == {name for name, kind in FORMATS.items() if kind.side is None}


# Fighting over it


def test_fight_here_opens_a_room_on_this_dungeon_with_all_its_options(open_browser: OpenBrowser) -> None:
    visitor = open_browser(reduced_motion="reduce")
    visit(visitor, "/dungeon/9?width=40&height=36&loops=3")
    page = visitor.page
    page.get_by_role("button", name="Open a room").click()
    expect(page.get_by_role("heading", name="The room")).to_be_visible()
    expect(page.get_by_label("Seed of the dungeon")).to_have_value("9")
    expect(page.get_by_label("Width")).to_have_value("40")
    expect(page.get_by_label("Height")).to_have_value("36")
    expect(
        page.get_by_text("Dug with: Classic, every seed and all options; Width 40; Height 36; Loops 3.")
    ).to_be_visible()
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
