"""Where a stranger's program runs: a private, read-only world without a network, made by bubblewrap.

The program sees the machine's /usr, its own files in /bot, an empty /proc of its own processes and a few devices.
There is no /etc, no home, no place to write, no other process and nobody to call. As root we become `nobody` first, so
that even a hole in the wall leads nowhere.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from duskfall.errors import Refusal, Refused

NOBODY: Final = 65534
"""The user and the group who own nothing."""

MIB: Final = 1 << 20
MOST_FILES: Final = 1000
MOST_BYTES: Final = 256 * MIB
"""What a program's folder may hold."""

STARTED: Final = "run"
"""The file that is started when a program is a folder."""

_PROBE_S: Final = 20.0
"""Seconds for an empty sandbox to come and go, on a machine that is very busy."""

_FOLDERS: Final = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
"""Where programs and libraries lie, beside /usr: links into it, or folders of their own on older machines."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a program may use."""

    memory: int = 768 * MIB
    """Bytes, all its processes together; also what a single one may own for itself."""
    addresses: int = 16 << 30
    """Bytes of address space a process; engines like V8 reserve much more than they use."""
    cpu_s: int = 900
    """Seconds of processor time a process."""
    processes: int = 64
    """Processes and threads together."""
    files: int = 64
    """Open files a process."""
    file_bytes: int = 16 * MIB
    """The size of a file that exists in memory only; there is no place for others."""


@dataclass(frozen=True, slots=True)
class Tools:
    """The two programs that make the sandbox."""

    bwrap: str
    prlimit: str


def tools(path: str | None = None) -> Tools:
    """The tools on the search path, or a refusal that says what is missing."""
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


def walls(made_by: Tools, bot: Path | None = None) -> list[str]:
    """The command line that builds the sandbox, up to the limits and the program."""
    command = [made_by.bwrap, "--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent"]
    # The program is the first process of its world: when it goes, all of its processes go, and bubblewrap buries it.
    command += ["--as-pid-1", "--new-session", "--hostname", "duskfall", "--ro-bind", "/usr", "/usr"]
    for name in _FOLDERS:
        folder = Path("/", name)
        if folder.is_symlink():
            command += ["--symlink", str(folder.readlink()), str(folder)]
        elif folder.is_dir():
            command += ["--ro-bind", str(folder), str(folder)]
    command += ["--proc", "/proc", "--dev", "/dev"]
    command += ["--dir", "/bot"] if bot is None else ["--ro-bind", str(bot), "/bot"]
    # Both are kept in memory and would otherwise be room for a hog that no limit counts.
    command += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/bot"]
    for name, value in (("PATH", "/usr/local/bin:/usr/bin:/bin"), ("HOME", "/bot"), ("LANG", "C.UTF-8")):
        command += ["--setenv", name, value]
    return command


def limited(made_by: Tools, limits: Limits) -> list[str]:
    """The command line that sets the limits; it runs inside, where no processes but the program's own are counted."""
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
    """How `Popen` starts the sandbox: as root by becoming nobody, and always without our environment.

    The first process inside keeps the environment it was started with, and a program can read it there.
    """
    base: dict[str, Any] = {"env": {}, "close_fds": True}
    if os.geteuid() == 0:
        base |= {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    return base


@cache
def check_sandbox(path: str | None = None) -> Tools:
    """The tools, after building an empty sandbox with them; a refusal with the reason if that does not work here."""
    made_by = tools(path)
    command = [*walls(made_by), "--", *limited(made_by, Limits()), "true"]
    try:
        tried = subprocess.run(  # noqa: S603 -- our own command line
            command,
            capture_output=True,
            timeout=_PROBE_S,
            check=False,
            cwd="/",
            stdin=subprocess.DEVNULL,
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
    """The file that is started: the program itself, or `run` in its folder."""
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
    """Copy a program to where nobody can read it, for nobody cannot enter a home; gives the name of what is started.

    Of a file only the file itself is copied, never what lies beside it.
    """
    start = entrance(program)
    try:
        if program.is_dir():
            _measure(program)
            # A link stays a link, which leads nowhere inside: followed, it could fetch whatever we may read.
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
