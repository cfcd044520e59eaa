"""The one way a rule is compiled.

A kernel is an ordinary Python function over arrays. With ``NUMBA_DISABLE_JIT=1`` in the environment it stays one:
the readable reference, number for number. Without it, Numba compiles the same function at its first call and keeps
the machine code on disk, so that only the first start on a machine pays for it.

Most kernels are only called by others. Numba would make machine code of each, optimise it anew in each of its callers,
and add ways in for Python and for C. Here a kernel that others call is only translated for the linker; all of it is
optimised once, in the kernel that Python calls, and only that one is kept on disk. This halves the time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numpy as np
from numba.core import config, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.registry import CPUDispatcher

from duskfall.compiled.cache import KernelCache

PLAIN: Final = bool(config.DISABLE_JIT)  # type: ignore[attr-defined]  # numba sets it while it is imported
"""True when kernels run as plain Python."""

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

_OPTIONS: Final[dict[str, Any]] = {"nopython": True, "nogil": True, "error_model": "numpy", "_nrt": False}
"""`_nrt` off: a kernel borrows its arrays from its caller, so it need not count references to them, which in a small
one costs more than the rule itself and makes threads wait for each other."""


class _LinkedLibrary(JITCodeLibrary):
    """Holds the code of a kernel for those who call it, who optimise it and make machine code of it."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalized = True


class _LinkedCompiler(Compiler):
    """Translates a kernel for those who call it."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)  # type: ignore[no-untyped-call]
        codegen = self.state.targetctx.codegen()
        self.state.library = _LinkedLibrary(codegen, "linked kernel")  # type: ignore[no-untyped-call]
        self.state.flags.no_compile = True
        self.state.flags.no_cpython_wrapper = True
        self.state.flags.no_cfunc_wrapper = True


class _LinkedKernel(CPUDispatcher):
    """Is a kernel as others call it. It is translated once for small and large numbers, variable and constant ones."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(map(_widened, args)), kws)

    def add_overload(self, cres: Any) -> None:
        key = object()  # by which callers find it; the entry point, which Numba takes for that, does not exist
        self.targetctx.insert_user_function(key, cres.fndesc, [cres.library])
        self.overloads[tuple(cres.signature.args)] = cres._replace(entry_point=key)


def _widened(given: Any) -> Any:
    """Return the type that an argument has inside: Numba computes with 64 bits in any case."""
    plain: Any = types.unliteral(given)
    return types.int64 if plain in types.signed_domain else plain


class _Kernel(CPUDispatcher):
    """Is a kernel as Python calls it."""

    def __init__(self, function: Any, **options: Any) -> None:
        super().__init__(function, targetoptions=_OPTIONS)
        self._cache = KernelCache(function)
        self._linked = _LinkedKernel(function, targetoptions=_OPTIONS | options, pipeline_class=_LinkedCompiler)

    @property
    def _numba_type_(self) -> Any:
        return types.Dispatcher(self._linked)


def kernel(function: Kernel) -> Kernel:
    """Compile `function` on first use, cache it on disk, and let other threads run meanwhile.

    It takes arrays and gives back numbers. One that allocates, or copies one array onto another, does not compile; one
    that gives an array back to plain Python gives the wrong one.
    """
    return function if PLAIN else cast(Kernel, _Kernel(function))


def inline_kernel(function: Kernel) -> Kernel:
    """The same, always woven into its callers: for small functions, where handing over arrays costs the most."""
    return function if PLAIN else cast(Kernel, _Kernel(function, forceinline=True))


word: Callable[[int], int] = int if PLAIN else cast("Callable[[int], int]", np.uint64)
"""A 64-bit unsigned number inside a kernel: Python's `int` when plain (NumPy's scalars warn when they wrap around)."""

number: Callable[[int], int] = int if PLAIN else cast("Callable[[int], int]", np.int64)
"""A signed number inside a kernel, fit to be an index."""
