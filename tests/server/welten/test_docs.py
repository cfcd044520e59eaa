"""The generals of the documentation play whole games, as they stand there."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from duskfall.errors import Refusal
from duskfall.protocol.welten.options import WeltenOptions
from duskfall.server.settings import Limits
from tests.counts import SOAK
from tests.server.clients.node_client import install_client, node
from tests.server.serving import Client, live, serving
from tests.server.welten.duels import FORD, newest, order, sit, until_played

SUFFIXES = {"python": "py", "js": "js"}
PAGE = (Path(__file__).parents[3] / "docs" / "protocol-welten.md").read_text(encoding="utf-8")


def example(language: str) -> str:
    """The piece of code in that language."""
    (code,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return str(code)


async def general(folder: Path, language: str, *arguments: str) -> asyncio.subprocess.Process:
    """Start an example of the page, in a folder of its own."""
    folder.mkdir()
    program = folder / f"general.{SUFFIXES[language]}"
    program.write_text(example(language), encoding="utf-8")
    runner = sys.executable if language == "python" else node()
    modules = await asyncio.to_thread(install_client)
    return await asyncio.create_subprocess_exec(
        runner, str(program), *arguments,
        cwd=folder, env={**os.environ, "NODE_PATH": str(modules)},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip


async def said_by(process: asyncio.subprocess.Process) -> str:
    """What an example printed, which has to end well."""
    out, err = await process.communicate()
    assert (process.returncode, err.decode()) == (0, "")
    return out.decode()


async def against(host: Client, side: str, process: asyncio.subprocess.Process) -> tuple[dict[str, Any], str]:
    """Let an example play against somebody who only ends states; gives the end, and what it printed."""
    await host.until("welten_view")
    while (now := await until_played(host, side))["outcome"] is None:
        await order(host, now["n"], "end")
    return newest(host)["outcome"], await said_by(process)


@live
async def test_the_general_in_python_holds_out(tmp_path: Path) -> None:
    async with serving() as server:
        host = await sit(server, "Host", side="dailor", scenario=FORD)
        end, said = await against(host, "dailor", await general(tmp_path / "py", "python", server.url, "hall"))
    assert (end, said) == ({"winner": "eldoin", "reason": "rounds"}, "I won\n")


@live
async def test_the_general_in_javascript_reaches_the_commander(tmp_path: Path) -> None:
    async with serving() as server:
        host = await sit(server, "Host", side="eldoin", scenario=FORD)
        end, said = await against(host, "eldoin", await general(tmp_path / "js", "js", server.url, "hall"))
    assert end == {"winner": "dailor", "reason": "commander"}
    assert said.startswith("I won after ")


@live
async def test_the_generals_play_a_whole_game_of_the_default_land_within_the_limits_of_a_server(tmp_path: Path) -> None:
    async with serving(limits=Limits()) as server:
        defender = await general(tmp_path / "py", "python", server.url, "hall")
        while "hall" not in server.lobby.rooms:
            await asyncio.sleep(0.05)
        attacker = await general(tmp_path / "js", "js", server.url, "hall")
        said = await said_by(defender), await said_by(attacker)
    assert sorted(words.startswith("I won") for words in said) == [False, True]


@pytest.mark.skipif(not SOAK, reason="each takes half a minute: in `make soak`")
@pytest.mark.parametrize("language", ["python", "js"])
@live
async def test_the_generals_play_whole_games_against_the_captain(tmp_path: Path, language: str) -> None:
    async with serving(limits=Limits()) as server:
        assert await said_by(await general(tmp_path / "one", language, server.url, "hall", "captain"))


def test_the_page_names_every_option_and_only_codes_that_exist() -> None:
    for name in WeltenOptions.model_fields:
        assert f"| `{name}` |" in PAGE
    refusals = PAGE.partition("## Refusals")[2].partition("## Pitfalls")[0]
    assert set(re.findall(r"`([A-Z_]{4,})`", refusals)) <= set(Refusal)
