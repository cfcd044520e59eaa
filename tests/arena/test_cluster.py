"""The same tournament on a real Dask scheduler with real workers, one of which is killed in the middle."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.arena.tournaments import FOUR, arena, kept, start, table_of, wait_until
from tests.counts import share

GAMES = 2 * share(30)
"""Of each of the six pairings."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def dask(*arguments: str, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A part of the cluster, which ends with the block."""
    with log.open("wb") as written:
        process = subprocess.Popen(
            [Path(sys.executable).with_name("dask"), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=written,
            stderr=written,
            cwd=log.parent,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def test_a_cluster_that_loses_a_worker_gives_the_digests_of_the_pool(tmp_path: Path) -> None:
    address = f"tcp://127.0.0.1:{free_port()}"
    tournament = ("tournament", *FOUR, "--games", str(GAMES), "--seed", "3")
    one = ("worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(tmp_path))
    host, port = address.removeprefix("tcp://").split(":")
    with (
        dask("scheduler", "--host", host, "--port", port, "--no-dashboard", log=tmp_path / "scheduler.log"),
        dask(*one, log=tmp_path / "first.log") as first,
        dask(*one, log=tmp_path / "second.log"),
    ):
        wait_until(lambda: "Registered" in (tmp_path / "first.log").read_text())
        wait_until(lambda: "Registered" in (tmp_path / "second.log").read_text())
        process = start(*tournament, "--db", "cluster.db", "--cluster", address, cwd=tmp_path)
        wait_until(lambda: kept(tmp_path / "cluster.db") >= GAMES, process)
        os.kill(first.pid, signal.SIGKILL)
        killed_after = kept(tmp_path / "cluster.db")
        out, err = process.communicate()
    assert process.returncode == 0, err
    assert killed_after < 6 * GAMES, "it was killed in the middle"
    pool = arena(tmp_path, *tournament, "--db", "pool.db")
    assert pool.out == out
    on_cluster, on_pool = table_of(tmp_path, "cluster.db"), table_of(tmp_path, "pool.db")
    assert [each["digest"] for each in on_cluster["results"]] == [each["digest"] for each in on_pool["results"]]
    assert on_cluster == on_pool


def test_where_no_scheduler_answers_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    run = arena(tmp_path, "tournament", *FOUR, "--games", "2", "--cluster", f"tcp://127.0.0.1:{free_port()}")
    assert run.code == 2
    assert "no Dask scheduler answers there" in run.err
    assert "start one with: dask scheduler" in run.err
    assert "Traceback" not in run.err


def test_what_is_no_address_is_refused_at_once(tmp_path: Path) -> None:
    run = arena(tmp_path, "tournament", *FOUR, "--games", "2", "--cluster", "somewhere")
    assert run.code == 2
    assert "no address of a scheduler" in run.err
    assert "write it as tcp://HOST:8786" in run.err
    assert "Traceback" not in run.err


def test_without_the_package_the_cure_is_named(tmp_path: Path) -> None:
    """A folder on the path whose `distributed` cannot be imported stands for a machine without it."""
    (tmp_path / "distributed.py").write_text("raise ImportError('not here')\n")
    os_path = {"PYTHONPATH": str(tmp_path)}
    script = Path(sys.executable).with_name("duskfall")
    run = subprocess.run(
        [script, "arena", "tournament", *FOUR, "--games", "2", "--cluster", "tcp://127.0.0.1:1"],
        cwd=tmp_path, env={**os.environ, **os_path}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 2
    assert "pip install 'duskfall[arena]'" in run.stderr
