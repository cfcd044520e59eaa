"""The entry point. Every process that a verb starts imports this module again, so it imports nothing itself."""

from __future__ import annotations

import gc
import sys
from typing import Final

COLLECTION_THRESHOLD: Final = 100_000
"""New objects between two garbage collections, instead of 700: the imports of a verb make half a million objects that
all stay, and collecting them again and again takes a quarter of the time until a server is ready."""
INTERRUPTED: Final = 130
"""The exit code that a shell gives a program that Ctrl+C ended: 128 plus the signal's number."""


def main() -> None:
    """Run the command `duskfall`; Ctrl+C ends it without a traceback, also while it is being loaded."""
    gc.set_threshold(COLLECTION_THRESHOLD)
    try:
        from duskfall.cli.app import run

        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
