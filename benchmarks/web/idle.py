"""Measures what an open page costs the processor while nothing happens."""

from collections.abc import Callable
from itertools import count
from typing import Final

from playwright.sync_api import Page

from benchmarks import Benchmark, Effort, Measurement, Rate, Subject, Unmeasured, at_most
from benchmarks.web.chromium import DRAWN, SOFTWARE, WINDOW, Chromium, wish
from benchmarks.web.load import REPLAY, finished

SECONDS: Final = 30.0
SETTLED_MS: Final = 5000
"""Milliseconds after which a page has compiled its scripts, and chromium has tidied up."""
TICK_S: Final = 0.01
"""Linux counts the time of a process in hundredths of a second."""
PROCESSES: Final = {"page": "renderer", "compositor": "GPU"}
"""The processes that are reported, by the names that chromium has for them."""
STILL: Final = {"reduced_motion": "reduce"}
CLOCK_S: Final = 1800
EDGE_PX: Final = 5

_rooms = count(1)


def welten_game(chromium: Chromium, **options: object) -> Page:
    """Open a game of Weltendämmerung whose players think."""
    room = f"idle-{next(_rooms)}"
    page = chromium.visit(f"/welten/{room}", wish("welten", room, side="both", **options), **STILL)
    page.locator(DRAWN).wait_for()
    return page


def clocked_game(chromium: Chromium) -> Page:
    """Open the same with a clock that runs."""
    return welten_game(chromium, clock=CLOCK_S)


def game_at_its_edge(chromium: Chromium) -> Page:
    """Open the same with a mouse that rests at the edge of the map, which cannot be scrolled any further."""
    page = welten_game(chromium)
    box = page.locator("#board").bounding_box()
    if box is None:
        raise Unmeasured("the board is not shown")
    page.mouse.move(box["x"] + EDGE_PX, box["y"] + box["height"] / 2)
    return page


def fog_lobby(chromium: Chromium) -> Page:
    """Open a room of Fog of War whose host waits for others."""
    room = f"idle-{next(_rooms)}"
    page = chromium.visit(f"/fog/{room}", wish("fog", room), **STILL)
    page.locator("[role=log]").wait_for(state="attached")
    return page


def welten_title(chromium: Chromium) -> Page:
    """Open the title of Weltendämmerung."""
    return _quiet(chromium.visit("/welten", **STILL))


def home(chromium: Chromium) -> Page:
    """Open the home page."""
    return _quiet(chromium.visit("/", **STILL))


def paused_replay(chromium: Chromium) -> Page:
    """Open a replay, which does not play by itself."""
    page = chromium.visit(f"/replays/{REPLAY}", **STILL)
    page.locator("#replay-board[data-turn]").wait_for()
    return page


def _quiet(page: Page) -> Page:
    page.wait_for_load_state("networkidle")
    return page


PAGES: Final[dict[str, Callable[[Chromium], Page]]] = {
    "Weltendämmerung": welten_game,
    "Weltendämmerung with a clock": clocked_game,
    "Weltendämmerung, mouse at the edge": game_at_its_edge,
    "title of Weltendämmerung": welten_title,
    "Fog lobby": fog_lobby,
    "home page": home,
    "paused replay": paused_replay,
}
GOALS: Final = {f"{page}, page": at_most(1) for page in PAGES if page.startswith("Weltendämmerung")}
"""The others are only reported."""


class Idle:
    """Measures each page once, all processes at the same time."""

    def __init__(self, chromium: Chromium) -> None:
        self._chromium = chromium
        self._taken: dict[str, dict[str, float]] = {}

    def percent(self, page: str, process: str, seconds: float) -> float:
        """Return the share of a core that a kind of process uses for a page."""
        if page not in self._taken:
            self._taken[page] = self._measure(PAGES[page], seconds)
        return self._taken[page][process]

    def _measure(self, open_page: Callable[[Chromium], Page], seconds: float) -> dict[str, float]:
        page = open_page(self._chromium)
        page.wait_for_timeout(SETTLED_MS)
        before = self._used_s()
        page.wait_for_timeout(1000 * seconds)
        after = self._used_s()
        page.context.close()
        return {
            name: 100 * max(after[kind] - before[kind], TICK_S) / seconds  # less than a tick is not seen
            for name, kind in PROCESSES.items()
        }

    def _used_s(self) -> dict[str, float]:
        """Return the seconds of CPU that the processes of each kind have used: no other page is open."""
        session = self._chromium.browser.new_browser_cdp_session()
        used = dict.fromkeys(PROCESSES.values(), 0.0)
        for process in session.send("SystemInfo.getProcessInfo")["processInfo"]:
            if process["type"] in used:
                used[process["type"]] += process["cpuTime"]
        session.detach()
        return used


def benchmark(*, quick: bool) -> Benchmark:
    """Measure the CPU of open pages on which nothing happens, for readers who want little motion."""
    del quick
    chromium = Chromium(finished)
    idle = Idle(chromium)

    def subject(page: str, process: str) -> Subject:
        return Subject(
            f"{page}, {process}",
            lambda seconds: Measurement(idle.percent(page, process, seconds), 1),
            needs=chromium,
        )

    subjects = [subject(page, process) for page in PAGES for process in PROCESSES]
    return Benchmark(
        name="web_idle",
        title="An open page on which nothing happens, with prefers-reduced-motion",
        unit="percent",
        per="core",
        subjects=subjects,
        claims=[Rate(subject.name, goal=GOALS.get(subject.name)) for subject in subjects],
        sizes={"seconds": SECONDS, "window": WINDOW},
        notes=[
            SOFTWARE,
            "page: the renderer process, with scripts, layout and painting; compositor: chromium's GPU process, which "
            "puts the painted parts together",
            f"{100 * TICK_S / SECONDS:.2f} percent is one step of Linux's clock: it stands for anything below",
        ],
        effort=Effort(repeats=1, warmups=0, seconds=SECONDS),
    )
