"""The first thing that runs. Every process that a verb starts imports it again, so it imports nothing by itself."""

from __future__ import annotations

import gc
from typing import Final

YOUNG: Final = 100_000
"""New objects after which garbage is looked for, instead of 700: what a verb imports makes half a million, and all of
them stay. Looking through them again and again takes a quarter of the time until a server stands."""


def main() -> None:
    """Run the command `duskfall`."""
    gc.set_threshold(YOUNG)
    from duskfall.cli.app import run

    run()
