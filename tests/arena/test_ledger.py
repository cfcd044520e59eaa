"""A ledger is whole at every moment, and holds one tournament."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from duskfall.arena import Ledger, play, run
from duskfall.arena.standings import standing_of
from duskfall.errors import Refusal, Refused
from duskfall.play import Replay
from tests.arena.tournaments import HereRunner, tiny


def test_what_was_written_is_read_back_with_its_replay(tmp_path: Path) -> None:
    plan = tiny(seed=(1 << 64) - 1)
    finished = [play(plan.fixture(number, 0, number, (0, 1))) for number in range(2)]
    assert finished[1].played.seed == 0, "after the last seed comes the first"
    with Ledger.open(tmp_path / "t.db", plan) as ledger:
        for each in finished:
            ledger.write(each)
    with Ledger.read(tmp_path / "t.db") as ledger:
        assert ledger.plan == plan
        assert ledger.results() == [each.played for each in finished]
        Replay.decode(ledger.replay(0)).verify()
    assert [path.name for path in tmp_path.iterdir()] == ["t.db"], "one file to send"


def test_only_what_is_missing_is_played_and_the_table_is_the_same(tmp_path: Path) -> None:
    plan = tiny("settler wanderer wanderer")
    with Ledger.open(None, plan) as ledger:
        whole = run(plan, ledger, HereRunner())
    with Ledger.open(tmp_path / "t.db", plan) as ledger:
        for number in (0, 2, 3, 7):  # with gaps, as a pool that is killed leaves them
            ledger.write(
                play(plan.fixture(number, 0, whole.results[number].seed - plan.seed, whole.results[number].entrants))
            )
        assert len(standing_of(ledger).results) == 1, "what comes behind a gap does not count yet"
    runner = HereRunner()
    with Ledger.resume(tmp_path / "t.db") as ledger:
        again = run(plan, ledger, runner)
    assert set(runner.asked) == set(range(plan.matches)) - {0, 2, 3, 7}
    assert again.plain() == whole.plain()


def test_another_tournament_is_refused_and_told_apart(tmp_path: Path) -> None:
    Ledger.open(tmp_path / "t.db", tiny(seed=7)).close()
    with pytest.raises(Refused, match="it holds another tournament: seed is 7, not 8") as refused:
        Ledger.open(tmp_path / "t.db", tiny(seed=8))
    assert refused.value.code is Refusal.INCONSISTENT
    Ledger.open(tmp_path / "t.db", tiny(seed=7)).close()


def test_while_one_plays_another_may_look_but_not_play(tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "t.db", tiny()) as ledger:
        with pytest.raises(Refused, match="another duskfall is playing"):
            Ledger.resume(tmp_path / "t.db")
        with Ledger.read(tmp_path / "t.db") as reading:
            assert reading.results() == []
            ledger.write(play(ledger.plan.fixture(0, 0, 0, (0, 1))))
            assert len(reading.results()) == 1
    Ledger.resume(tmp_path / "t.db").close()


def test_another_process_is_refused_until_the_one_that_plays_has_died(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    with Ledger.open(path, tiny()) as ledger:
        ledger.write(play(ledger.plan.fixture(0, 0, 0, (0, 1))))
    code = "import sys; from pathlib import Path; from duskfall.arena import Ledger; "
    code += "ledger = Ledger.resume(Path(sys.argv[1])); print('held', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(Refused, match="another duskfall is playing this tournament"):
            Ledger.resume(path)
        holder.kill()
    with Ledger.resume(path) as ledger:
        assert len(ledger.results()) == 1


def test_files_that_are_no_ledger_are_refused_and_left_alone(tmp_path: Path) -> None:
    text, other = tmp_path / "notes.txt", tmp_path / "other.db"
    text.write_text("my diary\n" * 100)
    with closing(sqlite3.connect(other)) as database:
        database.execute("CREATE TABLE diary (day)")
    before = text.read_bytes(), other.read_bytes()
    with pytest.raises(Refused, match="cannot be used as a ledger"):
        Ledger.open(text, tiny())
    with pytest.raises(Refused, match="a database of something else"):
        Ledger.open(other, tiny())
    with pytest.raises(Refused, match="there is no such file"):
        Ledger.read(tmp_path / "missing.db")
    assert (text.read_bytes(), other.read_bytes()) == before


def test_a_later_version_and_other_rules_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    Ledger.open(path, tiny()).close()
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE tournament SET rules = '0'")
        database.commit()
    with pytest.raises(Refused, match="version 0 of the rules of fog"):
        Ledger.resume(path)
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 99")
    with pytest.raises(Refused, match="its tables are of version 99"):
        Ledger.read(path)


def test_a_result_that_the_plan_did_not_ask_for_is_noticed(tmp_path: Path) -> None:
    plan = tiny()
    with Ledger.open(tmp_path / "t.db", plan) as ledger:
        ledger.write(play(plan.fixture(0, 0, 5, (1, 0))))
        with pytest.raises(Refused, match="match 0 is not the one that the plan asks for"):
            run(plan, ledger, HereRunner())


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE tournament SET plan = 'no JSON'",
        "UPDATE tournament SET plan = '{}'",
        "UPDATE tournament SET plan = '[1]'",
        "UPDATE tournament SET plan = json_set(plan, '$.surprise', 1)",
        "DELETE FROM tournament",
        "UPDATE match SET seed = 'spring'",
        "UPDATE match SET places = 'first'",
        "UPDATE match SET faults = '[]'",
        "UPDATE match SET entrants = '[0, 9]'",
    ],
)
def test_a_file_that_somebody_changed_is_refused_and_not_taken_for_a_fault_of_ours(change: str, tmp_path: Path) -> None:
    plan = tiny()
    with Ledger.open(tmp_path / "t.db", plan) as ledger:
        ledger.write(play(plan.fixture(0, 0, 0, (0, 1))))
    with closing(sqlite3.connect(tmp_path / "t.db")) as database:
        database.execute(change)
        database.commit()
    with pytest.raises(Refused, match="not what a tournament wrote"), Ledger.read(tmp_path / "t.db") as ledger:
        ledger.results()


def test_a_match_that_was_not_played_has_no_replay(tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "t.db", tiny()) as ledger, pytest.raises(Refused, match="has not been played"):
        ledger.replay(3)
