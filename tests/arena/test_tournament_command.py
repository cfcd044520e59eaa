"""`duskfall arena tournament`, `resume`, `compare`, `table`, `ratings` and `replay` as a user meets them."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import psutil
import pytest

from duskfall.arena import Ledger, Plan, play
from duskfall.arena import run as play_plan
from duskfall.arena.schedules import schedule_of
from duskfall.play import Replay
from tests.arena.tournaments import (
    FOUR,
    TINY_OPTIONS,
    HereRunner,
    arena,
    invented,
    kept,
    played,
    start,
    table_of,
    tiny,
    wait_until,
)
from tests.command import duskfall
from tests.counts import SOAK, share

TWELVE = ("--option", "width=12", "--option", "height=12")
GAMES = share(200)
"""Of each of the six pairings of four bots."""


def children(process: int) -> list[int]:
    return [child.pid for child in psutil.Process(process).children()]


def test_a_tournament_killed_in_the_middle_and_started_again_ends_with_the_same_table(tmp_path: Path) -> None:
    tournament = ("tournament", *FOUR, "--games", str(GAMES), "--seed", "11", "--workers", "2")
    whole = arena(tmp_path, *tournament, "--db", "whole.db")
    assert whole.code == 0, whole.err
    broken = tmp_path / "broken.db"
    for part in (0.2, 0.6) if SOAK else (0.5,):
        process = start(*tournament, "--db", "broken.db", cwd=tmp_path)
        wait_until(lambda: kept(broken) >= part * 6 * GAMES, process)  # noqa: B023
        workers = children(process.pid)
        process.kill()
        process.communicate()
        assert len(workers) == 2
        wait_until(lambda: not any(psutil.pid_exists(worker) for worker in workers))  # noqa: B023
        assert kept(broken) < 6 * GAMES
    again = arena(tmp_path, *tournament, "--db", "broken.db")
    assert again.code == 0
    assert "Going on: " in again.err
    assert again.out == whole.out
    assert table_of(tmp_path, "broken.db") == table_of(tmp_path, "whole.db")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_stopping_says_how_to_go_on_and_loses_nothing(number: signal.Signals, code: int, tmp_path: Path) -> None:
    process = start("tournament", *FOUR, "--games", "40", "--db", "t.db", "--workers", "1", cwd=tmp_path)
    wait_until(lambda: kept(tmp_path / "t.db") >= 3, process)
    process.send_signal(number)
    _, err = process.communicate()
    assert process.returncode == code
    assert "go on with: duskfall arena resume t.db" in err
    assert "Traceback" not in err
    held = kept(tmp_path / "t.db")
    assert f"{held} matches are kept in t.db" in err
    table = table_of(tmp_path, "t.db")
    assert not table["complete"]


def test_resume_needs_nothing_but_the_file_and_a_complete_one_is_only_shown(tmp_path: Path) -> None:
    plan = tiny("settler wanderer wanderer")
    with Ledger.open(tmp_path / "t.db", plan) as ledger:
        for number in range(3):
            ledger.write(play(next(schedule_of(plan))[number]))
    first = arena(tmp_path, "resume", "t.db", "--workers", "1")
    assert first.code == 0, first.err
    assert "Going on: 3 of 12 matches" in first.err
    again = arena(tmp_path, "resume", "t.db")
    assert "All 12 matches are in t.db" in again.err
    assert again.out == first.out
    assert table_of(tmp_path, "t.db") == played(plan).plain()


def test_a_match_of_the_ledger_is_the_match_that_the_same_seed_gives(tmp_path: Path) -> None:
    assert arena(tmp_path, "tournament", "--game", "fog", "--bots", "settler,wanderer", *TINY_OPTIONS,
                 "--games", "2", "--seed", "21", "--db", "t.db", "--workers", "1").code == 0  # fmt: skip
    assert arena(tmp_path, "replay", "t.db", "1", "--out", "one.duskfall").code == 0
    match = ("match", "--game", "fog", "--bots", "wanderer,settler", *TINY_OPTIONS, "--seed", "21")
    assert arena(tmp_path, *match, "--out", "two.duskfall").code == 0
    assert (tmp_path / "one.duskfall").read_bytes() == (tmp_path / "two.duskfall").read_bytes()
    assert duskfall("replay", "verify", "one.duskfall", cwd=tmp_path).code == 0


def test_the_replays_of_a_tournament_keep_reasons_when_asked_to(tmp_path: Path) -> None:
    asked = (
        "tournament",
        "--game",
        "fog",
        "--bots",
        "marshal,wanderer",
        *TINY_OPTIONS,
        "--games",
        "2",
        "--workers",
        "1",
    )
    for db, more in (("plain.db", ()), ("told.db", ("--explain",))):
        assert arena(tmp_path, *asked, "--db", db, *more).code == 0
        with Ledger.read(tmp_path / db) as ledger:
            kept = [Replay.decode(ledger.replay(number)).reasons for number in range(2)]
        assert [{reason.seat for reason in reasons} for reasons in kept] == ([{0}, {1}] if more else [set(), set()])
    assert arena(tmp_path, "resume", "told.db").code == 0


def test_compare_finds_the_settler_better_and_stops_at_once(tmp_path: Path) -> None:
    run = arena(tmp_path, "compare", "settler", "wanderer", "--game", "fog", *TWELVE, "--workers", "1")
    assert run.code == 0, run.err
    assert run.out.startswith("settler is better than wanderer\nsettler scored 100 % in 16 games")
    assert "at most 5 % of comparisons" in run.out


def test_compare_finds_nothing_between_a_wanderer_and_a_wanderer(tmp_path: Path) -> None:
    run = arena(
        tmp_path,
        "compare",
        "wanderer",
        "wanderer",
        "--game",
        "fog",
        *TINY_OPTIONS,
        "--json",
        "--db",
        "c.db",
        "--workers",
        "1",
    )
    assert run.code == 1
    facts = json.loads(run.out)
    assert (facts["verdict"], facts["score"], facts["terms"]["delta"]) == ("same", 0.5, 0.05)
    again = arena(tmp_path, "resume", "c.db", "--json")
    assert (again.code, json.loads(again.out)) == (1, facts)


def test_compare_gives_up_at_its_bound(tmp_path: Path) -> None:
    run = arena(
        tmp_path, "compare", "wanderer", "settler", "--game", "fog", *TINY_OPTIONS, "--games", "4", "--workers", "1"
    )
    assert run.code == 1
    assert run.out.startswith("No difference found within 4 games")


def test_a_narrow_terminal_leaves_columns_away_and_cuts_no_figure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = tiny()
    with Ledger.open(tmp_path / "t.db", plan) as ledger:
        play_plan(plan, ledger, HereRunner())
    monkeypatch.setenv("COLUMNS", "50")
    table = arena(tmp_path, "table", "t.db").out
    assert max(map(len, table.splitlines())) <= 50
    assert table.split("\n", 1)[0].split() == ["bot", "rating", "95", "%", "games", "score", "faults"]
    assert "…" not in table
    monkeypatch.setenv("COLUMNS", "80")
    assert "drawn" in arena(tmp_path, "table", "t.db").out


def test_ratings_go_over_several_ledgers_and_both_games(tmp_path: Path) -> None:
    plans = {
        "a.db": tiny("settler wanderer"),
        "b.db": tiny("settler wanderer", seed=50),
        "c.db": tiny("x:Weak x:Strong"),
        "d.db": Plan.of("welten", ["x:Weak", "x:Strong"], games=2),
    }
    for name, plan in plans.items():
        with Ledger.open(tmp_path / name, plan) as ledger:
            play_plan(plan, ledger, HereRunner(invented(lambda one, other: one > other)))
    rated = json.loads(arena(tmp_path, "ratings", *plans, "--json").out)
    assert set(rated) == {"fog", "welten", "both games"}
    assert set(rated["fog"]) == {"settler", "wanderer", "x:Weak", "x:Strong"}
    assert list(rated["both games"]) == ["x:Strong", "x:Weak"]
    assert rated["both games"]["x:Strong"]["sigma"] < rated["welten"]["x:Strong"]["sigma"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("tournament", "--game", "frog", "--bots", "settler,wanderer"), "did you mean 'fog'"),
        (("tournament", "--game", "fog", "--bots", "settler,wandrer"), "did you mean 'wanderer'"),
        (("tournament", "--game", "fog", "--bots", "settler,wanderer", "--format", "compare"), "no such format"),
        (("tournament", "--game", "fog", "--bots", "settler,wanderer", "--games", "3"), "choose 4"),
        (("tournament", "--game", "welten", "--bots", "captain,recruit,recruit", "--seats", "3"), "this game has 2"),
        (("tournament", "--game", "fog", "--bots", "settler,wanderer", "--db", "no/t.db"), "folder that exists"),
        (("tournament", "--game", "fog", "--bots", "settler,wanderer", "--report", "no/t.html"), "folder that exists"),
        (("compare", "settler", "wanderer", "--game", "fog", "--alpha", "2"), "alpha 2.0: a number above 0"),
        (("table", "t.db"), "there is no such file"),
        (
            ("tournament", "--game", "fog", "--bots", "settler,wanderer", "--cluster", "x", "--workers", "2"),
            "leave one",
        ),
    ],
)
def test_a_wrong_request_is_refused_and_leaves_no_file(arguments: tuple[str, ...], reason: str, tmp_path: Path) -> None:
    run = arena(tmp_path, *arguments)
    assert run.code == 2
    assert reason in run.err
    assert list(tmp_path.iterdir()) == []
