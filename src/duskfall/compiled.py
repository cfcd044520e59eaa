"""The one way a rule is compiled.

A kernel is an ordinary Python function over arrays. With ``NUMBA_DISABLE_JIT=1`` in the environment it stays one:
the readable reference, number for number. Without it, Numba compiles the same function at its first call and keeps
the machine code on disk, so that only the first start on a machine pays for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar, cast

import numpy as np
from numba import config, njit
from numba.core import event

PLAIN: Final = bool(config.DISABLE_JIT)  # type: ignore[attr-defined]  # numba sets it while it is imported
"""True when kernels run as plain Python."""

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def kernel(function: Kernel) -> Kernel:
    """Compile `function` on first use, cache it on disk, and let other threads run meanwhile."""
    return cast(Kernel, njit(cache=True, nogil=True, error_model="numpy")(function))


def borrowing(function: Kernel) -> Kernel:
    """Compile `function` as `kernel` does, for a kernel that only borrows its arrays: it makes none and returns none.

    Numba then counts no references to them, which is half of the time of small kernels that hand many arrays to each
    other. Returned to Python, a view would come out as the whole array that it is a view of: return numbers only.
    """
    options: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": False}
    return cast(Kernel, njit(**options)(function))


word: Callable[[int], int] = int if PLAIN else cast("Callable[[int], int]", np.uint64)
"""A 64-bit unsigned number inside a kernel: Python's `int` when plain (NumPy's scalars warn when they wrap around)."""

number: Callable[[int], int] = int if PLAIN else cast("Callable[[int], int]", np.int64)
"""A signed number inside a kernel, fit to be an index."""


@contextmanager
def announced(tell: Callable[[str], None]) -> Iterator[None]:
    """Call `tell` with the name of each kernel that has to be compiled while the block runs.

    Nothing is told of kernels that come from the cache, so silence means that nobody waits for the compiler.
    """

    class Listener(event.Listener):
        def on_start(self, event: Any) -> None:
            tell(str(event.data["dispatcher"].py_func.__name__))

        def on_end(self, event: Any) -> None:
            """The end of one compilation is no news."""

    with event.install_listener("numba:compile", Listener()):
        yield
