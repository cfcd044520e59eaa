"""The documentation in the house: found, read, linked to, copied, on phones and without script too."""

from __future__ import annotations

import re
from collections import deque
from urllib.parse import unquote, urldefrag, urlsplit
from urllib.request import urlopen

from playwright.sync_api import Route, expect

from tests.web.conftest import OpenBrowser
from tests.web.test_pages import doc_page, docs, overflow
from tests.web.visitors import PHONE, Visitor

LINKS = "() => [...document.querySelectorAll('a[href], img[src]')].map(each => each.href || each.src)"
MANY = ("/fog/", "/welten/", "/replays/", "/dungeon/", "/api/")
"""Where pages or files are alike, and there may be any number of them."""
FEW = 3
IDS = "() => [...document.querySelectorAll('[id]')].map(each => each.id)"


def test_a_newcomer_finds_the_rules_and_goes_on_from_page_to_page(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    docs(visitor)
    page = visitor.page
    assert page.get_by_role("heading", level=2).all_inner_texts() == [
        "Play", "Rules", "Bots", "Arena", "Server and formats",
    ]  # fmt: skip
    page.get_by_role("link", name="Real-time armies").click()
    expect(page.get_by_role("heading", level=1, name="Fog of War")).to_be_visible()
    expect(page.get_by_role("img").first).to_be_visible()
    pages = page.get_by_role("navigation", name="Documentation")
    expect(pages.get_by_role("link", name="Fog of War", exact=True)).to_have_attribute("aria-current", "page")
    page.get_by_role("navigation", name="Neighbouring pages").get_by_role("link", name="Next").click()
    expect(page).to_have_url(re.compile("/docs/welten$"))
    page.go_back()
    expect(page.get_by_role("heading", level=1, name="Fog of War")).to_be_visible()


def test_every_picture_of_the_rules_is_there(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    for name in ("fog", "welten", "dungeon"):
        visitor.goto(f"/docs/{name}")
        pictures = visitor.page.locator(".doc img")
        expect(pictures.first).to_be_attached()
        for picture in pictures.all():
            picture.scroll_into_view_if_needed()
            visitor.page.wait_for_function("picture => picture.complete", arg=picture.element_handle())
            assert picture.evaluate("picture => picture.naturalWidth") > 0


def test_old_addresses_and_anchors_lead_to_the_place(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    page = visitor.page
    for path in ("/docs/protocol.md#refusals", "/docs/protocol#refusals"):
        visitor.goto(path)
        heading = page.get_by_role("heading", name=re.compile("^Refusals"))
        expect(heading).to_be_in_viewport()
    visitor.goto("/docs/welten")
    page.get_by_role("navigation", name="On this page").get_by_role("link", name="Gates").click()
    expect(page.get_by_role("heading", name=re.compile("^Gates"))).to_be_in_viewport()
    assert page.url.endswith("/docs/welten#gates")
    page.get_by_role("navigation", name="Documentation").get_by_role("link", name="Bots", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="Bots")).to_be_in_viewport()
    page.go_back()
    expect(page.get_by_role("heading", name=re.compile("^Gates"))).to_be_in_viewport()


def test_going_back_and_forward_leads_to_the_place_that_one_left(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    page = visitor.page

    def expect_place(title: str, y: int) -> None:
        expect(page.get_by_role("heading", level=1, name=title)).to_be_attached()
        page.wait_for_function("y => Math.abs(scrollY - y) < 1", arg=y)

    visitor.goto("/docs/welten")
    expect_place("Weltendämmerung", 0)
    page.evaluate("scrollTo(0, 700)")
    page.get_by_role("navigation", name="On this page").get_by_role("link", name="Gates").click()
    page.wait_for_function("() => scrollY > 1000")
    gates = page.evaluate("scrollY")
    page.get_by_role("navigation", name="Documentation").get_by_role("link", name="Bots", exact=True).click()
    expect_place("Bots", 0)
    page.evaluate("scrollTo(0, 500)")
    page.go_back()
    expect_place("Weltendämmerung", gates)
    page.go_back()
    expect_place("Weltendämmerung", 700)
    page.go_forward()
    page.go_forward()
    expect_place("Bots", 500)
    page.reload()
    expect_place("Bots", 500)


def test_going_back_waits_for_a_page_that_grows(open_browser: OpenBrowser) -> None:
    visitor = open_browser({"viewport": {"width": 700, "height": 300}})
    page, asked = visitor.page, list[Route]()
    card = {"game": "fog", "players": ["Ada", "Bo"], "winner": 0, "turns": 9}
    cards = [card | {"id": f"m{number}"} for number in range(5)]

    def hold(route: Route) -> None:
        asked.append(route)

    page.route("**/api/replays?limit=5", hold)
    page.route("**/api/rooms", lambda route: route.fulfill(json={"rooms": []}))  # games of other tests come and go
    visitor.goto("/")
    expect(page.get_by_text("Looking")).to_have_count(1)
    asked.pop().fulfill(json={"replays": cards})
    expect(page.get_by_role("link", name="Watch the replay of")).to_have_count(5)
    expect(page.get_by_role("contentinfo")).to_be_attached()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    bottom = page.evaluate("scrollY")
    page.get_by_role("contentinfo").get_by_role("link", name="First steps").click()
    expect(page.get_by_role("heading", name="First steps", level=1)).to_be_visible()
    page.go_back()
    expect(page.get_by_text("Looking")).to_have_count(1)
    page.wait_for_function("bottom => scrollY > 0 && scrollY < bottom - 100", arg=bottom)
    asked.pop().fulfill(json={"replays": cards})
    page.wait_for_function("bottom => Math.abs(scrollY - bottom) < 1", arg=bottom)


def test_code_is_copied_with_one_click(open_browser: OpenBrowser) -> None:
    visitor = open_browser(permissions=["clipboard-read", "clipboard-write"])
    visitor.goto("/docs/bots")
    box = visitor.page.locator(".listing").first
    box.get_by_role("button", name="Copy").click()
    expect(box.get_by_role("status")).to_have_text("Copied")
    copied = visitor.page.evaluate("navigator.clipboard.readText()")
    assert copied == box.locator("code").inner_text()
    visitor.goto("/docs/start")
    visitor.page.locator(".listing").first.get_by_role("button", name="Copy").click()
    visitor.page.wait_for_function("async () => await navigator.clipboard.readText() === 'make play'")


def test_on_a_phone_the_contents_fold_and_wide_tables_scroll_in_their_place(open_browser: OpenBrowser) -> None:
    visitor = open_browser(PHONE)
    doc_page(visitor)
    page = visitor.page
    page.get_by_text("On this page").first.tap()
    page.locator("details").get_by_role("link", name="The end").tap()
    expect(page.get_by_role("heading", name=re.compile("^The end"))).to_be_in_viewport()
    wide = page.locator(".doc-table[tabindex]").first
    expect(wide).to_have_attribute("role", "group")
    expect(wide).to_have_accessible_name(re.compile("^Table: "))
    assert overflow(page) == 0


def test_without_script_the_text_is_there(open_browser: OpenBrowser) -> None:
    visitor = open_browser(java_script_enabled=False)
    visitor.goto("/docs")
    visitor.page.get_by_role("link", name="The arena").click()
    expect(visitor.page.get_by_role("heading", name="Is A better than B?")).to_be_visible()


def test_a_page_that_is_not_there_leads_to_the_index(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    visitor.goto("/docs/nothing")
    expect(visitor.page.get_by_role("heading", name="There is no such page")).to_be_visible()
    visitor.page.get_by_role("link", name="To the documentation").click()
    expect(visitor.page.get_by_role("heading", name="Documentation")).to_be_visible()
    assert all("404" in complaint for complaint in visitor.errors)
    visitor.errors.clear()


def test_every_internal_link_of_the_site_leads_somewhere(open_browser: OpenBrowser) -> None:
    """From the front door on, page after page; of rooms and replays a few, since they are all alike."""
    visitor = open_browser()
    waiting, seen, ids, anchors = deque(["/"]), {"/"}, dict[str, set[str]](), set[tuple[str, str]]()
    while waiting:
        path = waiting.popleft()
        for link in links_of(visitor, path):
            target, anchor = urldefrag(link)
            where = target.removeprefix(visitor.address) or "/"
            anchors |= {(where, unquote(anchor))} if anchor else set()
            alike = sum(other.rpartition("/")[0] == where.rpartition("/")[0] for other in seen)
            if where not in seen and (alike < FEW or not where.startswith(MANY)):
                seen.add(where)
                waiting.append(where)
        ids[path] = set(visitor.page.evaluate(IDS))
    assert {"/docs/start", "/docs/command-line", "/arena/tournaments/Spring%20cup"} <= seen
    assert [each for each in anchors if each[0] in ids and each[1] not in ids[each[0]]] == []


def links_of(visitor: Visitor, path: str) -> list[str]:
    """The links of a page to our own site; a file has none, and has to be there."""
    file = path.startswith(("/api/", "/docs/pictures/", "/docs/examples/")) or "." in urlsplit(path).path
    if file:
        with urlopen(visitor.address + path, timeout=60) as answer:
            assert answer.status == 200, path
        visitor.page.goto("about:blank")
        return []
    visitor.goto(path)
    expect(visitor.page.locator("#app > [role=status]")).not_to_be_empty()  # the page has been announced
    expect(visitor.page.get_by_text("Looking …")).to_have_count(0)
    # Leaving while the server works on a replay would leave that work behind, and it takes only so much at once.
    expect(visitor.page.get_by_text("Loading the replay")).to_have_count(0)
    expect(visitor.page.get_by_role("heading", name="There is nothing here")).to_have_count(0)
    found: list[str] = visitor.page.evaluate(LINKS)
    return [link for link in found if link.startswith(visitor.address)]
