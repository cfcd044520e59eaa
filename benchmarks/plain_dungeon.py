"""Measures Duskfall's own dungeons as plain Python: the same functions, not compiled.

Runs in Duskfall's environment, in a process of its own, since compilation is switched off before the first import.
"""

import os

os.environ["NUMBA_DISABLE_JIT"] = "1"

import time
from typing import Final

from duskfall.dungeon import Options, generate_many

DISTRIBUTIONS: Final = ("duskfall", "numpy")


def maps(seconds: float, side: int) -> tuple[int, float]:
    """Measure the making of maps, a few seeds at a time."""
    options = Options(width=side, height=side)
    made = 0
    started = time.perf_counter()
    while True:
        generate_many(range(made, made + 4), options=options)
        made += 4
        spent = time.perf_counter() - started
        if spent >= seconds:
            return made, spent


MEASURES: Final = {"maps": maps}
