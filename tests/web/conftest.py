from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from duskfall.arena import Ledger, run
from tests.arena.tournaments import HereRunner, tiny
from tests.server.running import running
from tests.web.visitors import CHROMIUM, Visitor, launch, visiting


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a real server listens."""
    folder: Path = tmp_path_factory.mktemp("served")
    show_tournaments(folder / "tournaments")
    with running(folder, "--no-limits") as server:
        yield server.address


def show_tournaments(folder: Path) -> None:
    """What the server's owner shows: a real tournament of three bots, and a file that is none."""
    folder.mkdir()
    with Ledger.open(folder / "Spring cup.db", tiny("settler wanderer wanderer", games=10)) as ledger:
        run(ledger.plan, ledger, HereRunner())
    (folder / "torn.db").write_bytes(b"no ledger")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser, closed after the last of these tests: while it is open, no other test can run a loop of its own."""
    if not Path(CHROMIUM).exists():
        pytest.skip(f"{CHROMIUM} is not there")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


OpenBrowser = Callable[..., Visitor]


@pytest.fixture
def open_browser(browser: Browser, address: str) -> Iterator[OpenBrowser]:
    """Invites visitors to the server; at the end each must have had nothing to complain about."""
    with ExitStack() as visits:

        def invite(device: dict[str, Any] | None = None, **more: Any) -> Visitor:
            return visits.enter_context(visiting(browser, address, device, **more))

        yield invite
