"""Gives memory that is free back to the system."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Final


def _trimmer() -> Callable[[int], int] | None:
    """Find the function of the C library, where it is glibc."""
    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None


_TRIM: Final = _trimmer()


def release_free_memory() -> None:
    """Give back what the C library keeps for later: after an attack that was beaten off, tens of megabytes."""
    if _TRIM is not None:
        _TRIM(0)
