"""Rules that hold for every page: no barriers, no sideways scrolling, all of it in German too, a focus that stays."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize

from duskfall.server.store import Store, sqlite_url
from tests.counts import SEED, SOAK
from tests.server.running import running
from tests.web import rated_games
from tests.web.conftest import show_tournaments
from tests.web.every_page import PAGES, EveryPage, settle
from tests.web.finished_matches import archive, store_matches
from tests.web.live_pages import LIVE_PAGES
from tests.web.partners import Partners, partners
from tests.web.test_pages import AXE, overflow
from tests.web.visitors import Visitor, visiting

WIDE: Final = ViewportSize(width=1280, height=800)
NARROW: Final = ViewportSize(width=390, height=844)
LYING: Final = ViewportSize(width=844, height=390)
"""A phone on its side."""

ENGLISH: Final = re.compile(
    r"\b(?:again|against|and|any|are|armies|army|be|been|before|board|but|by|can|cannot|choose|close|closed|copy|"
    r"every|everyone|everything|for|free|from|game|games|go|had|has|have|here|how|if|into|is|it|its|join|just|leave|"
    r"looking|lost|matches|moves|next|no|nobody|nothing|now|of|on|one|open|or|other|others|play|played|player|"
    r"players|playing|plays|ready|room|round|rounds|say|seat|seats|send|somebody|than|that|the|their|them|then|"
    r"there|they|this|those|to|turn|turns|unit|units|until|waiting|watch|watching|what|when|where|which|who|win|wins|"
    r"with|without|won|yes|yet|you|your|yours)\b",
    re.IGNORECASE,
)
"""Words that no German text has: those that hold English sentences together, and those that this client says most."""
RATED: Final = 12
"""Rated matches of the past."""
TRIED: Final = 4
"""Controls of a live page that are tried; `make soak` tries all."""
LIVE: Final = list(LIVE_PAGES) if SOAK else random.Random(SEED).sample(list(LIVE_PAGES), len(LIVE_PAGES) // 2)
"""The live pages of this run: half of them, in `make soak` all."""
NAMES: Final = re.compile(r"Fog of War|Spring cup")
"""What has the same name in both languages."""

SAID: Final = """documentation => {
    const silent = "[translate=no], code, pre, kbd, script, style" + (documentation ? ", [lang=en]" : "");
    const heard = element => element.checkVisibility({ visibilityProperty: true }) && !element.closest(silent);
    const title = document.title.split(" – ")[0];
    const found = documentation ? [] : [title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        if (heard(parent.closest("select") ?? parent) && !parent.closest(silent)) found.push(walker.currentNode.data);
    }
    const attributes = ["aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "alt", "title",
        "placeholder", "label", "data-label"];
    for (const element of document.body.querySelectorAll("*"))
        for (const name of attributes)
            if (element.hasAttribute(name) && heard(element)) found.push(element.getAttribute(name));
    return found.map(text => text.trim()).filter(text => text && !(documentation && text === title));
}"""
"""Everything that a page says, to those who look and to those who listen."""

FOCUSED: Final = """() => {
    const element = document.activeElement;
    if (element === document.body) return "nothing";
    const name = element.getAttribute("aria-label") ?? (element.textContent.trim() || element.id);
    return [element.localName, element.getAttribute("href") ?? "", name.replace(/\\d+/g, "#")].join(" ");
}"""
"""The control that has the focus, as a reader would know it again; figures in it may change."""

GONE: Final = "([control, listed]) => !control.isConnected && listed === document.activeElement"
"""Whether a control is no longer listed, and its list has taken over the focus."""

TITLES: Final = """() => [...document.querySelectorAll("h1")]
    .filter(heading => heading.checkVisibility({ visibilityProperty: true })).length"""
"""The number of headings of the first level that are read out."""

SHIFTS: Final = """
    window.shifts = [];
    new PerformanceObserver(list => {
        for (const { value, hadRecentInput, sources } of list.getEntries()) {
            const moved = sources.map(({ node }) => node?.className ?? "").join(" | ");
            if (!hadRecentInput) window.shifts.push([value, moved]);
        }
    }).observe({ type: "layout-shift", buffered: true });
"""
"""Keeps what moves on a page without its reader's doing, and by how much."""
MOST_SHIFTED: Final = 0.1
"""The sum of layout shifts that readers do not mind (the bound of Core Web Vitals for a good page)."""

LATE_S: Final = 0.2
"""How long the server takes to answer while a page is loaded."""

