"""Fog of War as people play it: in real browsers, against a real server."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.web.conftest import OpenBrowser
from tests.web.fog_updates import boards, leaks
from tests.web.visitors import PHONE, Visitor

LANDSCAPE = {**PHONE, "viewport": {"width": 844, "height": 390}}

NEAR = "\n".join(
    (
        "..........",
        "..........",
        "..........",
        "..........",
        "...a..b...",
        "..........",
        "...^^^^...",
        "..........",
        "..........",
        "..........",
    )
)
"""Two generals three steps apart."""
WIDTH = 10
HOMES = (43, 46)
SLOW = "1000"
"""Milliseconds of a turn."""
ENOUGH = 40
"""Armies with which an attack cannot fail, however slow the machine is at the moment."""


def make_room(host: Visitor, board: str = NEAR, speed: str = "100") -> str:
    """Make a room with a map of one's own; gives its address."""
    host.goto("/fog")
    page = host.page
    page.get_by_label("Speed").select_option(speed)
    page.get_by_label("Map", exact=True).select_option("own")
    page.get_by_label("Map, a row a line").fill(board)
    page.get_by_role("button", name="Make the room").click()
    expect(page.get_by_role("heading", name="The room")).to_be_visible()
    expect(page.locator("[data-share]")).to_have_value(page.url)
    expect(page.get_by_text("1 free seat").or_(page.get_by_text("A free seat", exact=True))).to_be_visible()
    return page.url.removeprefix(host.address)


def begin(first: Visitor, second: Visitor, speed: str = "100") -> None:
    """Let two visitors play on the map of near generals; slowly where orders shall stay queued for a while."""
    second.goto(make_room(first, speed=speed))
    for visitor in (first, second):
        expect(visitor.page.locator("#board")).to_be_focused()


def name_of(page: Page) -> str:
    return page.locator("[data-me]").inner_text()


def test_two_people_play_to_the_end_by_capture_and_a_reload_in_the_middle_does_no_harm(
    open_browser: OpenBrowser,
) -> None:
    first, second = open_browser(), open_browser()
    begin(first, second)
    first.wait_for_turn(10)
    first.page.reload()
    expect(first.page.locator("#board")).to_be_focused()
    expect(first.page.locator("#tile")).to_contain_text("your general")
    first.wait_for_turn(ENOUGH)
    second.page.keyboard.press("w")
    expect(second.page.locator("#tile")).to_contain_text("your land")
    first.page.keyboard.type("ddd")
    for visitor, words in ((first, "You won"), (second, f"{name_of(first.page)} won")):
        expect(visitor.page.get_by_role("heading", name=words)).to_be_visible()
        expect(visitor.page.get_by_role("img", name="Armies from turn 0")).to_be_visible()
    assert [end["reason"] for end in first.received("game_end")] == ["last_alive"]


def test_no_frame_holds_anything_of_a_tile_that_was_never_in_sight(open_browser: OpenBrowser) -> None:
    first, second = open_browser(), open_browser()
    begin(first, second)
    second.page.keyboard.type("sssaaww")
    first.page.keyboard.type("awddwaa")
    first.wait_for_turn(25)
    first.page.reload()
    first.wait_for_turn(30)
    for seat, visitor in enumerate((first, second)):
        updates = visitor.received("game_update")
        assert len(updates) >= 20
        assert leaks(updates, seat) == []
        shown = list(boards(updates))[-1]
        assert shown.terrain[HOMES[seat]] == seat
        assert sum(code == -3 for code in shown.terrain) > WIDTH, "most of the map stays in the fog"


def test_the_check_for_leaks_would_notice_one(open_browser: OpenBrowser) -> None:
    first, second = open_browser(), open_browser()
    begin(first, second)
    first.wait_for_turn(3)
    updates = first.received("game_update")
    assert leaks(updates, 0) == []
    assert leaks(updates, 1) != [], "seen with the other's eyes, one's own board is full of secrets"


def test_a_lost_connection_comes_back_by_itself_into_the_same_seat(open_browser: OpenBrowser) -> None:
    first, second = open_browser(), open_browser()
    sockets = first.connections()
    begin(first, second)
    first.wait_for_turn(5)
    first.page.keyboard.press("w")
    sockets[0].close()
    first.wait_for_turn(15)
    expect(first.page.locator("#tile")).to_contain_text("your land")
    assert len(sockets) > 1
    expect(second.page.locator("#side")).not_to_contain_text("away")


