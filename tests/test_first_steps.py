"""The pages for newcomers tell what there is: every verb, and a bot that plays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from platformdirs import user_data_path
from typer.main import get_command

from duskfall.cli.app import FAULT, OUTPUT_CLOSED, WRONG_REQUEST, app
from duskfall.cli.start import INTERRUPTED
from duskfall.server.settings import Settings
from tests.command import duskfall

DOCS = Path(__file__).parent.parent / "docs"


def verbs(command: Any, name: str) -> Iterator[str]:
    """Every command that can be given, in full."""
    for sub, inner in getattr(command, "commands", {}).items():
        yield from verbs(inner, f"{name} {sub}")
    if not hasattr(command, "commands"):
        yield name


def test_the_page_of_the_command_line_names_every_verb_and_no_other() -> None:
    page = (DOCS / "command-line.md").read_text(encoding="utf-8")
    named = [line.split("`")[1] for line in page.splitlines() if line.startswith("| `duskfall ")]
    assert sorted(named) == sorted(verbs(get_command(app), "duskfall"))


def test_the_page_of_the_command_line_names_every_exit_code() -> None:
    page = (DOCS / "command-line.md").read_text(encoding="utf-8")
    codes = {int(line.split("|")[1]) for line in page.splitlines() if line.startswith("| ") and line[2].isdigit()}
    assert codes == {0, 1, WRONG_REQUEST, FAULT, INTERRUPTED, OUTPUT_CLOSED}


def test_the_page_of_the_server_names_the_data_folder_and_so_does_the_command() -> None:
    default = Settings().folder.relative_to(user_data_path())
    assert f"`{default}` in the user's data folder" in (DOCS / "server.md").read_text(encoding="utf-8")
    assert f"{default} in your data folder" in " ".join(duskfall("serve", "--help", COLUMNS="400").out.split())


def test_the_first_bot_wins_its_match(tmp_path: Path) -> None:
    _, _, rest = (DOCS / "start.md").read_text(encoding="utf-8").partition("```python\n")
    (tmp_path / "hopeful.py").write_text(rest.partition("```")[0], encoding="utf-8")
    played = duskfall(
        "arena", "match", "--game", "fog", "--bots", "hopeful:Hopeful,wanderer", "--seed", "7", cwd=tmp_path
    )
    assert "hopeful:Hopeful (seat 0) wins" in played.out


@pytest.mark.parametrize("command", ["dungeon new --seed 7 --out map.tmx", "fog show --seed 11 --players 6 --turn 200"])
def test_what_the_first_steps_say_works(tmp_path: Path, command: str) -> None:
    assert duskfall(*command.split(), cwd=tmp_path).code == 0
