"""Keeps machine code on the disk: one folder for all checkouts and processes that have the same rules.

Numba's own cache lies beside each source file and maps numbers to files in an index, which two processes that compile
at once can leave pointing at each other's code. Here a file is named after all that its code depends on, is written
under another name first, and carries a checksum: it is there as a whole or not at all.
"""

from __future__ import annotations

import logging
import os
import pickle
import shutil
import sys
import uuid
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, Final

import llvmlite
import numba
import xxhash
from llvmlite import binding
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from platformdirs import user_cache_path

from duskfall import __version__

VARIABLE: Final = "DUSKFALL_CACHE"
"""The environment variable that names another folder for caches."""
MOST_FOLDERS: Final = 10
"""Folders of other rules, versions or processors that are kept, those written to last; each takes a few megabytes."""
CHECKSUM_BYTES: Final = 16
SOURCES: Final = ("compiled", "dice.py", "grid.py", "fog", "welten", "dungeon")
"""The parts of the package that rules come from. Any of them may hold code that another one's kernel calls."""
BOTS: Final = "bots"
"""The part whose kernels call the rules. They change with both; a change of a bot leaves the rules as they are."""

_log = logging.getLogger(__name__)


def _fingerprint() -> str:
    """Return a number for all that machine code depends on: the sources of kernels, the compiler and the processor."""
    digest = _digest(*SOURCES)
    tools = (sys.implementation.cache_tag, numba.__version__, llvmlite.__version__)
    machine = (binding.get_process_triple(), binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten())
    digest.update(repr((tools, machine)).encode())
    return digest.hexdigest()


def _digest(*parts: str) -> xxhash.xxh64:
    package = Path(__file__).parent.parent
    digest = xxhash.xxh64()
    for file in sorted(file for part in parts for file in _sources(package / part)):
        digest.update(file.relative_to(package).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest


def _sources(part: Path) -> Iterable[Path]:
    return part.rglob("*.py") if part.is_dir() else (part,)


@cache
def _bots_fingerprint() -> str:
    return _digest(BOTS).hexdigest()


@cache
def kernel_folder() -> Path:
    """Return the folder of these rules on this machine; it may not exist yet."""
    named = os.environ.get(VARIABLE)
    caches = Path(named) if named else user_cache_path("duskfall", appauthor=False)
    return caches / "rules" / f"{__version__}-{_fingerprint()}"


class KernelCache(_Cache):
    """Is the cache of one kernel, as Numba asks for it."""

    def __init__(self, function: FunctionType) -> None:
        module = function.__module__.removeprefix("duskfall.")
        self._name = f"{module}.{function.__qualname__}"
        if module.startswith(f"{BOTS}."):
            self._name += f".{_bots_fingerprint()}"

    @property
    def cache_path(self) -> str:
        """Return the folder."""
        return str(kernel_folder())

    def load_overload(self, sig: Any, target_context: Any) -> CompileResult | None:
        """Load the code for a signature; None if it is not there, or damaged."""
        target_context.refresh()
        data = read_whole(self._path(sig))
        return None if data is None else CompileResult._rebuild(target_context, *pickle.loads(data))  # noqa: S301 -- ours

    def save_overload(self, sig: Any, data: CompileResult) -> None:
        """Keep the code for a signature; where nothing can be written, it is compiled again next time."""
        try:
            write_whole(self._path(sig), dumps(data._reduce()))
        except OSError as error:
            _warn(str(error))

    def _path(self, sig: Any) -> Path:
        return kernel_folder() / f"{self._name}.{xxhash.xxh64_hexdigest(repr(sig).encode())}"

    def enable(self) -> None:
        """Do nothing: the cache is always on."""

    def disable(self) -> None:
        """Do nothing, for the same reason."""

    def flush(self) -> None:
        """Do nothing: other processes may use the files."""


def read_whole(path: Path) -> bytes | None:
    """Read a file that `write_whole` has written; None if it is not there, or not as it was written."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    data = content[CHECKSUM_BYTES:]
    return data if content[:CHECKSUM_BYTES] == xxhash.xxh3_128_digest(data) else None


def write_whole(path: Path, data: bytes) -> None:
    """Write a file at once with its checksum, whatever other processes do meanwhile."""
    if not path.parent.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _remove_old(path.parent)
    new = path.with_name(f".{uuid.uuid4().hex}")
    try:
        new.write_bytes(xxhash.xxh3_128_digest(data) + data)
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def _remove_old(folder: Path) -> None:
    """Remove the folders beside a new one that nobody has written to for longest."""
    with suppress(OSError):  # another process removes them too
        others = [each for each in folder.parent.iterdir() if each.is_dir() and each != folder]
        for old in sorted(others, key=lambda each: each.stat().st_mtime, reverse=True)[MOST_FOLDERS:]:
            shutil.rmtree(old, ignore_errors=True)


@cache
def _warn(reason: str) -> None:
    _log.warning("compiled rules cannot be kept (%s); name another folder with %s", reason, VARIABLE)