def test_a_page_that_is_older_than_the_server_says_so_after_the_connection_was_lost(open_browser: OpenBrowser) -> None:
    first, second = open_browser(), open_browser()
    sockets = first.connections()
    begin(first, second)
    sockets[0].close()
    expect(first.page.locator("[data-connection=up]")).to_be_visible()
    notice = first.page.get_by_role("alert").filter(has_text="Duskfall was updated")
    first.page.route(
        re.compile(r"^http://[^/]+/$"),
        lambda route: route.fulfill(body="<script type=module src=/client/index-new.js>"),
    )
    expect(notice).to_have_count(0)
    sockets[-1].close()
    expect(notice).to_be_visible()
    notice.get_by_role("button", name="Load again").click()
    expect(first.page.locator("#tile")).to_contain_text("your general")
    expect(notice).to_have_count(0)


def test_orders_are_drawn_undone_cleared_halved_and_dropped_by_key(open_browser: OpenBrowser) -> None:
    first, second = open_browser(), open_browser()
    begin(first, second, speed=SLOW)
    page = first.page
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    first.wait_for_turn(2)
    page.keyboard.type("ws" * 20)
    expect(undo).to_be_enabled()
    page.keyboard.press("q")
    expect(undo).to_be_disabled()
    page.keyboard.press("Tab")
    page.keyboard.press("z")
    half = page.get_by_role("button", name="Half")
    expect(half).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Space")
    expect(half).to_be_disabled()
    expect(page.locator("#tile")).to_be_empty()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Say something to everyone")).to_be_focused()
    page.keyboard.type("<b>good luck</b>")
    page.keyboard.press("Enter")
    expect(second.page.get_by_role("log")).to_contain_text("good luck")
    assert second.page.locator("#side [role=log] b").count() == 0
    page.keyboard.press("Escape")
    expect(page.locator("#board")).to_be_focused()


def middle_of(visitor: Visitor, tile: int) -> tuple[float, float]:
    """Where a tile of the small map is on the screen; the board stands in the middle of its window."""
    board = visitor.page.locator("#board")
    box, size = board.bounding_box(), float(board.get_attribute("data-tile") or 0)
    assert box is not None
    left, top = box["x"] + box["width"] / 2 - 5 * size, box["y"] + box["height"] / 2 - 5 * size
    return left + (tile % WIDTH + 0.5) * size, top + (tile // WIDTH + 0.5) * size


def test_the_mouse_draws_ways_sends_armies_far_moves_the_map_and_zooms(open_browser: OpenBrowser) -> None:
    first, second = open_browser(), open_browser()
    begin(first, second)
    page, tile = first.page, first.page.locator("#tile")
    first.wait_for_turn(8)
    page.mouse.move(*middle_of(first, HOMES[0]))
    page.mouse.down()
    for stop in (33, 32):
        page.mouse.move(*middle_of(first, stop), steps=4)
    page.mouse.up()
    expect(tile).to_contain_text("Row 4, column 3: your land")
    page.mouse.click(*middle_of(first, HOMES[0]))
    expect(tile).to_contain_text(re.compile(r"your general, [1-9]\d armies"))
    page.mouse.click(*middle_of(first, 81))
    expect(tile).to_contain_text("Row 9, column 2: your land")
    board = page.locator("#board")
    size = board.get_attribute("data-tile")
    page.mouse.wheel(0, -300)
    expect(board).not_to_have_attribute("data-tile", size or "")
    page.keyboard.press("f")
    expect(board).to_have_attribute("data-tile", size or "")


def test_a_board_that_is_seen_whole_grows_and_shrinks_with_the_window_and_one_that_was_zoomed_stays(
    open_browser: OpenBrowser,
) -> None:
    first, second = open_browser(), open_browser()
    begin(first, second)
    board = first.page.locator("#board")
    size = board.get_attribute("data-tile") or ""
    first.page.set_viewport_size({"width": 1600, "height": 1000})
    expect(board).not_to_have_attribute("data-tile", size)
    assert float(board.get_attribute("data-tile") or 0) > float(size)
    first.page.set_viewport_size({"width": 1280, "height": 800})
    expect(board).to_have_attribute("data-tile", size)
    board.focus()
    first.page.keyboard.press("-")
    expect(board).not_to_have_attribute("data-tile", size)
    zoomed = board.get_attribute("data-tile") or ""
    width = board.get_attribute("width") or ""
    first.page.set_viewport_size({"width": 1600, "height": 1000})
    expect(board).not_to_have_attribute("width", width)
    expect(board).to_have_attribute("data-tile", zoomed)


def test_who_opens_a_second_window_is_told_so_in_the_first_and_can_come_back(open_browser: OpenBrowser) -> None:
    first, second = open_browser(), open_browser()
    begin(first, second)
    other = first.context.new_page()
    other.goto(first.page.url)
    expect(first.page.get_by_text("You play on in another window")).to_be_visible()
    first.page.get_by_role("button", name="Play here").click()
    expect(other.get_by_text("You play on in another window")).to_be_visible()
    expect(first.page.get_by_text("You play on in another window")).to_have_count(0)


def test_a_reload_still_shows_the_marches_that_the_server_has(open_browser: OpenBrowser) -> None:
    first, second = open_browser(), open_browser()
    begin(first, second, speed=SLOW)
    first.wait_for_turn(2)
    first.page.keyboard.type("wsadws" * 8)
    first.page.reload()
    undo = first.page.get_by_role("button", name="Undo")
    expect(undo).to_be_enabled()
    first.page.keyboard.press("q")
    expect(undo).to_be_disabled()


def test_two_fingers_zoom(open_browser: OpenBrowser) -> None:
    first, second = open_browser(PHONE), open_browser()
    begin(first, second)
    board = first.page.locator("#board")
    size = board.get_attribute("data-tile") or ""
    box = board.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = first.context.new_cdp_session(first.page)

    def touch(kind: str, *apart: float) -> None:
        points = [{"x": x + side, "y": y, "id": number} for gap in apart for number, side in enumerate((-gap, gap))]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 40)
    for gap in range(44, 130, 6):
        touch("touchMove", gap)
    touch("touchEnd")
    expect(board).not_to_have_attribute("data-tile", size)
    assert float(board.get_attribute("data-tile") or 0) > float(size)


