"""Measures what crosses the wire until a page is shown for the first time."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

from playwright.sync_api import Page

from benchmarks import Benchmark, Effort, Goal, Measurement, Rate, Subject, at_most
from benchmarks.web.chromium import DRAWN, Chromium, wish
from duskfall.play import Match
from tests.play.matches import played

REPLAY: Final = "duel"
OURS: Final = ("http:", "https:", "ws:", "wss:")
"""What crosses the wire; an address of another kind, such as `data:`, is part of what brought it."""

_rooms = count(1)


@dataclass
class Wire:
    """The requests of a page and the bytes of their answers, compressed as they come, with their heads."""

    kinds: dict[str, str] = field(default_factory=dict)
    """The media type of each answer, by the request's name."""
    sizes: dict[str, float] = field(default_factory=dict)
    """The bytes of each answer that has come."""
    pending: set[str] = field(default_factory=set)
    sent: int = 0
    frames: float = 0
    """The bytes that came over WebSockets, without what frames them."""

    def watch(self, page: Page) -> None:
        """Count from now on."""
        session = page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", self._ask)
        session.on("Network.responseReceived", self._answer)
        session.on("Network.loadingFinished", self._finish)
        session.on("Network.loadingFailed", self._fail)
        session.on("Network.webSocketWillSendHandshakeRequest", self._open)
        session.on("Network.webSocketFrameReceived", self._hear)
        session.send("Network.enable")

    @property
    def script_kb(self) -> float:
        """The kilobytes of JavaScript."""
        return sum(size for name, size in self.sizes.items() if "javascript" in self.kinds.get(name, "")) / 1000

    @property
    def kb(self) -> float:
        """The kilobytes of everything."""
        return (sum(self.sizes.values()) + self.frames) / 1000

    def _ask(self, event: dict[str, Any]) -> None:
        if event["request"]["url"].startswith(OURS):
            self.sent += 1
            self.pending.add(event["requestId"])

    def _answer(self, event: dict[str, Any]) -> None:
        self.kinds[event["requestId"]] = event["response"]["mimeType"]

    def _finish(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self.pending:
            self.sizes[event["requestId"]] = event["encodedDataLength"]
            self.pending.discard(event["requestId"])

    def _fail(self, event: dict[str, Any]) -> None:
        self.pending.discard(event["requestId"])

    def _open(self, _: dict[str, Any]) -> None:
        self.sent += 1

    def _hear(self, event: dict[str, Any]) -> None:
        self.frames += len(event["response"]["payloadData"].encode())


def fog(chromium: Chromium) -> tuple[Page, str, str]:
    """Return an empty page, the address of a quick game against a bot, and what shows that it is drawn."""
    return chromium.open(), f"/fog/cold-{next(_rooms)}?quick", DRAWN


def welten(chromium: Chromium) -> tuple[Page, str, str]:
    """Return the same for a game of Weltendämmerung at one screen."""
    room = f"cold-{next(_rooms)}"
    return chromium.open(wish("welten", room, side="both")), f"/welten/{room}", DRAWN


def home(chromium: Chromium) -> tuple[Page, str, str]:
    """Return the same for the home page, which has no board to wait for."""
    return chromium.open(), "/", ""


def replay(chromium: Chromium) -> tuple[Page, str, str]:
    """Return the same for a replay of Fog of War."""
    return chromium.open(), f"/replays/{REPLAY}", "#replay-board[data-turn]"


def load(chromium: Chromium, open_page: Callable[[Chromium], tuple[Page, str, str]]) -> Wire:
    """Load a page cold, and wait for all that it had asked for when it was drawn."""
    page, path, drawn = open_page(chromium)
    wire = Wire()
    wire.watch(page)
    page.goto(chromium.address + path, wait_until="load" if drawn else "networkidle")
    if drawn:
        page.locator(drawn).wait_for()
    while wire.pending:
        page.wait_for_timeout(20)
    page.context.close()
    return wire


FIGURES: Final[Mapping[str, Callable[[Wire], float]]] = {
    "kB of JavaScript": lambda wire: wire.script_kb,
    "kB in all": lambda wire: wire.kb,
    "requests": lambda wire: wire.sent,
}
PAGES: Final = {
    "Fog room": (fog, "a quick game against a bot"),
    "Weltendämmerung room": (welten, "a game at one screen"),
    "home page": (home, "until it is quiet"),
    "replay": (replay, "120 turns of Fog of War"),
}
GOALS: Final[Mapping[str, Goal]] = {
    "Fog room, kB of JavaScript": at_most(60),
    "Fog room, requests": at_most(25),
    "home page, kB in all": at_most(300),
}


def finished() -> Mapping[str, Match]:
    """Play the match of the replay."""
    return {REPLAY: played("fog", 7, turn_limit=120)}


def benchmark(*, quick: bool) -> Benchmark:
    """Measure the bytes and requests of the first load of a game, the home page and a replay."""
    del quick  # a page weighs what it weighs
    chromium = Chromium(finished)

    def subject(page: str, figure: str) -> Subject:
        opened, note = PAGES[page]
        return Subject(
            f"{page}, {figure}",
            lambda _: Measurement(FIGURES[figure](load(chromium, opened)), 1),
            needs=chromium,
            note=note if figure == "kB of JavaScript" else "",
        )

    subjects = [subject(page, figure) for page in PAGES for figure in FIGURES]
    return Benchmark(
        name="web_load",
        title="The first load of a page, with empty caches, until its board is drawn",
        unit="kB or requests",
        per="load",
        subjects=subjects,
        claims=[Rate(subject.name, goal=GOALS.get(subject.name)) for subject in subjects],
        notes=[
            "bytes as they cross the wire, compressed if the server compresses them, with the heads of the answers and "
            "the texts that came over the WebSocket, which counts as a request",
            "a request that was sent before the board was drawn counts whole",
        ],
        effort=Effort(repeats=3, warmups=0),
    )
