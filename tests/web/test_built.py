"""The built client in the package is the one that its source gives."""

from __future__ import annotations

import filecmp
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.counts import SOAK

ROOT = Path(__file__).parent.parent.parent
DIST = ROOT / "src" / "duskfall" / "web" / "dist"
LOCK = ROOT / "web" / "package-lock.json"


@pytest.mark.parametrize("script", ["web-stamp", "protocol-schema"])
def test_what_is_made_from_the_source_is_fresh(script: str) -> None:
    done = subprocess.run([ROOT / "scripts" / script, "--check"], capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")


def test_pages_ask_for_nothing_but_files_of_the_package() -> None:
    page = (DIST / "index.html").read_text(encoding="utf-8")
    asked = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert asked
    assert all((DIST / address.removeprefix("/")).is_file() for address in asked), asked
    assert "<style" not in page
    assert not re.search(r"<script(?![^>]*src=)|\son\w+=|\sstyle=", page), (
        "the content policy forbids what stands inline"
    )


def test_files_that_browsers_keep_for_good_are_named_after_their_content() -> None:
    names = [path.name for path in (DIST / "client").iterdir()]
    assert names
    assert [name for name in names if not re.fullmatch(r"[\w-]+-[0-9a-z]{8}\.\w+(\.br)?", name)] == []


def test_the_lock_file_names_no_registry() -> None:
    assert "resolved" not in LOCK.read_text(encoding="utf-8")


@pytest.mark.skipif(not SOAK, reason="rebuilding takes the tools of the client; make soak does it")
def test_a_rebuild_gives_the_same_bytes(tmp_path: Path) -> None:
    if shutil.which("npm") is None or subprocess.run([ROOT / "scripts" / "node-ready"], check=False).returncode:
        pytest.skip("there is no Node that could build it")
    built = tmp_path / "dist"
    subprocess.run(["npx", "vite", "build", "--outDir", str(built)], cwd=ROOT / "web", check=True, capture_output=True)
    names = sorted(path.relative_to(built).as_posix() for path in built.rglob("*") if path.is_file())
    kept = sorted(path.relative_to(DIST).as_posix() for path in DIST.rglob("*") if path.is_file())
    assert [*names, "source.sha256"] == sorted(kept, key=lambda name: (name == "source.sha256", name))
    assert filecmp.cmpfiles(built, DIST, names, shallow=False) == (names, [], [])