def test_surrender_is_asked_about_and_ends_a_duel(open_browser: OpenBrowser) -> None:
    first, second = open_browser(), open_browser()
    begin(first, second)
    first.page.get_by_role("button", name="Surrender").click()
    first.page.get_by_role("dialog").get_by_role("button", name="Surrender").click()
    expect(second.page.get_by_role("heading", name="You won")).to_be_visible()
    first.page.get_by_role("button", name="Play again").click()
    second.page.get_by_role("button", name="Play again").click()
    for visitor in (first, second):
        expect(visitor.page.get_by_role("heading", name="won")).to_have_count(0)
        expect(visitor.page.locator("#board")).to_be_visible()
        visitor.wait_for_turn(1)


@pytest.mark.parametrize("size", [(1280, 800), (1366, 768)])
def test_chat_and_the_ways_out_of_a_game_are_in_sight_in_the_window_of_a_laptop(
    open_browser: OpenBrowser, size: tuple[int, int]
) -> None:
    first, second = open_browser({"viewport": {"width": size[0], "height": size[1]}}), open_browser()
    begin(first, second)
    for language, surrender in (("en", "Surrender"), ("de", "Aufgeben")):
        first.page.locator(f"[data-language={language}]").click()
        side = first.page.locator("#side")
        for part in (
            side.get_by_role("textbox"),
            side.get_by_role("button", name=surrender),
            side.locator("a[href='/fog']"),
            side.locator("[data-rated]"),
        ):
            expect(part).to_be_in_viewport(ratio=1)


def test_a_spectator_sees_both_sides_late_and_commands_nobody(open_browser: OpenBrowser) -> None:
    first, second, third = open_browser(), open_browser(), open_browser()
    begin(first, second)
    third.goto(first.page.url.removeprefix(first.address) + "?watch")
    third.wait_for_turn(3)
    expect(third.page.get_by_text("You are watching, 20 turns late")).to_be_visible()
    expect(third.page.get_by_role("button", name="Undo")).to_be_hidden()
    shown = list(boards(third.received("game_update")))[-1]
    assert [shown.terrain[tile] for tile in HOMES] == [0, 1]


