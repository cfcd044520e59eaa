"""The wheel: built from the source distribution, installed into an environment of its own, and played from there.

The environment has nothing but the wheel, and sees the packages of the development environment through a `.pth` file,
so that nothing has to be downloaded. The modules, pages and docs of Duskfall itself come from the wheel alone: the
paths of that file are searched last, and the development environment's link to this checkout is not followed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import urllib.request
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.server.running import running

ROOT = Path(__file__).parent.parent


def run(*command: str | Path, cwd: Path) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment with the wheel."""
    for package in ("build", "hatchling", "pip"):
        if find_spec(package) is None:
            pytest.skip(f"NOT RUN: {package} is not installed; `make setup` installs it where it can be had")
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    run(sys.executable, "-m", "venv", "--without-pip", folder / "env", cwd=folder)
    python = folder / "env" / "bin" / "python"
    wheel = next(folder.glob("*.whl"))
    run(sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-deps", "--no-index", wheel, cwd=folder)
    packages = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip())
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return python.parent


def test_the_wheel_holds_the_whole_package(installed: Path, tmp_path: Path) -> None:
    place = run(installed / "python", "-c", "import duskfall; print(duskfall.__file__)", cwd=tmp_path)
    package = Path(place.strip()).parent
    assert package.is_relative_to(installed.parent)
    tracked = run("git", "ls-files", "-z", "src/duskfall", cwd=ROOT).split("\0")
    names = {Path(name).relative_to("src/duskfall") for name in tracked if name and (ROOT / name).is_file()}
    assert [name for name in sorted(names) if not (package / name).is_file()] == []


def test_the_wheel_plays_and_serves_pages_and_docs(installed: Path, tmp_path: Path) -> None:
    command = [str(installed / "duskfall"), "play", "--no-browser", "--port", "0"]
    with running(tmp_path, program=command) as server:

        def get(address: str) -> str:
            with urllib.request.urlopen(server.address + address) as answer:
                content: bytes = answer.read()
            return content.decode()

        page = get("/")
        assert 'id="app"' in page
        scripts = re.findall(r'src="(/[^"]+\.js)"', page)
        assert scripts
        assert all(get(script) for script in scripts)
        assert "make play" in get("/docs/start")
        assert server.health()["status"] == "ok"
