"""Builds the sandbox in which a stranger's program runs, by bubblewrap: read-only, without a network.

The program sees the machine's /usr, its own files in /bot, a /proc of its own processes and a few devices. It has no
/etc, no home, no place to write, no other processes, no network and no shared memory. As root we become `nobody` first,
so that a program that breaks out of the sandbox has no rights.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from duskfall.bots.programs.syscall_filter import syscall_filter
from duskfall.errors import Refusal, Refused

NOBODY: Final = 65534
"""The number of the user and of the group `nobody`, which own no files."""

MIB: Final = 1 << 20
MOST_FILES: Final = 1000
MOST_BYTES: Final = 256 * MIB
"""The most files and bytes in a program's folder."""

STARTED: Final = "run"
"""The file that is started if a program is a folder."""

_PROBE_S: Final = 20.0
"""Seconds for an empty sandbox to start and end, on a machine that is very busy."""

_FOLDERS: Final = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
"""The folders of programs and libraries beside /usr: links into it, or real folders on older machines."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits the resources of a program."""

    memory: int = 768 * MIB
    """Bytes of all its processes together; also the most private data of a single one."""
    addresses: int = 16 << 30
    """Bytes of address space a process; engines like V8 reserve much more than they use."""
    cpu_s: int = 900
    """Seconds of processor time a process."""
    processes: int = 64
    """Processes and threads together."""
    files: int = 64
    """Open files a process."""
    file_bytes: int = 16 * MIB
    """Bytes of a file that exists in memory only; there is no place for others."""


@dataclass(frozen=True, slots=True)
class Tools:
    """Holds the paths of the two programs that make the sandbox."""

    bwrap: str
    prlimit: str


def tools(path: str | None = None) -> Tools:
    """Finds the tools on the search path; refuses and names the missing package if one is not there."""
    found = {name: shutil.which(name, path=path) for name in ("bwrap", "prlimit")}
    packages = {"bwrap": "bubblewrap", "prlimit": "util-linux"}
    for name, place in found.items():
        if place is None:
            raise Refused(
                Refusal.IMPOSSIBLE,
                "sandbox",
                f"{name} is not installed, so a program would run with all that you may do",
                f"install Debian's package {packages[name]}, or say --trust if the program is yours",
            )
    return Tools(str(found["bwrap"]), str(found["prlimit"]))


@contextmanager
def filter_fd() -> Iterator[int | None]:
    """Opens the filter of system calls for bubblewrap to read; None on a processor that has none."""
    program = syscall_filter()
    if program is None:
        yield None
        return
    reader, writer = os.pipe()
    try:
        os.write(writer, program)  # far less than a pipe holds
        os.close(writer)
        yield reader
    finally:
        os.close(reader)


def walls(made_by: Tools, bot: Path | None = None, filtered_by: int | None = None) -> list[str]:
    """Returns the command line that builds the sandbox, up to the limits and the program."""
    command = [made_by.bwrap, "--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent"]
    # The program is the first process of its pid namespace: when it ends, the kernel ends all others in it.
    command += ["--as-pid-1", "--new-session", "--hostname", "duskfall", "--ro-bind", "/usr", "/usr"]
    for name in _FOLDERS:
        folder = Path("/", name)
        if folder.is_symlink():
            command += ["--symlink", str(folder.readlink()), str(folder)]
        elif folder.is_dir():
            command += ["--ro-bind", str(folder), str(folder)]
    command += ["--proc", "/proc", "--dev", "/dev"]
    command += ["--dir", "/bot"] if bot is None else ["--ro-bind", str(bot), "/bot"]
    # Both are kept in memory, and a program could otherwise fill them without meeting a limit.
    command += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/bot"]
    for name, value in (("PATH", "/usr/local/bin:/usr/bin:/bin"), ("HOME", "/bot"), ("LANG", "C.UTF-8")):
        command += ["--setenv", name, value]
    return command if filtered_by is None else [*command, "--seccomp", str(filtered_by)]


