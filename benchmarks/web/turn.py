"""Measures what the browser's scripts take for one turn of a large game of Fog of War."""

import asyncio
import json
import random
import statistics
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final
from urllib.request import Request, urlopen

import numpy as np
from playwright.sync_api import Page

from benchmarks import Benchmark, Effort, Measurement, Rate, Subject, Unmeasured, at_most
from benchmarks.web.chromium import DRAWN, SOFTWARE, WINDOW, Chromium
from benchmarks.web.trace import CATEGORIES, SCRIPTS, TASKS, by_turn, spans
from duskfall.bots import BUILT_IN, BotMatch, SeatInfo
from duskfall.play import Match, Replay, Setup
from tests.server.clients.people import Person, connected

SIDE: Final = 100
PLAYERS: Final = 16
BOT: Final = "settler"
SEED: Final = 11
LATE: Final = 1500
"""The turn from which the game is played on: the strongest of 12 players has more than a thousand tiles."""
TURN_MS: Final = 250
TURNS: Final = 320
BATCH: Final = 64
"""Turns of a trace, and the most marches that a seat may have queued; between two traces the player queues new ones."""
QUICK: Final = (100, 20, 20)
"""The same three for a quick run: the turn to play on from, turns, turns of a trace."""
GOAL_MS: Final = 8
ROOM: Final = "late"
UPDATE: Final = '42["game_update"'


@dataclass(frozen=True, slots=True)
class Turns:
    """Milliseconds of each turn on the page's main thread."""

    script: list[float]
    everything: list[float]


def late_match(turn: int) -> Match:
    """Play a game between bots up to a turn."""
    setup = Setup.of("fog", {"width": SIDE, "height": SIDE, "players": PLAYERS}, SEED)
    match = Match(setup, [f"Player {seat}" for seat in range(PLAYERS)])
    seats = [SeatInfo("fog", setup.options, seat, PLAYERS, SEED) for seat in range(PLAYERS)]
    with BotMatch(match, [BUILT_IN["fog"][BOT](seat) for seat in seats]) as bots:
        while match.turn < turn:
            bots.step()
    return match


def strongest(match: Match) -> int:
    """Return the seat with the most land."""
    return max(range(PLAYERS), key=lambda seat: int(np.sum(match.game.view(seat).terrain == seat)))


