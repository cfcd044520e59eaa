"""Measures how soon a game runs after a click on the home page."""

import time

from benchmarks import Benchmark, Effort, Measurement, Rate, Subject, at_least
from benchmarks.web.chromium import DRAWN, SOFTWARE, Chromium


def benchmark(*, quick: bool) -> Benchmark:
    """Measure how soon after the click on "Play now" a game against a bot is running."""
    del quick
    chromium = Chromium()

    def click(_: float) -> Measurement:
        page = chromium.visit("/")
        page.wait_for_load_state("networkidle")
        began = time.perf_counter()
        page.locator("#play-now").click()
        page.locator(DRAWN).wait_for()
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
