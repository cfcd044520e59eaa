"""Bounds the memory of a program with all its processes by a control group of the kernel, where one can be had.

That is with version 2 of control groups, when the groups beside our own are ours to make: a unit of systemd with
`Delegate=memory` and `DelegateSubgroup=main` is such a place. Elsewhere the limits of `sandbox` and its filter of
system calls have to do.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path
from typing import Final, Self

ROOT: Final = Path("/sys/fs/cgroup")
OWN: Final = Path("/proc/self/cgroup")


class MemoryGroup:
    """Is a control group for one program. Memory that is shared or has no address in any process counts as well."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @classmethod
    def new(cls, memory: int, root: Path = ROOT, own: Path = OWN) -> Self | None:
        """Makes a group that may use so many bytes; None where that is not possible."""
        beside = _folder_of_groups(root, own)
        if beside is None:
            return None
        folder = beside / f"duskfall-bot-{secrets.token_hex(8)}"
        try:
            _enable_memory(beside)
            folder.mkdir()
            (folder / "memory.max").write_text(str(memory))
            (folder / "memory.oom.group").write_text("1")
        except OSError:
            with contextlib.suppress(OSError):
                folder.rmdir()
            return None
        with contextlib.suppress(OSError):  # a kernel without swap has no such file
            (folder / "memory.swap.max").write_text("0")
        return cls(folder)

    def add(self, process: int) -> None:
        """Moves a process into the group, with all that it will start."""
        with (self._folder / "cgroup.procs").open("a") as processes:
            processes.write(f"{process}\n")

    def close(self) -> None:
        """Removes the group, whose processes have ended."""
        with contextlib.suppress(OSError):
            self._folder.rmdir()


def _folder_of_groups(root: Path, own: Path) -> Path | None:
    """Finds the folder beside our own group; None if control groups have another version, or it is not ours."""
    try:
        lines = own.read_text().splitlines()
    except OSError:
        return None
    place = next((line.removeprefix("0::") for line in lines if line.startswith("0::/")), "/")
    if place == "/" or not (root / "cgroup.controllers").exists():
        return None
    beside = (root / place.lstrip("/")).parent
    return beside if beside != root and os.access(beside, os.W_OK) else None


def _enable_memory(folder: Path) -> None:
    control = folder / "cgroup.subtree_control"
    if "memory" not in control.read_text().split():
        control.write_text("+memory")