class LateGame:
    """A game that is played on from a late turn: one page has the strongest seat, another watches."""

    def __init__(self, chromium: Chromium, *, quick: bool) -> None:
        self._chromium = chromium
        self._late, self._turns, self._batch = QUICK if quick else (LATE, TURNS, BATCH)
        self._player = Person("Ada")
        self._dice = random.Random(SEED)  # noqa: S311  # which way an army walks is no secret
        self._pages: dict[bool, Page] = {}
        self._taken: dict[bool, Turns] = {}

    def turns(self, *, watching: bool) -> Turns:
        """Return the times of the page that plays, or of the page that watches; they are taken once."""
        if watching not in self._taken:
            self._play_on()
            page = self._page(watching=watching)
            traced = [self._trace(page, watching=watching) for _ in range(0, self._turns, self._batch)]
            self._taken[watching] = Turns(
                [ms for turns in traced for ms in turns.script], [ms for turns in traced for ms in turns.everything]
            )
        return self._taken[watching]

    def _play_on(self) -> None:
        """Open the room, and take the seat."""
        if self._pages:
            return
        match = late_match(self._late)
        asked = Request(  # noqa: S310  # our own server
            f"{self._chromium.address}/api/positions?turn={self._late}", Replay.of(match).encode(), method="POST"
        )
        with urlopen(asked) as answer:  # noqa: S310
            position = json.load(answer)["position"]
        with ThreadPoolExecutor(1) as thread:  # playwright's own loop runs in this one
            thread.submit(lambda: asyncio.run(self._ask_for_room(position, strongest(match)))).result()
        self._page(watching=False)

    async def _ask_for_room(self, position: str, seat: int) -> None:
        async with connected(self._chromium.address, self._player):
            await self._player.do("set_username", self._player.user, self._player.name)
            await self._player.do("play_on", ROOM, self._player.user, position, seat, BOT, TURN_MS)

    def _page(self, *, watching: bool) -> Page:
        if watching not in self._pages:
            identity = {} if watching else {"name": self._player.name, "secret": self._player.user}
            scripts = [
                f"localStorage.setItem('duskfall.{key}', {json.dumps(value)})" for key, value in identity.items()
            ]
            page = self._chromium.visit(f"/fog/{ROOM}" + "?watch" * watching, *scripts)
            page.locator(DRAWN).wait_for()
            self._pages[watching] = page
        return self._pages[watching]

    def _trace(self, page: Page, *, watching: bool) -> Turns:
        """Record some turns."""
        updates: list[float] = []

        def hear(frame: dict[str, Any]) -> None:
            if frame["response"]["payloadData"].startswith(UPDATE):
                updates.append(frame["timestamp"])

        if not watching:
            self._march(page)
            page.wait_for_timeout(4 * TURN_MS)  # until every order is acknowledged
        wire = page.context.new_cdp_session(page)
        wire.on("Network.webSocketFrameReceived", hear)
        wire.send("Network.enable")
        self._chromium.browser.start_tracing(page=page, categories=list(CATEGORIES))
        for _ in range(4 * self._batch):
            if len(updates) > self._batch:
                break
            page.wait_for_timeout(TURN_MS)
        trace = self._chromium.browser.stop_tracing()
        wire.detach()
        if len(updates) <= self._batch:
            raise Unmeasured(f"{len(updates)} of {self._batch + 1} turns came: the game is over, or the server is busy")
        turns = updates[: self._batch + 1]
        return Turns(*(by_turn(spans(trace, page.url, names), turns) for names in (SCRIPTS, TASKS)))

    def _march(self, page: Page) -> None:
        """Send the next army on a way of as many steps as there are turns, by the keys that players use."""
        page.locator("#board").focus()
        for key in ("Space", "Tab"):
            page.keyboard.press(key)
        page.keyboard.type("".join(self._dice.choices("wasd", k=self._batch)))


def median(turns: list[float]) -> float:
    """Return the time of the turn in the middle."""
    return statistics.median(turns)


def slow(turns: list[float]) -> float:
    """Return the time that 19 of 20 turns need at most."""
    return sorted(turns)[len(turns) * 95 // 100]


def benchmark(*, quick: bool) -> Benchmark:
    """Measure the script time of one turn on a large board, for a player and for a spectator."""
    chromium = Chromium()
    game = LateGame(chromium, quick=quick)

    def subject(who: str, what: str, figure: Callable[[Turns], float], note: str = "") -> Subject:
        watching = who == "spectator"
        return Subject(
            f"{who}, {what}",
            lambda _: Measurement(figure(game.turns(watching=watching)), 1),
            needs=chromium,
            note=note,
        )

    subjects, claims = [], []
    for who, note in (("player", "the strongest seat, late in the game"), ("spectator", "sees the whole board")):
        subjects += [
            subject(who, "median", lambda turns: median(turns.script), note),
            subject(who, "slowest of 20", lambda turns: slow(turns.script)),
            subject(who, "slowest", lambda turns: max(turns.script)),
            subject(
                who, "with layout and painting", lambda turns: median(turns.everything), "median of the main thread"
            ),
        ]
        claims += [Rate(f"{who}, median", goal=at_most(GOAL_MS))]
        claims += [Rate(f"{who}, {what}") for what in ("slowest of 20", "slowest", "with layout and painting")]
    late, turns, _ = QUICK if quick else (LATE, TURNS, BATCH)
    return Benchmark(
        name="web_turn",
        title="Fog of War in the browser: scripts from the receipt of a turn to that of the next",
        unit="milliseconds",
        per="turn",
        sizes={
            "tiles a side": SIDE, "players": PLAYERS, "from turn": late, "turns": turns, "ms of a turn": TURN_MS,
            "window": WINDOW,
        },
        subjects=subjects,
        claims=claims,
        notes=[
            SOFTWARE,
            "processor time of the page's main thread, from chromium's trace; a busy machine lengthens it less than "
            "time by the clock",
            "bots have all other seats; the player's armies march by keys that are pressed between the traces",
        ],
        effort=Effort(repeats=1, warmups=0),
    )  # fmt: skip
