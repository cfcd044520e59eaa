"""Measures the frames that the browser shows while a board is panned."""

from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Page

from benchmarks import Benchmark, Effort, Measurement, Rate, Subject, at_least
from benchmarks.web.chromium import DRAWN, SOFTWARE, WINDOW, Chromium, wish

BOARD: Final = 100
"""Tiles of a side."""

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


def benchmark(*, quick: bool) -> Benchmark:
    """Measure the frames of a board of 100x100 tiles while it is panned."""
    chromium = Chromium()
    side = 30 if quick else BOARD
    pages: list[Page] = []

    def playing() -> Page:
        """Open a page on which a game against a bot runs."""
        if not pages:
            options = {"width": side, "height": side}
            page = chromium.visit("/fog/pan", COUNT_FRAMES, wish("fog", "pan", options=options, bots=["settler"]))
            page.locator(DRAWN).wait_for()
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
        sizes={"tiles a side": side, "window": WINDOW},
        notes=[SOFTWARE, "the screen asks for 60 frames a second, so more are never shown"],
        effort=Effort(repeats=5, warmups=1, seconds=3.0),
    )  # fmt: skip
