"""A server and a browser on the same machine, for the benchmarks of the browser client."""

import json
import tempfile
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks import Unmeasured
from duskfall.play import Match
from tests.server.running import running
from tests.web.finished_matches import store_matches
from tests.web.visitors import CHROMIUM, DESKTOP, launch

SOFTWARE: Final = "chromium runs headless with --disable-gpu: every pixel is drawn by the processor"
WINDOW: Final = "{width}x{height}".format(**DESKTOP["viewport"])
DRAWN: Final = "#board[data-tile]"
"""The board of a live game of either kind, once it has been drawn."""


def nothing() -> Mapping[str, Match]:
    """Return no finished matches."""
    return {}


class Chromium:
    """Runs a server and a browser; `finished` makes the matches that the server has kept before it starts."""

    name = "chromium"

    def __init__(self, finished: Callable[[], Mapping[str, Match]] = nothing) -> None:
        self._finished = finished
        self._open: ExitStack | None = None
        self._browser: Browser | None = None
        self.address = ""

    def start(self, announce: Callable[[str], None]) -> None:
        """Start both."""
        if self._open is not None:
            return
        if not Path(CHROMIUM).exists():
            raise Unmeasured(f"{CHROMIUM} is not there")
        self._open = ExitStack()
        folder = Path(self._open.enter_context(tempfile.TemporaryDirectory()))
        if self._finished is not nothing:
            announce("playing the matches that the server shall have")
            store_matches(folder, dict(self._finished()))
        announce("starting a server and chromium")
        self.address = self._open.enter_context(running(folder, "--no-limits")).address
        self._browser = launch(self._open.enter_context(sync_playwright()))

    def close(self) -> None:
        """Stop both."""
        if self._open is not None:
            self._open.close()
        self._open = self._browser = None

    def versions(self) -> Mapping[str, str]:
        """Return the version of chromium."""
        return {} if self._browser is None else {"chromium": self._browser.version, "rendering": "software"}

    @property
    def browser(self) -> Browser:
        """The running browser."""
        if self._browser is None:
            raise Unmeasured("there is no browser")
        return self._browser

    def open(self, *scripts: str, **context: Any) -> Page:
        """Open an empty page with caches of its own, which are empty too; scripts run before those of its pages."""
        opened = self.browser.new_context(**DESKTOP, **context)
        for script in scripts:
            opened.add_init_script(script)
        return opened.new_page()

    def visit(self, path: str, *scripts: str, **context: Any) -> Page:
        """Open a page of the client in the same way."""
        page = self.open(*scripts, **context)
        page.goto(self.address + path)
        return page


def wish(game: str, room: str, **options: object) -> str:
    """Return the script after which a page opens a new room with options, as the forms for new games do."""
    key = json.dumps(f"duskfall.{game}.pending.{room}")
    return f"sessionStorage.setItem({key}, {json.dumps(json.dumps(options))})"
