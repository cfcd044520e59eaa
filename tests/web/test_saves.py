"""Saved games of the C64 are dropped on the pages of Weltendämmerung, and played on."""

from __future__ import annotations

from base64 import b64encode

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import OpenBrowser
from tests.web.partners import partners, room_name
from tests.welten.test_saves import encode, land

SAVE = bytes(encode(land(), rounds=3, dead=frozenset({5})))


def drop(page: Page, name: str, content: bytes) -> None:
    """Drop a file on the page."""
    page.evaluate(
        """([name, text]) => {
            const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([bytes], name));
            for (const type of ["dragover", "drop"])
                document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
        }""",
        [name, b64encode(content).decode()],
    )


@pytest.mark.parametrize("path", ["/welten", "/welten?new", "/welten?continue"])
def test_a_saved_game_that_is_dropped_on_a_page_is_played_on(open_browser: OpenBrowser, path: str) -> None:
    visitor = open_browser(reduced_motion="reduce")
    visitor.goto(path)
    page = visitor.page
    expect(page.get_by_role("heading", level=1)).to_be_attached()
    page.wait_for_load_state("networkidle")
    drop(page, "A", SAVE)
    expect(page.locator("#saved-game")).to_contain_text("A: 3 of 15 rounds are played")
    expect(page.locator("#choose-rules")).to_have_count(0)
    page.get_by_label("At one screen").check()
    expect(page.get_by_role("status").filter(has_text="a saved game of the C64")).to_be_visible()
    page.locator("#begin").click()
    page.locator("#board").wait_for()
    view = visitor.received("welten_view")[-1]["view"]
    assert (view["rounds"], view["rules"], view["units"][5][1]) == (3, "original", -1)


def test_a_saved_game_can_be_dropped_on_a_waiting_room_and_chosen_with_a_button(
    open_browser: OpenBrowser, address: str
) -> None:
    visitor = open_browser(reduced_motion="reduce")
    page = visitor.page
    with partners(address) as there:
        room = room_name()
        watcher = there.in_welten_room(room, side="eldoin")
        visitor.goto(f"/welten/{room}?watch")
        expect(page.get_by_text(watcher.name)).to_be_visible()
        drop(page, "B", SAVE)
        expect(page.locator("#saved-game")).to_contain_text("B: 3 of 15 rounds")
    page.get_by_role("button", name="A new game instead").click()
    expect(page.locator("#saved-game")).to_have_count(0)
    page.get_by_label("File of a saved game").set_input_files(
        {"name": "C", "mimeType": "application/octet-stream", "buffer": SAVE}
    )
    expect(page.locator("#saved-game")).to_contain_text("C: 3 of 15 rounds")


def test_a_file_that_is_no_saved_game_is_named(open_browser: OpenBrowser) -> None:
    visitor = open_browser(reduced_motion="reduce")
    visitor.goto("/welten")
    expect(visitor.page.get_by_role("alert")).to_be_attached()  # from now on files are taken
    drop(visitor.page, "holiday.jpg", b"\xff\xd8")
    expect(visitor.page.get_by_role("alert").filter(has_text="holiday.jpg is no saved game of the C64")).to_be_visible()
    visitor.page.get_by_role("button", name="All right").click()
    expect(visitor.page.get_by_text("holiday.jpg")).to_have_count(0)
