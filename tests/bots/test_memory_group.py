"""Control groups for programs: made where they can be had, on a stand-in for the files of the kernel."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from duskfall.bots.programs.memory_group import MemoryGroup
from duskfall.bots.programs.process import Process

PATIENCE_S = 60.0


def machine(folder: Path, groups: str = "0::/unit/main", controllers: bool = True) -> tuple[Path, Path]:
    """The two places at which the kernel tells about groups."""
    root, own = folder / "groups", folder / "own"
    (root / "unit/main").mkdir(parents=True)
    (root / "unit/cgroup.subtree_control").write_text("")
    if controllers:
        (root / "cgroup.controllers").write_text("cpu memory pids")
    own.write_text(f"{groups}\n")
    return root, own


def test_a_group_beside_our_own_bounds_the_memory_of_the_processes_that_are_added(tmp_path: Path) -> None:
    root, own = machine(tmp_path)
    group = MemoryGroup.new(256 << 20, root, own)
    assert group is not None
    (made,) = (root / "unit").glob("duskfall-bot-*")
    assert (root / "unit/cgroup.subtree_control").read_text() == "+memory"
    assert {path.name: path.read_text() for path in made.iterdir()} == {
        "memory.max": str(256 << 20), "memory.oom.group": "1", "memory.swap.max": "0",
    }  # fmt: skip
    group.add(41)
    group.add(42)
    assert (made / "cgroup.procs").read_text() == "41\n42\n"
    for file in made.iterdir():
        file.unlink()  # the kernel's own files do not keep a group
    group.close()
    assert not made.exists()


def test_memory_is_not_enabled_again_where_it_is(tmp_path: Path) -> None:
    root, own = machine(tmp_path)
    (root / "unit/cgroup.subtree_control").write_text("cpu memory")
    assert MemoryGroup.new(1 << 20, root, own) is not None
    assert (root / "unit/cgroup.subtree_control").read_text() == "cpu memory"


@pytest.mark.parametrize(
    ("groups", "controllers"),
    [("9:memory:/unit/main\n1:name=systemd:/", False), ("9:memory:/a\n0::/unit/main", False), ("0::/", True),
     ("0::/main", True), ("", True)],
    ids=["version 1", "both versions", "the root", "beside the root", "nothing"],
)  # fmt: skip
def test_where_groups_are_of_another_version_or_not_ours_there_is_none(
    tmp_path: Path, groups: str, controllers: bool
) -> None:
    root, own = machine(tmp_path, groups, controllers)
    assert MemoryGroup.new(1 << 20, root, own) is None
    assert not list(root.rglob("duskfall-bot-*"))


def test_where_memory_cannot_be_enabled_no_group_is_left_behind(tmp_path: Path) -> None:
    root, own = machine(tmp_path)
    (root / "unit/cgroup.subtree_control").unlink()
    assert MemoryGroup.new(1 << 20, root, own) is None
    assert not list(root.rglob("duskfall-bot-*"))


def test_a_sandbox_is_in_its_group_before_its_program_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root, own = machine(tmp_path)
    new = MemoryGroup.new
    monkeypatch.setattr(MemoryGroup, "new", lambda memory: new(memory, root, own))
    program = tmp_path / "bot"
    program.write_text("#!/bin/sh\necho here\n")
    program.chmod(0o755)
    process = Process(program)
    try:
        (made,) = (root / "unit").glob("duskfall-bot-*")
        assert (made / "memory.max").read_text() == str(process.limits.memory)
        added = (made / "cgroup.procs").read_text().split()
        assert added == [str(process._popen.pid), str(process._init.pid)]
        assert process.line(time.monotonic() + PATIENCE_S) == b"here"
    finally:
        process.close()
