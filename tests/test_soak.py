"""How `make soak` chooses, runs and reports its checks."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.soak.__main__ import UNKNOWN_NAME, main
from tests.soak.checks import CHECKS, ROOT, Check


def says(text: str, code: int = 0) -> Check:
    return Check("an example", (sys.executable, "-c", f"print({text!r}); raise SystemExit({code})"))


def test_each_path_exists_and_belongs_to_one_check() -> None:
    paths = [Path(path) for check in CHECKS.values() for path in check.paths]
    assert all((ROOT / path).exists() for path in paths)
    for path in paths:
        assert [other for other in paths if path == other or path in other.parents] == [path]


def test_the_rest_runs_all_that_no_other_check_runs() -> None:
    taken = {path for check in CHECKS.values() for path in check.paths}
    rest = CHECKS["rest"].arguments()
    assert {argument.removeprefix("--ignore=") for argument in rest if argument.startswith("--ignore=")} == taken
    assert {"tests", "src", "docs", "README.md"} <= set(rest)


def test_a_failed_check_does_not_keep_the_others_from_running(capfd: pytest.CaptureFixture[str]) -> None:
    checks = {"bad": says("this was wrong", 3), "good": says("all is well")}
    assert main([], checks) == 1
    lines = capfd.readouterr().out.splitlines()
    assert any("bad" in line and "failed (3)" in line and "this was wrong" in line for line in lines)
    assert any("good" in line and "passed" in line and "all is well" in line for line in lines)


def test_only_the_named_checks_run(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["good"], {"bad": says("never", 3), "good": says("all is well")}) == 0
    assert "never" not in capfd.readouterr().out


def test_an_unknown_name_is_an_error_that_knows_better(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["atack"]) == UNKNOWN_NAME
    assert "did you mean attack?" in capfd.readouterr().out