def limited(made_by: Tools, limits: Limits) -> list[str]:
    """Returns the command line that sets the limits. It runs inside, where only the program's own processes count."""
    numbers = {
        "data": limits.memory,
        "as": limits.addresses,
        "cpu": limits.cpu_s,
        "nproc": limits.processes,
        "nofile": limits.files,
        "fsize": limits.file_bytes,
        "core": 0,
    }
    return [made_by.prlimit, *(f"--{name}={value}" for name, value in numbers.items()), "--"]


def as_nobody() -> dict[str, Any]:
    """Returns the arguments of `Popen` for the sandbox: as root we become nobody, and our environment stays out.

    The first process inside keeps the environment it was started with, and a program can read it there.
    """
    base: dict[str, Any] = {"env": {}, "close_fds": True}
    if os.geteuid() == 0:
        base |= {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    return base


@cache
def check_sandbox(path: str | None = None) -> Tools:
    """Builds an empty sandbox and returns the tools; refuses with the reason if that does not work here."""
    made_by = tools(path)
    try:
        with filter_fd() as calls:
            tried = subprocess.run(  # noqa: S603 -- our own command line
                [*walls(made_by, filtered_by=calls), "--", *limited(made_by, Limits()), "true"],
                capture_output=True,
                timeout=_PROBE_S,
                check=False,
                cwd="/",
                stdin=subprocess.DEVNULL,
                pass_fds=() if calls is None else (calls,),
                **as_nobody(),
            )
        problem = tried.stderr.decode(errors="replace").strip() if tried.returncode else ""
        works = tried.returncode == 0
    except (OSError, subprocess.SubprocessError) as error:
        problem, works = str(error), False
    if not works:
        said = problem.splitlines()[-1] if problem else "it says nothing"
        raise Refused(
            Refusal.IMPOSSIBLE,
            "sandbox",
            f"bubblewrap does not work on this machine ({said})",
            "bubblewrap 0.8 or later and user namespaces are needed; or say --trust if the program is yours",
        )
    return made_by


def entrance(program: Path) -> Path:
    """Returns the file that is started: the program itself, or `run` in its folder."""
    start = program / STARTED if program.is_dir() else program
    if not start.is_file():
        reason = f"the folder has no file '{STARTED}' to start" if program.is_dir() else "there is no such file"
        raise Refused(Refusal.UNREADABLE, program, reason, "name an executable file, or a folder with one called 'run'")
    if not os.access(start, os.X_OK):
        raise Refused(
            Refusal.UNREADABLE,
            start,
            "is not executable",
            f"chmod +x {start}; a script's first line names its language: #!/usr/bin/env python3",
        )
    return start


def stage(program: Path, into: Path) -> str:
    """Copies a program to a folder that the user `nobody` can read, and returns the name of the file that is started.

    Of a file only the file itself is copied, never the files beside it.
    """
    start = entrance(program)
    try:
        if program.is_dir():
            _measure(program)
            # A link stays a link, which is broken inside: if we followed it, it could fetch any file that we may read.
            shutil.copytree(program, into, symlinks=True, dirs_exist_ok=True)
        else:
            shutil.copyfile(start, into / start.name)
        for path in (into, *into.rglob("*")):
            if not path.is_symlink():
                path.chmod(0o755)
    except OSError as error:
        raise Refused(Refusal.UNREADABLE, program, f"cannot be copied ({error.strerror or error})") from error
    return start.name


def _measure(folder: Path) -> None:
    bytes_ = 0
    for files, path in enumerate(folder.rglob("*"), start=1):
        bytes_ += path.lstat().st_size
        if files > MOST_FILES or bytes_ > MOST_BYTES:
            raise Refused(
                Refusal.OUT_OF_RANGE,
                folder,
                f"a program's folder has at most {MOST_FILES} files and {MOST_BYTES // MIB} MiB",
                "name a folder that holds the bot and nothing else",
            )
