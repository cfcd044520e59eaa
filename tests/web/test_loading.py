"""What a browser asks the server for: little on a first visit, nothing twice, and nothing in vain after an update."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Route, expect

from tests.web.conftest import OpenBrowser
from tests.web.visitors import Visitor

MOST_REQUESTS: Final = 25
MOST_SCRIPT_BYTES: Final = 57_500
"""Of the bodies: with some 300 bytes for the head of each answer, all of it is less than 60 kB."""


@dataclass
class Asked:
    """A request as the network saw it."""

    path: str
    kind: str
    body_bytes: int = 0
    """Of the answer, as it came over the network."""
    cached: bool = False


def listen(visitor: Visitor) -> dict[str, Asked]:
    """Record all requests from now on, also those for icons and WebSockets, which playwright does not report."""
    asked: dict[str, Asked] = {}
    network = visitor.context.new_cdp_session(visitor.page)
    network.send("Network.enable")

    def sent(event: dict[str, Any]) -> None:
        path = event["request"]["url"].removeprefix(visitor.address)
        if not path.startswith("data:"):  # drawn by the page itself: nobody is asked for it
            asked[event["requestId"]] = Asked(path, event["type"])

    def opened(event: dict[str, Any]) -> None:
        asked[event["requestId"]] = Asked(event["url"], "WebSocket")

    def received(event: dict[str, Any]) -> None:
        if event["requestId"] in asked:
            asked[event["requestId"]].body_bytes += event["encodedDataLength"]

    def from_cache(event: dict[str, Any]) -> None:
        if event["requestId"] in asked:
            asked[event["requestId"]].cached = True

    def answered(event: dict[str, Any]) -> None:
        if event["requestId"] in asked and event["response"].get("fromDiskCache"):
            asked[event["requestId"]].cached = True

    network.on("Network.requestWillBeSent", sent)
    network.on("Network.webSocketCreated", opened)
    network.on("Network.dataReceived", received)
    network.on("Network.requestServedFromCache", from_cache)
    network.on("Network.responseReceived", answered)
    return asked


def test_a_room_opened_cold_asks_for_little(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    asked = listen(visitor)
    visitor.goto("/fog/cold-start?quick")
    visitor.wait_for_turn(1)
    assert len(asked) <= MOST_REQUESTS, "\n".join(sorted(each.path for each in asked.values()))
    scripts = [each for each in asked.values() if each.kind == "Script"]
    assert all(each.body_bytes for each in scripts)
    assert sum(each.body_bytes for each in scripts) <= MOST_SCRIPT_BYTES


def test_a_second_visit_asks_for_no_file_again(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    visitor.page.goto(f"{visitor.address}/arena", wait_until="networkidle")  # also what is loaded after the heading
    expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
    asked = listen(visitor)
    visitor.page.goto(f"{visitor.address}/arena", wait_until="networkidle")
    expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
    kept = [each for each in asked.values() if each.path.startswith("/client/")]
    assert {each.kind for each in kept} >= {"Script", "Stylesheet"}
    assert [each.path for each in kept if not each.cached] == []


def test_a_page_from_before_an_update_offers_to_load_again(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    page = visitor.page
    visitor.goto("/")
    expect(page.get_by_role("link", name="Arena").first).to_be_visible()

    def renewed(route: Route) -> None:
        """Answer as a server does that has another client: none of the old names exists."""
        route.continue_(url=f"{visitor.address}/client/arena-00000000.js")

    page.route("**/client/arena-*.js", renewed)
    page.get_by_role("link", name="Arena").first.click()
    expect(page.get_by_role("heading", name="This page could not be loaded")).to_be_visible()
    assert any("404" in error for error in visitor.errors)
    visitor.errors.clear()
    page.unroute("**/client/arena-*.js")
    page.get_by_role("button", name="Load again").click()
    expect(page.get_by_role("heading", name="Arena", level=1)).to_be_visible()
