from __future__ import annotations

import os

import pytest
from hypothesis import settings

from tests.counts import SEED, SOAK

settings.register_profile("test", deadline=None, max_examples=50, print_blob=True)
settings.register_profile("soak", deadline=None, max_examples=500, print_blob=True)
settings.load_profile("soak" if SOAK else "test")


def pytest_report_header() -> str:
    count = "full counts" if SOAK else "a tenth of the long counts"
    return f"duskfall: {count}, seed {SEED} (repeat with DUSKFALL_TEST_SEED={SEED})"


@pytest.fixture(autouse=True)
def _wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Text that a test reads must not depend on the width of the terminal it happens to run in."""
    monkeypatch.setitem(os.environ, "COLUMNS", "120")
    monkeypatch.setitem(os.environ, "NO_COLOR", "1")
