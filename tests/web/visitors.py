"""Browsers for tests: each records the errors of its pages and the frames that it receives."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    WebSocket,
    WebSocketRoute,
    expect,
)

expect.set_options(timeout=20_000)  # milliseconds; how long a busy machine may take, not how long it does

CHROMIUM: Final = "/usr/bin/chromium"
ARGUMENTS: Final = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run",
)  # fmt: skip
DESKTOP: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}}
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844}, "device_scale_factor": 3, "has_touch": True, "is_mobile": True,
}  # fmt: skip


def launch(playwright: Playwright) -> Browser:
    """Start Debian's chromium without a window."""
    return playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))


@dataclass
class Visitor:
    """A person with their own browser context; nothing is shared with other visitors."""

    address: str
    context: BrowserContext
    page: Page
    errors: list[str] = field(default_factory=list)
    """Errors and warnings of the console and the page."""
    frames: list[str] = field(default_factory=list)
    """Every frame that was received over a WebSocket."""

    def watch(self) -> None:
        """Record errors and frames from now on."""
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.errors.append(f"{error}"))
        self.page.on("websocket", self._open)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    def _open(self, socket: WebSocket) -> None:
        socket.on(
            "framereceived", lambda frame: self.frames.append(frame if isinstance(frame, str) else frame.decode())
        )

    def connections(self) -> list[WebSocketRoute]:
        """The connections to the server that are opened from now on, so that a test can close them."""
        opened: list[WebSocketRoute] = []

        def forward(route: WebSocketRoute) -> None:
            opened.append(route)
            route.connect_to_server()

        self.page.route_web_socket("**/socket.io/**", forward)
        return opened

    def goto(self, path: str) -> None:
        """Open a page of ours."""
        self.page.goto(self.address + path)

    def received(self, event: str) -> list[Any]:
        """The first argument of each event of this name that was received."""
        found = []
        for frame in self.frames:
            if frame.startswith("42["):
                name, *arguments = json.loads(frame[2:])
                if name == event:
                    found.append(arguments[0] if arguments else None)
        return found

    def wait_for_turn(self, turn: int) -> None:
        """Wait until the page shows this turn or a later one."""
        self.page.wait_for_function(
            "turn => Number(document.querySelector('#turn')?.textContent.replace(/\\D/g, '')) >= turn", arg=turn
        )

    def armies(self) -> dict[str, tuple[int, int]]:
        """The scoreboard: armies and land by name."""
        rows = self.page.locator("#side tbody tr").all()
        board = {}
        for row in rows:
            armies, land = (int(cell) for cell in row.locator("td").all_inner_texts())
            board[row.locator("[data-name]").inner_text()] = (armies, land)
        return board


@contextmanager
def visiting(browser: Browser, address: str, device: dict[str, Any] | None = None, **more: Any) -> Iterator[Visitor]:
    """Open a page for a visitor; at the end there must have been no errors."""
    context = browser.new_context(**(device or DESKTOP), **more)
    visitor = Visitor(address, context, context.new_page())
    visitor.watch()
    try:
        yield visitor
        assert visitor.errors == [], visitor.errors
    finally:
        context.close()


def set_identity(visitor: Visitor, name: str) -> None:
    """Give a visitor a name before the first page is opened; the same name is the same person on every picture."""
    secret = hashlib.sha256(name.encode()).hexdigest()
    for key, value in (("name", name), ("secret", secret)):
        visitor.context.add_init_script(f"localStorage.setItem('duskfall.{key}', {json.dumps(value)})")
