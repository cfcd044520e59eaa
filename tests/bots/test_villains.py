"""No program can hang a match, harm the machine, or leave anything behind; and each gets the verdict it deserves."""

from __future__ import annotations

import json
import os
import platform
import socket
import struct
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from duskfall.bots import IN_A_ROW, IN_ALL, Limits
from duskfall.bots.programs.process import LOG_BYTES
from duskfall.bots.programs.sandbox import as_nobody, check_sandbox, filter_fd, walls
from duskfall.bots.programs.syscall_filter import PROCESSORS, syscall_filter
from duskfall.play import Replay
from tests.bots.duels import SHORT_MS, Verdict, duel, need_sandbox, need_tool
from tests.bots.villains import write_villain


@pytest.fixture(autouse=True)
def _tools() -> None:
    need_tool("python3")
    need_sandbox()


def lost_by(verdict: Verdict, **kinds: int) -> None:
    """The villain was removed for these faults, the opponent won, and the replay agrees."""
    assert verdict.faults.kinds == kinds
    assert verdict.faults.lost
    assert verdict.outcome.winner == 1
    assert verdict.outcome.places == (2, 1)
    Replay.decode(Replay.of(verdict.match).encode()).verify()


def played_on(verdict: Verdict) -> None:
    """The villain had no fault and played to the turn limit, or until it was beaten."""
    assert verdict.faults.in_all == 0
    assert verdict.outcome.reason == "turn_limit" or verdict.outcome.winner == 1


def attempts(verdict: Verdict) -> dict[str, str]:
    """What a villain's log says of the forbidden things that it tried."""
    return {str(what): result for what, result in map(json.loads, verdict.log.splitlines())}


@pytest.mark.parametrize("name", ["mute", "deaf", "closer"])
def test_who_never_answers_is_late_ten_times_and_out(name: str, tmp_path: Path) -> None:
    verdict = duel(write_villain(name, tmp_path), deadline_ms=SHORT_MS, first_ms=SHORT_MS)
    lost_by(verdict, late=IN_A_ROW)
    assert verdict.match.log.lines().count("0 absent") == 1


def test_who_answers_one_question_behind_is_never_heard(tmp_path: Path) -> None:
    verdict = duel(write_villain("late", tmp_path), deadline_ms=SHORT_MS, first_ms=SHORT_MS)
    lost_by(verdict, late=IN_A_ROW)


def test_who_falls_asleep_after_three_answers_is_out_ten_turns_later(tmp_path: Path) -> None:
    verdict = duel(write_villain("slow", tmp_path), deadline_ms=400)
    # On a machine that is very busy an answer before the sleep may be late as well.
    assert verdict.faults.in_a_row == IN_A_ROW
    lost_by(verdict, late=verdict.faults.in_all)


@pytest.mark.parametrize(
    "name",
    ["flood", "liar", "boaster", "prophet", "wrong_seat", "binary_garbage", "deep_thinker", "wordy"],
)
def test_what_cannot_be_read_is_a_fault_and_ten_in_a_row_lose(name: str, tmp_path: Path) -> None:
    lost_by(duel(write_villain(name, tmp_path)), malformed=IN_A_ROW)


def test_fifty_faults_in_all_lose_even_if_never_ten_in_a_row(tmp_path: Path) -> None:
    verdict = duel(write_villain("now_and_then", tmp_path), turn_limit=500)
    assert verdict.faults.in_a_row < IN_A_ROW
    lost_by(verdict, malformed=IN_ALL)


def test_who_crashes_is_silent_for_ever_and_its_last_words_are_kept(tmp_path: Path) -> None:
    verdict = duel(write_villain("crasher", tmp_path))
    lost_by(verdict, silent=IN_A_ROW)
    assert "I was never meant to play" in verdict.log


def test_saying_everything_five_hundred_times_says_it_once(tmp_path: Path) -> None:
    played_on(duel(write_villain("chatter", tmp_path)))


def test_a_fork_bomb_meets_the_limit_and_leaves_no_child(tmp_path: Path) -> None:
    limits = Limits(processes=20)
    verdict = duel(write_villain("forker", tmp_path), limits=limits)
    played_on(verdict)
    assert int(attempts(verdict)["children"]) < limits.processes


@pytest.mark.parametrize("name", ["daemon", "stubborn"])
def test_neither_daemons_nor_the_stubborn_outlive_the_match(name: str, tmp_path: Path) -> None:
    played_on(duel(write_villain(name, tmp_path)))


def test_a_process_that_takes_too_much_memory_gets_no_more(tmp_path: Path) -> None:
    verdict = duel(write_villain("memory_hog", tmp_path), limits=Limits(memory=128 << 20))
    lost_by(verdict, silent=IN_A_ROW)


def test_memory_that_no_limit_counts_cannot_be_had(tmp_path: Path) -> None:
    if platform.machine() not in PROCESSORS:
        pytest.skip(f"NOT RUN, the filter of system calls: there is none for {platform.machine()}")
    verdict = duel(write_villain("memory_hider", tmp_path), limits=Limits(memory=256 << 20))
    played_on(verdict)
    tried = attempts(verdict)
    assert tried.pop("a mapping of its own") == "4096"
    assert len(tried) == 9
    assert all(result.startswith("refused: ") for result in tried.values()), tried


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that nobody, too, can enter."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


C_CALLER = """
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
    printf("%ld", syscall(NUMBER, 0, 1L << 30, 01600));
    return 0;
}
"""


