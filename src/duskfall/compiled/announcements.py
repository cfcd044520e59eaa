"""Tells when somebody waits for the compiler."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import event


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
