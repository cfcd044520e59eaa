"""The generals of the documentation play whole games, as they stand there."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from pathlib import Path
from typing import Any

from duskfall.errors import Refusal
from duskfall.protocol.welten.options import WeltenOptions
from tests.server.clients.node_client import install_client, node
from tests.server.serving import Client, live, serving
from tests.server.welten.duels import FORD, newest, order, sit, until_played

PAGE = (Path(__file__).parents[3] / "docs" / "protocol-welten.md").read_text(encoding="utf-8")


def example(language: str) -> str:
    """The piece of code in that language."""
    (code,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return str(code)


async def against(host: Client, side: str, *command: str, **environment: str) -> tuple[dict[str, Any], str]:
    """Let an example play against somebody who only ends states; gives the end, and what it printed."""
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, env={**os.environ, **environment}
    )
    await host.until("welten_view")
    while (now := await until_played(host, side))["outcome"] is None:
        await order(host, now["n"], "end")
    out, err = await process.communicate()
    assert (process.returncode, err.decode()) == (0, "")
    return newest(host)["outcome"], out.decode()


@live
async def test_the_general_in_python_holds_out(tmp_path: Path) -> None:
    program = tmp_path / "general.py"
    program.write_text(example("python"), encoding="utf-8")
    async with serving() as server:
        host = await sit(server, "Host", side="dailor", scenario=FORD)
        end, said = await against(host, "dailor", sys.executable, str(program), server.url, "hall")
    assert (end, said) == ({"winner": "eldoin", "reason": "rounds"}, "I won\n")


@live
async def test_the_general_in_javascript_reaches_the_commander(tmp_path: Path) -> None:
    program = tmp_path / "general.js"
    program.write_text(example("js"), encoding="utf-8")
    modules = await asyncio.to_thread(install_client)
    async with serving() as server:
        host = await sit(server, "Host", side="eldoin", scenario=FORD)
        command = (node(), str(program), server.url, "hall")
        end, said = await against(host, "eldoin", *command, NODE_PATH=str(modules))
    assert end == {"winner": "dailor", "reason": "commander"}
    assert said.startswith("I won after ")


def test_the_page_names_every_option_and_only_codes_that_exist() -> None:
    for name in WeltenOptions.model_fields:
        assert f"| `{name}` |" in PAGE
    refusals = PAGE.partition("## Refusals")[2].partition("## Pitfalls")[0]
    assert set(re.findall(r"`([A-Z_]{4,})`", refusals)) <= set(Refusal)
