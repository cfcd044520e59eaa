"""The generals of the documentation play whole games, as they stand there."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from duskfall.errors import Refusal
from duskfall.protocol.welten.options import WeltenOptions
from duskfall.server.settings import Limits
from duskfall.welten.orders import LONGEST_TEXT
from tests.counts import SOAK
from tests.server.clients.node_client import install_client, node
from tests.server.http.asking import get
from tests.server.running import PATIENCE_S, running
from tests.server.serving import Client, live, serving
from tests.server.welten.duels import FORD, newest, order, sit, until_played

SUFFIXES = {"python": "py", "js": "js"}
PAGE = (Path(__file__).parents[3] / "docs" / "protocol-welten.md").read_text(encoding="utf-8")


def example(language: str) -> str:
    """The piece of code in that language."""
    (code,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return str(code)


async def general(folder: Path, language: str, *arguments: str) -> asyncio.subprocess.Process:
    """Start an example of the page, in a folder of its own; there it finds its secret again."""
    folder.mkdir(exist_ok=True)
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


@pytest.mark.parametrize("language", ["python", "js"])
@live
async def test_a_general_who_is_started_again_in_mid_game_plays_on(tmp_path: Path, language: str) -> None:
    own, side = ("dailor", "eldoin") if language == "python" else ("eldoin", "dailor")
    async with serving() as server:
        host = await sit(server, "Host", side=own, scenario=FORD)
        command = (tmp_path / "general", language, server.url, "hall", "recruit")  # finds no seat: we have it
        first = await general(*command)
        await host.until("welten_view")
        if own == "eldoin":
            for _ in range(2):
                await order(host, (await until_played(host, own))["n"], "end")
        await host.until("welten_events", lambda news: news["side"] == side)
        first.kill()
        await first.communicate()
        end, said = await against(host, own, await general(*command))
    assert end["winner"] == side
    assert said.startswith("I won")


@pytest.mark.parametrize("language", ["python", "js"])
@live
async def test_a_general_comes_back_to_a_server_that_was_killed(tmp_path: Path, language: str) -> None:
    side = "dailor" if language == "python" else "eldoin"
    wish = json.dumps({"name": "Ada", "options": {"side": side, "scenario": FORD}})
    modules = await asyncio.to_thread(install_client)
    with running(tmp_path, "--no-limits") as server:
        port = server.port
        ada = await asyncio.create_subprocess_exec(
            node(), str(Path(__file__).with_name("general.js")), server.address, "hall", wish,
            env={**os.environ, "NODE_PATH": str(modules)}, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        await asyncio.to_thread(wait_for_room, server.address)
        own = await general(tmp_path / "general", language, server.address, "hall")
        await asyncio.to_thread(wait_for_room, server.address, 6)
        server.kill()
    with running(tmp_path, "--no-limits", "--port", str(port)):
        (out, _), (said, complaints) = await asyncio.gather(ada.communicate(), own.communicate())
    assert own.returncode == 0, complaints.decode()
    assert "Traceback" not in complaints.decode()
    winner = json.loads(out)["end"]["winner"]["index"]
    assert said.decode().startswith("I did not win" if ("eldoin", "dailor")[winner] == side else "I won")


def wait_for_room(address: str, orders: int = 0) -> None:
    """Wait until the room is open and its game has come so far."""
    until = time.monotonic() + PATIENCE_S
    while True:
        rooms = get(f"{address}/api/rooms?room=hall").json["rooms"]
        if rooms and (rooms[0]["turn"] or 0) >= orders:
            return
        assert time.monotonic() < until, rooms
        time.sleep(0.02)


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
    assert f"at most {LONGEST_TEXT} characters" in PAGE
    refusals = PAGE.partition("## Refusals")[2].partition("## Pitfalls")[0]
    assert set(re.findall(r"`([A-Z_]{4,})`", refusals)) <= set(Refusal)
