"""The official JavaScript client: Node, the package, and scripts that run on it."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final


def node() -> str:
    """The command `node`, of a version that the client runs on."""
    found = shutil.which("node")
    assert found is not None, "install node 18 or later: the official Socket.IO client runs on it"
    version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
    assert int(version.removeprefix("v").split(".")[0]) >= 18, f"node {version} is too old, 18 is the least"
    return found


PACKAGE: Final = Path(__file__).with_name("node")


def install_client() -> Path:
    """Bring the official client as the lock file has it, once; gives the folder of Node's modules."""
    lock = (PACKAGE / "package-lock.json").read_bytes()
    stamp = PACKAGE / "node_modules" / ".installed"
    if not stamp.exists() or stamp.read_bytes() != lock:
        # Two processes of one run may come here at once, so each installs aside and puts the whole in place.
        with tempfile.TemporaryDirectory(dir=PACKAGE, prefix=".installing-") as aside:
            for name in ("package.json", "package-lock.json", ".npmrc"):
                shutil.copy(PACKAGE / name, aside)
            npm = shutil.which("npm")
            assert npm is not None, "install npm: the official Socket.IO client comes with it"
            command = [npm, "ci", "--no-audit", "--no-fund"]
            done = subprocess.run(command, cwd=aside, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr
            made = Path(aside) / "node_modules"
            (made / ".installed").write_bytes(lock)
            try:
                if stamp.parent.exists():
                    stamp.parent.rename(Path(aside) / "former")
                made.rename(stamp.parent)
            except OSError:
                assert stamp.read_bytes() == lock, "another process of this run has put something else there"
    return stamp.parent


def script(modules: Path, path: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start a program on Node that finds the client."""
    return subprocess.Popen(
        [node(), str(path), *arguments],
        cwd=path.parent,
        env={**os.environ, "NODE_PATH": str(modules)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