def test_what_a_host_chose_is_in_the_form_of_the_lobby_and_can_be_chosen_anew(open_browser: OpenBrowser) -> None:
    host, friend = open_browser(), open_browser()
    host.goto("/fog")
    host.page.get_by_label("Players").fill("4")
    host.page.get_by_label("Map", exact=True).select_option("dungeon")
    host.page.get_by_label("Seed of the dungeon").fill("18446744073709551615")
    host.page.get_by_role("button", name="Make the room").click()
    expect(host.page.get_by_role("heading", name="The room")).to_be_visible()
    expect(host.page.get_by_label("Players")).to_have_value("4")
    expect(host.page.get_by_label("Seed of the dungeon")).to_have_value("18446744073709551615")
    friend.goto(host.page.url.removeprefix(host.address))
    expect(friend.page.get_by_text("map from a dungeon")).to_be_visible()
    host.page.get_by_label("Players").fill("3")
    host.page.get_by_label("Players").blur()
    expect(friend.page.get_by_text("3 players")).to_be_visible()
    host.page.get_by_label("Players").fill("40")
    host.page.get_by_label("Players").blur()
    expect(host.page.get_by_text("Players: a whole number from 2 to 16.")).to_be_visible()


def test_a_game_against_a_bot_is_one_click_away(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    visitor.goto("/")
    visitor.page.get_by_role("button", name="Play now").click()
    visitor.wait_for_turn(3)
    assert "settler" in visitor.armies()
    assert "?" not in visitor.page.url, "the address can be sent to a friend who wants to watch"


def test_a_phone_plays_by_taps_and_finds_the_rest_behind_a_button(open_browser: OpenBrowser) -> None:
    first, second = open_browser(PHONE), open_browser()
    begin(first, second)
    page = first.page
    expect(page.locator("#side")).to_be_hidden()
    first.wait_for_turn(3)
    page.get_by_role("button", name="Next").tap()
    half = page.get_by_role("button", name="Half")
    for pressed in ("false", "true"):
        page.touchscreen.tap(*middle_of(first, HOMES[0]))
        expect(half).to_have_attribute("aria-pressed", pressed)
    page.touchscreen.tap(*middle_of(first, 33))
    expect(page.locator("#tile")).to_contain_text("Row 4, column 4")
    page.get_by_role("button", name="More").tap()
    expect(page.locator("#side")).to_be_visible()
    expect(page.get_by_role("button", name="Surrender")).to_be_visible()


def test_phones_keep_every_tool_and_one_on_its_side_shows_the_board_on_most_of_its_screen(
    open_browser: OpenBrowser,
) -> None:
    first, second = open_browser(LANDSCAPE), open_browser()
    begin(first, second)
    tools = (
        "Half",
        "Undo",
        "Clear",
        "Next",
        "Ping",
        "Zoom out",
        "Zoom in",
        "Fit",
        "Home",
        "How to play",
        "Keys",
        "More",
    )
    for size in (LANDSCAPE["viewport"], PHONE["viewport"], ViewportSize(width=360, height=640)):
        first.page.set_viewport_size(size)
        for name in tools:
            box = first.page.get_by_role("button", name=name, exact=True).bounding_box()
            assert box is not None, name
            assert 0 <= box["x"] <= size["width"] - box["width"], name
            assert box["y"] + box["height"] <= size["height"], name
            assert min(box["width"], box["height"]) >= 44, name
        board = first.page.locator("#board").bounding_box()
        assert board is not None
        assert board["width"] * board["height"] >= size["width"] * size["height"] / 2
    first.page.get_by_role("button", name="Keys").tap()
    expect(first.page.get_by_role("dialog")).to_contain_text("By touch")


def test_tiles_are_looked_at_with_the_keyboard_without_marching(open_browser: OpenBrowser) -> None:
    first, second = open_browser(), open_browser()
    begin(first, second, speed=SLOW)
    page, tile = first.page, first.page.locator("#tile")
    spoken = page.locator(".game-map [role=status]")
    first.wait_for_turn(2)
    page.keyboard.press("i")
    expect(spoken).to_have_text(re.compile(r"^Looking\. Row 5, column 4: your general"))
    page.keyboard.press("d")
    expect(spoken).to_have_text("Row 5, column 5: free land")
    page.keyboard.press("ArrowRight")
    expect(spoken).to_have_text("Row 5, column 6: never seen")
    expect(tile).to_have_text("Row 5, column 6: never seen")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    page.keyboard.press("Escape")
    expect(spoken).to_contain_text("Row 5, column 4: your general")
    expect(page.locator("#board")).to_be_focused()


def test_a_tile_that_is_looked_at_is_chosen_or_marched_to_with_enter(open_browser: OpenBrowser) -> None:
    first, second = open_browser(), open_browser()
    begin(first, second)
    page, tile = first.page, first.page.locator("#tile")
    first.wait_for_turn(8)
    for key in ("i", "w", "w", "Enter"):
        page.keyboard.press(key)
    expect(tile).to_contain_text("Row 3, column 4: your land")
    for key in ("i", "s", "s", "Enter"):
        page.keyboard.press(key)
    expect(tile).to_contain_text("Row 5, column 4: your general")
    page.keyboard.press("z")
    expect(page.get_by_role("button", name="Half")).to_have_attribute("aria-pressed", "true")


def test_keys_are_bound_by_their_place_so_that_every_keyboard_has_them_together(open_browser: OpenBrowser) -> None:
    first, second = open_browser(), open_browser()
    begin(first, second)
    first.wait_for_turn(5)
    press = """([key, code]) => document.querySelector("#board").dispatchEvent(
        new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true }))"""
    first.page.evaluate(press, ["z", "KeyW"])
    expect(first.page.locator("#tile")).to_contain_text("Row 4, column 4")


def test_a_game_can_be_played_in_german_and_the_switch_keeps_the_focus(open_browser: OpenBrowser) -> None:
    first, second = open_browser(), open_browser()
    begin(first, second, speed=SLOW)
    page = first.page
    page.get_by_role("button", name="Undo").focus()
    page.get_by_role("button", name="Deutsch").click()
    expect(page.get_by_role("button", name="Deutsch")).to_be_focused()
    expect(page.locator("#turn")).to_have_text(re.compile(r"^Runde \d+$"))
    expect(page.locator("#tile")).to_contain_text("Zeile 5, Spalte 4: dein General")
    page.get_by_role("button", name="Aufgeben").click()
    page.get_by_role("dialog").get_by_role("button", name="Aufgeben").click()
    expect(page.get_by_role("heading", name=f"{name_of(second.page)} hat gewonnen")).to_be_visible()
    expect(page.get_by_role("button", name="Noch einmal")).to_be_visible()
    page.get_by_role("button", name="Karte ansehen").click()
    expect(page.locator("#board")).to_be_focused()
    page.get_by_role("button", name="Ergebnis").click()
    page.get_by_role("button", name="Zur Lobby").click()
    expect(page.get_by_role("heading", name="Der Raum")).to_be_visible()
    expect(page.get_by_text("Alle sind da.")).to_be_visible()


def test_a_host_mutes_a_player_and_sends_them_away_from_the_lobby(open_browser: OpenBrowser) -> None:
    host, guest = open_browser(), open_browser(locale="de-DE")
    host.goto("/fog")
    host.page.get_by_label("Players").fill("3")
    host.page.get_by_role("button", name="Make the room").click()
    expect(host.page.get_by_role("heading", name="The room")).to_be_visible()
    guest.goto(host.page.url.removeprefix(host.address))
    expect(guest.page.get_by_role("heading", name="Der Raum")).to_be_visible()
    expect(guest.page.get_by_role("button", name="Stummschalten")).to_have_count(0)
    host.page.get_by_role("button", name="Mute:").click()
    expect(host.page.get_by_role("button", name="Let speak:")).to_be_visible()
    guest.page.get_by_label("Allen im Raum etwas sagen").fill("spam")
    guest.page.keyboard.press("Enter")
    expect(guest.page.get_by_role("alert")).to_contain_text("Der Gastgeber hat dich in diesem Raum stummgeschaltet.")
    host.page.get_by_role("button", name="Send away:").click()
    expect(guest.page.get_by_role("heading", name="Du wurdest weggeschickt")).to_be_visible()
    expect(guest.page.get_by_text("Der Gastgeber hat dich aus diesem Raum gewiesen.")).to_be_visible()
    expect(guest.page.get_by_role("heading", name="Der Raum")).to_have_count(0)
    expect(guest.page.get_by_role("button", name="Nochmals versuchen")).to_have_count(0)
    expect(host.page.get_by_role("button", name="Send away:")).to_have_count(0)
    guest.page.reload()
    expect(guest.page.get_by_role("heading", name="Du wurdest weggeschickt")).to_be_visible()
    guest.page.get_by_role("link", name="Zu den Räumen").click()
    expect(guest.page).to_have_url(f"{guest.address}/fog")