def calls_of_a_c_program(number: str, folder: Path) -> tuple[int, str]:
    """Compile a program that makes one system call for a gigabyte, run it in the sandbox; gives its end and result."""
    compiler = need_tool("cc")
    source, made = folder / "caller.c", folder / "caller"
    source.write_text(C_CALLER.replace("NUMBER", number))
    subprocess.run([compiler, "-o", made, source], check=True)
    folder.chmod(0o755)
    with filter_fd() as calls:
        assert calls is not None
        command = [*walls(check_sandbox(), folder, calls), "--", "/bot/caller"]
        ended = subprocess.run(command, capture_output=True, check=False, pass_fds=(calls,), **as_nobody())
    return ended.returncode, ended.stdout.decode()


@pytest.mark.skipif(platform.machine() != "x86_64", reason="NOT RUN, numbers of calls of x86_64")
@pytest.mark.parametrize(
    ("number", "result"),
    [("SYS_shmget", "-1"), ("(0x40000000 | SYS_shmget)", "-1"), ("SYS_getpid", "1")],
    ids=["shmget", "shmget by the numbers of x32", "getpid"],
)
def test_a_compiled_program_gets_no_shared_memory_either(number: str, result: str, open_folder: Path) -> None:
    assert calls_of_a_c_program(number, open_folder) == (0, result)


def test_the_filter_looks_at_the_processor_before_anything_else() -> None:
    for machine, processor in PROCESSORS.items():
        program = syscall_filter(machine)
        assert program is not None
        steps = [struct.unpack("<HBBI", program[at : at + 8]) for at in range(0, len(program), 8)]
        assert steps[:3] == [(0x20, 0, 0, 4), (0x15, 1, 0, processor.audit), (0x06, 0, 0, 0x80000000)]
        denied = [at for at, step in enumerate(steps) if step[0] == 0x15 and step[3] in processor.denied]
        assert {steps[at + 1 + steps[at][1]] for at in denied} == {(0x06, 0, 0, 0x00050000 | 38)}
        assert len(denied) == 11


def test_memory_that_belongs_to_no_process_alone_is_counted_too(tmp_path: Path) -> None:
    verdict = duel(write_villain("shared_memory_hog", tmp_path), limits=Limits(memory=256 << 20))
    lost_by(verdict, silent=IN_A_ROW)
    assert "used more than 256 MiB of memory" in verdict.faults.last


def test_processor_time_is_limited(tmp_path: Path) -> None:
    lost_by(duel(write_villain("processor_hog", tmp_path), limits=Limits(cpu_s=1)), silent=IN_A_ROW)


def test_a_spy_sees_neither_etc_nor_home_nor_our_files_nor_our_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the password")
    monkeypatch.setenv("DUSKFALL_SECRET", "swordfish")
    verdict = duel(write_villain("spy", tmp_path, SECRET=str(secret)))
    played_on(verdict)
    found = attempts(verdict)
    for place in ("/etc/passwd", "/etc", "home", "secret"):
        assert found[place] == "refused: FileNotFoundError"
    assert found["beside"] == "['spy.py']"
    assert "DUSKFALL" not in found["environment"]
    assert found["first environment"] == "0"
    assert found["processes"] == "1"
    assert found["user"] == str(os.getuid() or 65534)


def test_nobody_can_be_called(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        door.setblocking(False)
        verdict = duel(write_villain("network_caller", tmp_path, PORT=door.getsockname()[1]))
        with pytest.raises(BlockingIOError):
            door.accept()
    played_on(verdict)
    assert all(result.startswith("refused") for result in attempts(verdict).values())


def test_there_is_no_place_to_write(tmp_path: Path) -> None:
    verdict = duel(write_villain("writer", tmp_path))
    played_on(verdict)
    assert len(attempts(verdict)) == 7
    assert all(result.startswith("refused") for result in attempts(verdict).values())


def test_no_process_outside_can_be_killed(tmp_path: Path) -> None:
    verdict = duel(write_villain("assassin", tmp_path, VICTIMS=[os.getpid(), os.getppid()]))
    played_on(verdict)
    assert set(attempts(verdict).values()) == {"refused: ProcessLookupError"}


def test_nobody_becomes_root_or_builds_a_world_of_its_own(tmp_path: Path) -> None:
    verdict = duel(write_villain("climber", tmp_path))
    played_on(verdict)
    assert all(result.startswith("refused") for result in attempts(verdict).values())


def test_a_log_is_kept_within_bounds(tmp_path: Path) -> None:
    verdict = duel(write_villain("screamer", tmp_path))
    played_on(verdict)
    assert LOG_BYTES <= len(verdict.log) <= LOG_BYTES + 100
    assert "bytes left out" in verdict.log


def test_orders_that_the_rules_refuse_cost_nothing_and_are_told(tmp_path: Path) -> None:
    verdict = duel(write_villain("wisher", tmp_path))
    played_on(verdict)
    heard = {tuple(json.loads(text)) for text in verdict.log.splitlines()}
    # A march from a tile that is not ours is only judged when it is made, and the view tells of it.
    assert heard == {("0>9999", "OFF_MAP"), ("0>5", "NOT_ADJACENT")}


def test_in_weltendaemmerung_the_clock_takes_the_mute_out_and_the_opponent_wins(tmp_path: Path) -> None:
    verdict = duel(write_villain("mute", tmp_path), game="welten", deadline_ms=SHORT_MS, first_ms=SHORT_MS)
    lost_by(verdict, late=IN_A_ROW)
    assert verdict.outcome.reason == "clock"
    own = [text for text in verdict.match.log.lines() if text.startswith("0 ")]
    assert own == ["0 end"] * (IN_A_ROW - 1) + ["0 clock"]
