"""The conditions of a run: machine, versions, threads, load."""

import os
import platform
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

PROJECT_ROOT: Final = Path(__file__).resolve().parents[2]

THREAD_VARIABLES: Final = (
    "NUMBA_NUM_THREADS",
    "NUMBA_THREADING_LAYER",
    "NUMBA_DISABLE_JIT",
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
)
"""Settings that change the number of threads, or whether kernels are compiled at all."""

GIBIBYTE: Final = 2**30

BUSY_LOAD_PER_CORE: Final = 0.5
"""Load average for each core above which something else used the machine when the run began."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """The facts that a reader needs to judge a figure or to measure it again."""

    date: str
    commit: str | None
    """The checked-out commit, with "+changes" if files differ from it."""
    cores: float
    cpu: str
    memory_gib: float
    system: str
    python: str
    numpy: str
    numba: str
    numba_threads: int | None
    thread_settings: Mapping[str, str]
    load_average: float | None
    """The load average of the last minute when the run began."""

    @property
    def busy(self) -> bool:
        """True if something else kept the machine busy when the run began."""
        return (self.load_average or 0) > self.cores * BUSY_LOAD_PER_CORE


def observe() -> Conditions:
    """Read the present conditions of the machine."""
    return Conditions(
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        commit=_commit(),
        cores=_usable_cores(),
        cpu=_cpu_model(),
        memory_gib=round(_memory_bytes() / GIBIBYTE, 1),
        system=_system(),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        numpy=_version("numpy"),
        numba=_version("numba"),
        numba_threads=_numba_threads(),
        thread_settings={name: os.environ[name] for name in THREAD_VARIABLES if name in os.environ},
        load_average=round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    )


def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return "not installed"


def _numba_threads() -> int | None:
    try:
        import numba  # noqa: PLC0415 - slow to import and not needed to list benchmarks
    except ImportError:
        return None
    return int(numba.get_num_threads())


def _usable_cores() -> float:
    """Count the cores this process may use: its affinity, cut to the container's share."""
    if hasattr(os, "sched_getaffinity"):
        cores: float = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count() or 1
    try:
        quota, period = Path("/sys/fs/cgroup/cpu.max").read_text(encoding="ascii").split()
        return cores if quota == "max" else min(cores, round(int(quota) / int(period), 2))
    except (OSError, ValueError):
        return cores


def _cpu_model() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


def _memory_bytes() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 0


def _system() -> str:
    kernel = f"{platform.system()} {platform.release()}"
    try:
        return f"{platform.freedesktop_os_release()['PRETTY_NAME']}, {kernel}"
    except (OSError, KeyError):
        return kernel


def _commit() -> str | None:
    commit = _git("rev-parse", "--short=12", "HEAD")
    if not commit:
        return None
    return f"{commit}+changes" if _git("status", "--porcelain", "-uno") else commit


def _git(*arguments: str) -> str:
    """Return the output of git; nothing if there is no git or no checkout."""
    try:
        done = subprocess.run(
            ["git", "-C", str(PROJECT_ROOT), *arguments],  # noqa: S607 - git of the user's PATH
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()
