"""Measures the browser client in chromium: the size of the first page, the time to a game, the frames while panning."""

import gzip
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, Response, sync_playwright

from benchmarks import Benchmark, Effort, Measurement, Rate, Subject, Unmeasured, at_least, at_most
from tests.server.running import running
from tests.web.visitors import CHROMIUM, DESKTOP, launch

SOFTWARE: Final = "chromium runs headless with --disable-gpu: every pixel is drawn by the processor"
BOARD: Final = 100

COUNT_FRAMES: Final = """
(() => {
    window.painted = [];
    const ask = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = draw => ask(now => {
        const began = performance.now();
        draw(now);
        window.painted.push(performance.now() - began);
    });
})()
"""
"""Records how long the page draws in each of its frames."""

PAN: Final = """
seconds => new Promise(done => {
    const shown = [];
    window.painted.length = 0;
    const board = document.querySelector("#board");
    const began = performance.now();
    const step = now => {
        shown.push(now);
        const key = Math.floor(shown.length / 20) % 2 ? "ArrowLeft" : "ArrowRight";
        board.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey: true, bubbles: true }));
        if (now - began < seconds * 1000) requestAnimationFrame(step);
        else done({
            frames: shown.length - 1,
            seconds: (shown.at(-1) - shown[0]) / 1000,
            gaps: shown.slice(1).map((at, i) => at - shown[i]).sort((a, b) => a - b),
            painted: [...window.painted].sort((a, b) => a - b),
        });
    };
    requestAnimationFrame(step);
})
"""
"""Moves the map by 96 pixels in every frame, to and fro, by the keys that players use."""


class Chromium:
    """A server, and a browser on the same machine."""

    name = "chromium"

    def __init__(self) -> None:
        self._open: ExitStack | None = None
        self._address = ""
        self._browser: Browser | None = None

    def start(self, announce: Callable[[str], None]) -> None:
        """Start both."""
        if self._open is not None:
            return
        if not Path(CHROMIUM).exists():
            raise Unmeasured(f"{CHROMIUM} is not there")
        announce("starting a server and chromium")
        self._open = ExitStack()
        folder = Path(self._open.enter_context(tempfile.TemporaryDirectory()))
        self._address = self._open.enter_context(running(folder, "--no-limits")).address
        self._browser = launch(self._open.enter_context(sync_playwright()))

    def close(self) -> None:
        """Stop both."""
        if self._open is not None:
            self._open.close()
        self._open = self._browser = None

    def versions(self) -> Mapping[str, str]:
        """Return the version of chromium."""
        return {} if self._browser is None else {"chromium": self._browser.version, "rendering": "software"}

    def visit(self, path: str, *scripts: str) -> Page:
        """Open a page in a fresh browser, whose caches are empty."""
        if self._browser is None:
            raise Unmeasured("there is no browser")
        context = self._browser.new_context(**DESKTOP)
        for script in scripts:
            context.add_init_script(script)
        page = context.new_page()
        page.goto(self._address + path)
        return page


def weigh(chromium: Chromium, weight: Callable[[Response], float]) -> Measurement:
    """Add up the sizes of all answers that the home page asks for until it is quiet."""
    answers: list[Response] = []
    page = chromium.visit("/icon.svg")
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108  # the library marks what it is given
    page.goto(page.url.removesuffix("icon.svg"), wait_until="networkidle")
    total = sum(weight(answer) for answer in answers)
    page.context.close()
    return Measurement(total / 1000, 1)


def compressed(answer: Response) -> float:
    """Count the bytes of an answer with gzip, or without if that is less."""
    body = answer.body()
    return min(len(body), len(gzip.compress(body, 6)))


def load(*, quick: bool) -> Benchmark:
    """Measure what the first load of the home page weighs."""
    del quick  # the page is as heavy as it is
    chromium = Chromium()

    def subject(name: str, weight: Callable[[Response], float], note: str) -> Subject:
        return Subject(name, lambda _: weigh(chromium, weight), needs=chromium, note=note)

    return Benchmark(
        name="web_load",
        title="The first load of the home page: pages, scripts, styles, fonts, previews, lists",
        unit="kB",
        per="load",
        subjects=[
            subject("compressed", compressed, "each answer with gzip"),
            subject("as it is", lambda answer: len(answer.body()), "each answer without compression"),
        ],
        claims=[Rate("compressed", goal=at_most(300)), Rate("as it is")],
        effort=Effort(repeats=3, warmups=0),
    )


def start(*, quick: bool) -> Benchmark:
    """Measure how soon after the click on "Play now" a game against a bot is running."""
    del quick
    chromium = Chromium()

    def click(_: float) -> Measurement:
        page = chromium.visit("/")
        page.wait_for_load_state("networkidle")
        button = page.get_by_role("button", name="Play now")
        began = time.perf_counter()
        button.click()
        page.locator("#board[data-tile]").wait_for()
        took = time.perf_counter() - began
        page.context.close()
        return Measurement(1, took)

    return Benchmark(
        name="web_start",
        title='From the click on "Play now" to the first board of a game against a bot',
        unit="starts",
        subjects=[Subject("play now", click, needs=chromium, note="half a start a second is two seconds")],
        claims=[Rate("play now", goal=at_least(0.5))],
        notes=[SOFTWARE],
        effort=Effort(repeats=5, warmups=1),
    )


def pan(*, quick: bool) -> Benchmark:
    """Measure the frames of a board of 100x100 tiles while it is panned."""
    chromium = Chromium()
    side = 30 if quick else BOARD
    pages: list[Page] = []

    def playing() -> Page:
        """Open a page on which a game against a bot runs."""
        if not pages:
            page = chromium.visit("/fog", COUNT_FRAMES)
            for label in ("Width", "Height"):
                page.get_by_label(label).fill(str(side))
            page.get_by_label("settler", exact=True).fill("1")
            page.get_by_role("button", name="Make the room").click()
            page.locator("#board[data-tile]").wait_for()
            page.keyboard.press("Space")
            pages.append(page)
        return pages[0]

    def trace(take: Callable[[dict[str, Any]], Measurement]) -> Callable[[float], Measurement]:
        return lambda seconds: take(playing().evaluate(PAN, seconds))

    def late(times: list[float]) -> Measurement:
        """Return the rate of frames if each took as long as the slowest twentieth."""
        return Measurement(1, max(times[len(times) * 95 // 100], 0.01) / 1000)

    return Benchmark(
        name="web_pan",
        title=f"Panning a Fog of War board of {side}x{side} tiles by 96 pixels a frame, while the game goes on",
        unit="frames",
        subjects=[
            Subject("shown", trace(lambda seen: Measurement(seen["frames"], seen["seconds"])), needs=chromium),
            Subject("shown, slowest of 20", trace(lambda seen: late(seen["gaps"])), needs=chromium,
                    note="from one frame to the next"),
            Subject("drawing, slowest of 20", trace(lambda seen: late(seen["painted"])), needs=chromium,
                    note="the page's own share of a frame"),
        ],
        claims=[
            Rate("shown", goal=at_least(59)),
            Rate("shown, slowest of 20"),
            Rate("drawing, slowest of 20", goal=at_least(60)),
        ],
        sizes={"tiles a side": side, "window": "1280x800"},
        notes=[SOFTWARE, "the screen asks for 60 frames a second, so more are never shown"],
        effort=Effort(repeats=5, warmups=1, seconds=3.0),
    )  # fmt: skip
