from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.server.running import running
from tests.web.browsing import CHROMIUM, Visitor, launch, visiting

expect.set_options(timeout=20_000)  # milliseconds; how long a busy machine may take, not how long it does


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a real server listens."""
    with running(tmp_path_factory.mktemp("served"), "--no-limits") as server:
        yield server.address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not Path(CHROMIUM).exists():
        pytest.skip(f"{CHROMIUM} is not there")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


Guest = Callable[..., Visitor]


@pytest.fixture
def guest(browser: Browser, address: str) -> Iterator[Guest]:
    """Invites visitors to the server; at the end each must have had nothing to complain about."""
    with ExitStack() as visits:

        def invite(device: dict[str, Any] | None = None, **more: Any) -> Visitor:
            return visits.enter_context(visiting(browser, address, device, **more))

        yield invite
