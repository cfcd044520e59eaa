"""The one way a rule is compiled.

A kernel is an ordinary Python function over arrays. With ``NUMBA_DISABLE_JIT=1`` in the environment it stays one:
the readable reference, number for number. Without it, Numba compiles the same function at its first call and keeps
the machine code on disk, so that only the first start on a machine pays for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numpy as np
import xxhash
from numba import config, njit
from numba.core import event

PLAIN: Final = bool(config.DISABLE_JIT)  # type: ignore[attr-defined]  # numba sets it while it is imported
"""True when kernels run as plain Python."""

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


_OPTIONS: Final[dict[str, Any]] = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": False}
"""`_nrt` off: a kernel borrows its arrays from its caller, so it need not count references to them, which in a small
one costs more than the rule itself and makes threads wait for each other."""


def _fingerprint() -> tuple[int, int]:
    """A number for all sources that kernels can come from.

    Numba asks only whether a function's own file has changed; a kernel also holds the code of those that it calls.
    """
    package = Path(__file__).parent
    files = [package / f"{name}.py" for name in ("compiled", "dice", "grid")]
    for world in ("fog", "welten", "dungeon"):
        files += sorted((package / world).rglob("*.py"))
    digest = xxhash.xxh64()
    for file in files:
        digest.update(file.read_bytes())
    return digest.intdigest(), len(files)


_FINGERPRINT: Final = (0, 0) if PLAIN else _fingerprint()


def _compiled(function: Kernel, **options: Any) -> Kernel:
    dispatcher = njit(**_OPTIONS, **options)(function)
    if not PLAIN:  # there is no public way to say this
        cached = dispatcher._cache._cache_file
        cached._source_stamp = _FINGERPRINT
        # Compared before the rest is unpickled, which may name modules that no longer exist.
        cached._version = (cached._version, *_FINGERPRINT)
    return cast(Kernel, dispatcher)


def kernel(function: Kernel) -> Kernel:
    """Compile `function` on first use, cache it on disk, and let other threads run meanwhile.

    It takes arrays and gives back numbers. One that allocates, or copies one array onto another, does not compile; one
    that gives an array back to plain Python gives the wrong one.
    """
    return _compiled(function)


def inline_kernel(function: Kernel) -> Kernel:
    """The same, always woven into its callers: for small functions, where handing over arrays costs the most."""
    return _compiled(function, forceinline=True)


word: Callable[[int], int] = int if PLAIN else cast("Callable[[int], int]", np.uint64)
"""A 64-bit unsigned number inside a kernel: Python's `int` when plain (NumPy's scalars warn when they wrap around)."""

number: Callable[[int], int] = int if PLAIN else cast("Callable[[int], int]", np.int64)
"""A signed number inside a kernel, fit to be an index."""


@contextmanager
def announced(tell: Callable[[str], None], rest: Callable[[], None] | None = None) -> Iterator[None]:
    """Call `tell` with the name of each kernel that has to be compiled while the block runs, `rest` when none is left.

    Nothing is told of kernels that come from the cache, so silence means that nobody waits for the compiler.
    """

    class Listener(event.Listener):
        depth = 0
        """A kernel is begun while those wait that call it."""

        def on_start(self, event: Any) -> None:
            self.depth += 1
            tell(str(event.data["dispatcher"].py_func.__name__))

        def on_end(self, event: Any) -> None:
            del event
            self.depth -= 1
            if self.depth == 0 and rest is not None:
                rest()

    with event.install_listener("numba:compile", Listener()):
        yield
