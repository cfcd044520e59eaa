"""The entry point. Every process that a verb starts imports this module again, so it imports nothing itself."""

from __future__ import annotations

import gc
from typing import Final

COLLECTION_THRESHOLD: Final = 100_000
"""New objects between two garbage collections, instead of 700: the imports of a verb make half a million objects that
all stay, and collecting them again and again takes a quarter of the time until a server is ready."""


def main() -> None:
    """Run the command `duskfall`."""
    gc.set_threshold(COLLECTION_THRESHOLD)
    from duskfall.cli.app import run

    run()
