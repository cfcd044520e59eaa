"""The page while a server compiles its rules: it says how far they are, and a game that was asked for begins by itself.

That a real server says so is tested in tests/server/test_first_start.py; here its words are put into its mouth.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import OpenBrowser

MARK = """new MutationObserver((_, observer) => {
    if (!document.documentElement) return;
    document.documentElement.dataset.compiling = "";
    observer.disconnect();
}).observe(document, { childList: true });"""
"""Marks the document as the server does, before its scripts run."""


@pytest.mark.parametrize(
    ("locale", "words"), [("en", "The server compiles its rules"), ("de", "Der Server übersetzt seine Regeln")]
)
def test_play_now_waits_with_a_notice_and_begins_when_its_rules_are_compiled(
    open_browser: OpenBrowser, locale: str, words: str
) -> None:
    visitor = open_browser(locale=locale)
    page, rules = visitor.page, {"progress": 0.25, "ready": list[str]()}

    page.add_init_script(MARK)
    page.route("**/api/health", lambda route: route.fulfill(json={"rules": rules}))
    visitor.goto("/")
    notice = page.locator("#compiling")
    expect(notice).to_contain_text(words)
    expect(notice).to_contain_text("25")
    page.locator("#play-now").click()
    expect(page.locator("#page [role=status]")).to_be_visible()
    rules["progress"] = 0.5
    expect(notice).to_contain_text("50")
    assert not visitor.received("room_update"), "the room is not asked for before it can be opened"
    rules["ready"] = ["fog"]
    visitor.wait_for_turn(1)
    expect(notice).to_be_hidden()  # a game has all of the window
    rules["progress"] = 1.0
    expect(notice).to_have_count(0)
