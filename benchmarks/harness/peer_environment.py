"""A virtual environment for each peer, so that Duskfall never depends on the packages it is compared with."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from benchmarks.harness.conditions import PROJECT_ROOT
from benchmarks.harness.measurement import Unmeasured

PEERS: Final = Path(__file__).resolve().parents[1] / "peers"
"""Holds, for each peer, its pinned requirements and the script that measures it."""

ENVIRONMENTS: Final = PROJECT_ROOT / ".bench"

INSTALL_TIMEOUT_SECONDS: Final = 1800


def ignore_in_git(folder: Path) -> None:
    """Make a folder that git ignores by itself, without an entry in the project's own list."""
    folder.mkdir(parents=True, exist_ok=True)
    listed = folder / ".gitignore"
    if not listed.exists():
        listed.write_text("*\n", encoding="ascii")


class PeerEnvironment:
    """A virtual environment with exactly the versions that a requirements file pins.

    It is made on demand and kept. A stamp, written last, holds what it was made from: when the
    requirements or the Python change, or an installation was interrupted, it is made anew.
    """

    def __init__(
        self,
        name: str,
        requirements: Path | None = None,
        folder: Path | None = None,
    ) -> None:
        self._requirements = requirements or PEERS / f"{name}.txt"
        self._folder = folder or ENVIRONMENTS / name
        self._stamp = self._folder / "made-from.txt"

    @property
    def python(self) -> Path:
        """The interpreter in it."""
        return self._folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

    def ensure(self, announce: Callable[[str], None]) -> Path:
        """Make it if needed and return its interpreter; raise `Unmeasured` if that fails."""
        try:
            wanted = f"# Python {sys.version}\n{self._requirements.read_text(encoding='utf-8')}"
        except OSError as error:
            raise Unmeasured(f"its requirements cannot be read: {error}") from error
        if self._made_from() == wanted and self.python.exists():
            return self.python
        place = f"{self._folder.parent.name}/{self._folder.name}"
        announce(f"installing {self._requirements.name} into {place}, once")
        ignore_in_git(self._folder.parent)
        shutil.rmtree(self._folder, ignore_errors=True)
        self._call([sys.executable, "-m", "venv", str(self._folder)])
        pip = [str(self.python), "-m", "pip", "--disable-pip-version-check", "--quiet"]
        self._call([*pip, "install", "--requirement", str(self._requirements)])
        self._stamp.write_text(wanted, encoding="utf-8")
        return self.python

    def _made_from(self) -> str:
        try:
            return self._stamp.read_text(encoding="utf-8")
        except OSError:
            return ""

    def _call(self, command: list[str]) -> None:
        try:
            done = subprocess.run(
                command,
                capture_output=True,
                text=True,
                timeout=INSTALL_TIMEOUT_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Unmeasured(f"it could not be installed: {error}") from error
        if done.returncode:
            raise Unmeasured(f"it could not be installed: {_complaint(done.stderr)}")


def _complaint(stderr: str) -> str:
    """Return pip's own message: its last line marked as an error, else its last line."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR")]
    return (errors or lines or ["no reason was given"])[-1]
