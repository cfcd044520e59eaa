"""The command from outside: a process, its exit code, its two streams."""

from __future__ import annotations

import json
import re

import pytest

from tests.command import duskfall, duskfall_without_reader


def test_version() -> None:
    run = duskfall("--version")
    assert run.code == 0
    assert re.fullmatch(r"duskfall \d+\.\d+\.\d+\n", run.out)


def test_without_a_verb_it_explains_itself() -> None:
    run = duskfall()
    assert "Usage: duskfall" in run.out + run.err
    assert "info" in run.out + run.err


@pytest.mark.parametrize(("typed", "meant"), [("inof", "info"), ("infos", "info")])
def test_an_unknown_word_gets_a_suggestion_and_exit_code_2(typed: str, meant: str) -> None:
    run = duskfall(typed)
    assert run.code == 2
    assert f"Did you mean '{meant}'?" in run.err
    assert run.out == ""


@pytest.mark.parametrize("arguments", [["--nonsense"], ["info", "--jsno"], ["info", "more"]])
def test_a_wrong_argument_never_shows_a_traceback(arguments: list[str]) -> None:
    run = duskfall(*arguments)
    assert run.code == 2
    assert "Traceback" not in run.out + run.err


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["info"], ["info", "--json"], ["fog", "show"], ["fog", "show", "--json"], ["dungeon", "new"]],
)
def test_a_reader_that_leaves_ends_it_quietly_and_not_with_the_answer_no(arguments: list[str]) -> None:
    run = duskfall_without_reader(*arguments)
    assert run.code == 141
    assert not re.search("Traceback|Aborted|Error|Exception|pipe", run.err)


def test_info_as_json_is_for_programs() -> None:
    facts = json.loads(duskfall("info", "--json").out)
    assert {"duskfall", "python", "numba", "cores"} <= set(facts)


def test_python_dash_m_is_the_same_command() -> None:
    assert duskfall("--version", module=True).out == duskfall("--version").out
