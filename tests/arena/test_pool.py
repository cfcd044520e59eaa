"""Processes that play: the same results however many there are, whatever happens to them."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from duskfall.arena import Ledger, PoolRunner, Standing, run
from duskfall.errors import Refused
from tests.arena.tournaments import HereRunner, arena, played, start, table_of, tiny, wait_until
from tests.bots.duels import need_sandbox, need_tool
from tests.bots.test_programs import EXAMPLES

BOTS = """
import os


class Sulker:
    def __init__(self, chair):
        pass

    def choose(self, view, clock):
        raise RuntimeError("I do not want to")


class Latecomer:
    def __init__(self, chair):
        raise ValueError("I overslept")

    def choose(self, view, clock):
        return []


class Bomb:
    def __init__(self, chair):
        pass

    def choose(self, view, clock):
        os._exit(1)
"""


def gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize("workers", [1, 3])
def test_however_many_workers_play_the_results_are_the_same(workers: int) -> None:
    plan = tiny("settler wanderer wanderer")
    assert played(plan, PoolRunner(workers)).results == played(plan).results


def test_a_killed_worker_is_replaced_and_its_matches_are_played_again() -> None:
    plan = tiny("settler wanderer settler")
    expected = played(plan, HereRunner()).results
    killed: list[int] = []
    with Ledger.open(None, plan) as ledger, PoolRunner(2) as pool:

        def kill(standing: Standing) -> None:
            first = pool.processes[0]
            if len(standing.results) >= 2 and len(killed) < 2 and first not in killed:
                killed.append(first)
                os.kill(first, signal.SIGKILL)

        results = run(plan, ledger, pool, kill).results
        workers = pool.processes
    assert results == expected
    assert len(killed) == 2, "whoever took the first one's place was killed too"
    assert all(gone(process) for process in workers), "nobody is left behind"


def test_faults_of_bots_are_recorded_and_the_tournament_goes_on(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(BOTS)
    bots = "mine:Sulker,mine:Latecomer,wanderer"
    run_ = arena(
        tmp_path, "tournament", "--game", "fog", "--bots", bots, "--games", "2",
        "--option", "width=10", "--option", "height=10", "--option", "turn_limit=60", "--workers", "1",
    )  # fmt: skip
    assert run_.code == 0, run_.err
    table = table_of(tmp_path, "tournament.db")
    assert table["complete"]
    assert (table["table"][0]["bot"], table["table"][0]["won"]) == ("wanderer", 4)
    last = {fault["last"] for result in table["results"] for fault in result["faults"] if fault["in_all"]}
    assert last == {
        "failed: RuntimeError: I do not want to (mine.py, line 10)",
        "failed: ValueError: I overslept (mine.py, line 15)",
    }
    assert "mine:Sulker gave no answer that counts" in run_.out
    assert run_.out.rstrip().endswith("the last fault: failed: ValueError: I overslept (mine.py, line 15)")


def test_a_comparison_tells_of_a_bot_that_fails_in_every_game(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(BOTS)
    small = ("--option", "width=10", "--option", "height=10", "--games", "2", "--workers", "1")
    fault = "failed: ValueError: I overslept (mine.py, line 15)"
    told = arena(tmp_path, "compare", "mine:Latecomer", "wanderer", "--game", "fog", *small)
    assert told.out.splitlines()[-1] == f"mine:Latecomer gave no answer that counts 20 times; the last fault: {fault}"
    plain = json.loads(arena(tmp_path, "compare", "mine:Latecomer", "wanderer", "--game", "fog", *small, "--json").out)
    assert plain["faults"] == {"mine:Latecomer": {"in_all": 20, "last": fault}, "wanderer": {"in_all": 0, "last": None}}


def test_a_bot_that_ends_its_worker_every_time_is_named_and_the_rest_is_kept(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(BOTS)
    small = ("--option", "width=10", "--option", "height=10", "--option", "turn_limit=60", "--workers", "1")
    run_ = arena(
        tmp_path, "tournament", "--game", "fog", "--bots", "wanderer,settler,mine:Bomb", "--games", "2", *small
    )
    assert run_.code == 2
    assert "mine:Bomb" in run_.err
    assert "its worker died 3 times" in run_.err
    assert len(table_of(tmp_path, "tournament.db")["results"]) == 2, "wanderer and settler had played"


def test_programs_play_in_tournaments_too(tmp_path: Path) -> None:
    need_sandbox()
    need_tool("python3")
    run_ = arena(
        tmp_path, "tournament", "--game", "fog", "--bots", f"{EXAMPLES}/ranger.py,wanderer", "--games", "2",
        "--option", "width=10", "--option", "height=10", "--option", "turn_limit=60", "--deadline-ms", "30000",
    )  # fmt: skip
    assert run_.code == 0, run_.err
    table = table_of(tmp_path, "tournament.db")
    assert {row["bot"] for row in table["table"]} == {"ranger.py", "wanderer"}
    assert all(row["faults"] == 0 for row in table["table"])


def test_workers_leave_in_the_middle_of_a_match_when_whoever_runs_the_tournament_is_gone(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(THINKER)
    process = start(
        "tournament", "--game", "fog", "--bots", "mine:Thinker,wanderer", "--games", "2", "--workers", "1", cwd=tmp_path
    )
    wait_until((tmp_path / "thinking").exists, process)
    worker = int((tmp_path / "thinking").read_text())
    process.kill()
    process.communicate()
    wait_until(lambda: gone(worker))


THINKER = """
import os, pathlib, time


class Thinker:
    def __init__(self, chair):
        pass

    def choose(self, view, clock):
        pathlib.Path("thinking.part").write_text(str(os.getpid()))
        pathlib.Path("thinking.part").rename("thinking")
        while True:
            time.sleep(0.1)
"""


def test_a_pool_of_nobody_is_refused() -> None:
    with pytest.raises(Refused, match="1 to 512"):
        PoolRunner(0)
