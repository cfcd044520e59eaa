"""How much of a long check runs: all of it in `make soak`, about a tenth of it in `make test`."""

from __future__ import annotations

import os
from typing import Final

SOAK: Final = bool(os.environ.get("DUSKFALL_SOAK"))
SEED: Final = int(os.environ.get("DUSKFALL_TEST_SEED") or 1)
"""Chooses the share that runs; printed at the head of every run."""


def share(full: int) -> int:
    """How many of `full` cases to run now."""
    return full if SOAK else max(1, full // 10)