FRAMES: Final = "n => new Promise(done => { const f = () => n-- > 0 ? requestAnimationFrame(f) : done(); f(); })"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with a past: finished and rated matches, and a tournament."""
    folder: Path = tmp_path_factory.mktemp("past")
    store_matches(folder, archive())
    with Store.open(sqlite_url(folder)) as store, ThreadPoolExecutor(1) as thread:

        async def write() -> None:
            await store.write(*rated_games.records(RATED))

        thread.submit(lambda: asyncio.run(write())).result()  # playwright's own loop may run in this thread
    show_tournaments(folder / "tournaments")
    with running(folder, "--no-limits") as server:
        yield server.address


@pytest.fixture(scope="module")
def others(address: str) -> Iterator[Partners]:
    """Whom visitors meet."""
    with partners(address) as there:
        yield there


Place = tuple[str, ViewportSize]
"""A language and a size of the window."""


@dataclass
class Survey:
    """What was found on one page."""

    page: EveryPage
    axe: list[str] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)
    """Where the page has no heading of the first level, or several."""
    sideways: list[str] = field(default_factory=list)
    """Where the page is wider than its window."""
    english: list[str] = field(default_factory=list)
    """What the German page says in English."""
    said: int = 0
    """How many texts it has."""
    shifts: list[tuple[float, str]] = field(default_factory=list)
    """How far parts of the page moved while it was loaded, and which."""
    switched: list[str] = field(default_factory=list)
    """What has the focus after the other language was chosen in the header."""


def barriers(page: Page) -> list[str]:
    """What axe-core finds."""
    if not AXE.exists():
        pytest.skip("axe-core is not there; scripts/node-ready brings it")
    if page.evaluate("() => !window.axe"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")
    return [
        f"{problem['id']} ({problem['impact']}): {node['html'][:160]}"
        for problem in found["violations"]
        for node in problem["nodes"]
    ]


def speak(visitor: Visitor, language: str) -> None:
    """Let pages begin with a language, as somebody finds them who has chosen it before."""
    visitor.context.add_init_script(
        f"localStorage.getItem('duskfall.language') ?? localStorage.setItem('duskfall.language', '{language}')"
    )


def switch(visitor: Visitor, language: str) -> str:
    """Choose a language by keyboard in the header; gives what has the focus then."""
    page = visitor.page
    button = page.locator(f"header [data-language={language}]")
    if button.count() != 1:
        return f"{button.count()} switches"
    button.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("language => document.documentElement.lang === language", arg=language)
    settle(visitor)
    page.evaluate(FRAMES, 5)
    return str(page.evaluate("() => document.activeElement.dataset.language ?? document.activeElement.localName"))


def look(survey: Survey, visitor: Visitor, language: str, with_axe: list[Place]) -> None:
    """Look at a page in all sizes."""
    page = visitor.page
    for size in (WIDE, NARROW, *([LYING] if survey.page.game else [])):
        page.set_viewport_size(size)
        page.evaluate(FRAMES, 2)
        place = f"{language} {size['width']}x{size['height']}"
        if wider := overflow(page):
            survey.sideways.append(f"{place}: {wider} pixels")
        if (count := page.evaluate(TITLES)) != 1:
            survey.headings.append(f"{place}: {count}")
        if (language, size) in with_axe:
            survey.axe += [f"{place}: {problem}" for problem in barriers(page)]
        if language == "de":
            texts: list[str] = page.evaluate(SAID, survey.page.documentation)
            survey.said = max(survey.said, len(texts))
            survey.english += [text for text in texts if ENGLISH.search(NAMES.sub("", text))]
    page.set_viewport_size(WIDE)


def answer_late(route: Route) -> None:
    """Let the server answer as over a slow line: by then the page is drawn without the answer."""
    time.sleep(LATE_S)
    route.continue_()


@pytest.fixture(scope="module", params=PAGES)
def survey(request: pytest.FixtureRequest, browser: Browser, address: str, others: Partners) -> Survey:
    """A page in both languages and all sizes; axe looks at one of the four places, in `make soak` at all."""
    found = Survey(PAGES[request.param])
    dice = random.Random(f"{SEED} {request.param}")
    languages = dice.sample(["en", "de"], 2)
    places: list[Place] = [(language, size) for language in languages for size in (WIDE, NARROW)]
    with_axe = places if SOAK else [dice.choice(places)]
    first = dice.choice([WIDE, NARROW])
    with visiting(browser, address, {"viewport": first}, reduced_motion="reduce") as visitor:
        speak(visitor, languages[0])
        visitor.context.add_init_script(SHIFTS)
        visitor.context.route("**/api/**", answer_late)
        found.page.open(visitor, others)
        found.shifts = visitor.page.evaluate("window.shifts")
        visitor.context.unroute("**/api/**")
        visitor.page.set_viewport_size(WIDE)
        for number, language in enumerate(languages):
            if number:
                found.switched.append(switch(visitor, language))
            look(found, visitor, language, with_axe)
        found.switched.append(switch(visitor, languages[0]))
    found.english = list(dict.fromkeys(found.english))
    return found


def test_axe_finds_no_barrier(survey: Survey) -> None:
    assert survey.axe == []


def test_every_page_has_one_heading_of_the_first_level(survey: Survey) -> None:
    assert survey.headings == []


def test_no_page_scrolls_sideways(survey: Survey) -> None:
    assert survey.sideways == []


def test_hardly_anything_moves_while_a_page_is_loaded(survey: Survey) -> None:
    assert sum(value for value, _ in survey.shifts) < MOST_SHIFTED, survey.shifts


def test_german_pages_say_nothing_in_english(survey: Survey) -> None:
    assert survey.said > 5
    assert survey.english == []


def test_the_focus_stays_on_the_switch_between_languages(survey: Survey) -> None:
    assert sorted(survey.switched) == ["de", "en"]


@pytest.mark.parametrize("name", LIVE)
def test_the_focus_stays_where_it_is_when_something_happens(
    browser: Browser, address: str, others: Partners, name: str
) -> None:
    live = LIVE_PAGES[name]
    dice = random.Random(f"{SEED} {name}")
    with visiting(browser, address, {"viewport": WIDE}, reduced_motion="reduce") as visitor:
        page = visitor.page
        speak(visitor, dice.choice(["en", "de"]))
        if live.polls:
            page.clock.install()
        live.open(visitor, others)
        controls = page.locator(f"{live.controls}:visible:not(:disabled)")
        count = 1 if live.newest else controls.count()
        assert controls.count() > 0
        lost = []
        for number in range(count) if SOAK else sorted(dice.sample(range(count), min(count, TRIED))):
            control = controls.nth(number).element_handle()
            control.focus()
            before = page.evaluate(FOCUSED)
            listed = control.evaluate_handle("control => control.closest('ol')")
            live.change(visitor, others)
            page.evaluate(FRAMES, 2)
            if (after := page.evaluate(FOCUSED)) != before and not page.evaluate(GONE, [control, listed]):
                lost.append(f"{before} -> {after}")
        assert lost == []
