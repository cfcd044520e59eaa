"""The bots of the documentation play whole games on a real server, against an opponent of the server's."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.command import duskfall
from tests.server.clients.node_client import script
from tests.server.clients.people import Person, connected, new_name

DOCS = Path(__file__).parents[3] / "docs"
EXAMPLES = DOCS / "examples" / "bots"
QUICK = {"lockstep": True, "deadlineMs": 60_000, "width": 14, "height": 14, "players": 3, "seed": 5}
"""Nobody waits for a clock, and the map and the dice of the server's bots are the same each time."""


def blocks(page: str, language: str) -> dict[str, str]:
    """The pieces of code on a page that begin with the name of their file."""
    text = (DOCS / page).read_text(encoding="utf-8")
    found = re.findall(rf"```{language}\n(?:#|//) (\S+)\n(.*?)```", text, re.DOTALL)
    return dict(found)


def start(modules: Path, program: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start a bot of either language."""
    if program.suffix == ".js":
        return script(modules, program, *arguments)
    return subprocess.Popen(
        [sys.executable, str(program), *arguments],
        cwd=program.parent,
        env={**os.environ, "PYTHONWARNINGS": "error"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


async def beside(url: str, modules: Path, program: Path, opponent: str) -> tuple[dict[str, Any], str]:
    """Let a bot play against one of the server's, in a room that a host has set up who then leaves the game to them.

    Gives how the game ended and what the bot said.
    """
    host, room = Person(), new_name("room")
    async with connected(url, host):
        await host.join(room)
        await host.do("set_options", room, QUICK)
        await host.do("invite_bot", room, opponent)
        with start(modules, program, url, room) as bot:
            await host.hears("game_start")  # the bot took the last seat
            await host.do("surrender")
            end = await host.hears("game_end")
            said, complaints = await asyncio.to_thread(bot.communicate, timeout=60)
        assert (bot.returncode, complaints) == (0, "")
    return end, said


@pytest.mark.parametrize("name", ["online.py", "online.js"])
def test_the_sample_bots_beat_the_wanderer(server: str, modules: Path, name: str) -> None:
    end, said = asyncio.run(beside(server, modules, EXAMPLES / name, "wanderer"))
    assert end["winner"]["index"] == 2
    assert end["places"] == [3, 2, 1]
    assert said == f"won after {end['turn']} turns: last_alive\n"


@pytest.mark.parametrize("name", ["online.py", "online.js"])
def test_the_sample_bots_bear_whatever_a_better_player_does_to_them(server: str, modules: Path, name: str) -> None:
    end, said = asyncio.run(beside(server, modules, EXAMPLES / name, "settler"))
    result = "won" if end["winner"]["index"] == 2 else "lost"
    assert said == f"{result} after {end['turn']} turns: last_alive\n"


@pytest.mark.parametrize("name", ["mybot.py", "mybot.js"])
def test_the_bots_in_ten_minutes_play_to_the_end(server: str, modules: Path, name: str, tmp_path: Path) -> None:
    code = (blocks("protocol.md", "python") | blocks("protocol.md", "js"))[name]
    program = tmp_path / name
    program.write_text(code, encoding="utf-8")

    async def story() -> None:
        host, room = Person(), new_name("room")
        async with connected(server, host):
            await host.join(room)
            await host.do("set_options", room, {"turnMs": 50, "width": 14, "height": 14, "players": 2})
            with start(modules, program, server, room) as bot:
                # It expands until its land is full; then we give up.
                await host.until(lambda: any(u["scores"][1]["tiles"] > 3 for u in host.all("game_update")))
                await host.do("surrender")
                end = await host.hears("game_end")
                said, complaints = await asyncio.to_thread(bot.communicate, timeout=60)
            assert (bot.returncode, complaints) == (0, "")
            assert said == f"I won after {end['turn']} turns\n"

    asyncio.run(story())


def test_the_bots_in_ten_minutes_can_be_started_again_after_a_rated_game(
    server: str, modules: Path, tmp_path: Path
) -> None:
    async def story(program: Path) -> None:
        host, room = Person(), new_name("room")
        async with connected(server, host):
            await host.join(room)
            await host.do("set_options", room, {"players": 2, "rated": True})
            with start(modules, program, server, room) as bot:
                await host.hears("game_start")
                await host.do("surrender")
                _, complaints = await asyncio.to_thread(bot.communicate, timeout=60)
            assert (bot.returncode, complaints) == (0, "")

    code = blocks("protocol.md", "python") | blocks("protocol.md", "js")
    for name in ("mybot.py", "mybot.js", "mybot.py"):
        (tmp_path / name).write_text(code[name], encoding="utf-8")
        asyncio.run(story(tmp_path / name))


def test_the_patches_in_javascript_do_what_the_page_says(modules: Path, tmp_path: Path) -> None:
    code = blocks("protocol.md", "js")["patches.js"]
    program = tmp_path / "patches.js"
    program.write_text(code, encoding="utf-8")
    with script(modules, program) as run:
        said, complaints = run.communicate(timeout=60)
    assert complaints == ""
    promised = re.findall(r"// (\[.*\])$", code, re.MULTILINE)
    assert said.splitlines() == promised
    assert len(promised) == 6


def played(url: str, bot: str, *options: str) -> dict[str, Any]:
    """What `duskfall bot play` says of a game."""
    words = [f"{name}={json.dumps(value)}" for name, value in QUICK.items()]
    chosen: Sequence[str] = [part for word in words for part in ("--option", word)]
    run = duskfall("bot", "play", bot, "--server", url, "--room", new_name("room"), *chosen, *options, "--json")
    assert run.code == 0, run.err
    document: dict[str, Any] = json.loads(run.out)
    return document


def test_the_command_lets_a_built_in_bot_play_several_games(server: str) -> None:
    games = played(server, "settler", "--invite", "wanderer", "--games", "2", "--seed", "3")["games"]
    assert [game["won"] for game in games] == [True, True]
    assert len({game["replay"] for game in games}) == 2


def test_the_command_lets_a_program_play_behind_its_wall(server: str) -> None:
    (game,) = played(server, str(EXAMPLES / "ranger.py"), "--invite", "wanderer", "--name", new_name("Ranger"))["games"]
    assert game["won"]
    assert game["places"] == [1, 2]


@pytest.mark.parametrize("bot", ["captain", str(EXAMPLES / "ranger.py")])
def test_the_command_lets_bots_play_weltendaemmerung(server: str, bot: str) -> None:
    land = (DOCS / "examples" / "ford.land").read_text(encoding="utf-8")
    arguments = [bot, "--server", server, "--room", new_name("room"), "--invite", "recruit", "--seed", "3"]
    chosen = ["--option", f"scenario={land}", "--option", "side=dailor", "--game", "welten", "--json"]
    run = duskfall("bot", "play", *arguments, *chosen)
    assert run.code == 0, run.err
    (game,) = json.loads(run.out)["games"]
    assert (game["seat"], game["won"], game["reason"]) == (1, True, "commander")


def test_the_command_finds_out_which_game_a_room_or_a_bot_plays(server: str) -> None:
    async def story() -> None:
        host, room = Person(), new_name("room")
        async with connected(server, host):
            await host.join(room)  # opens it for Fog of War
            for arguments in (("captain", "--room", room), ("settler", "--room", "x", "--game", "welten")):
                run = await asyncio.to_thread(duskfall, "bot", "play", *arguments, "--server", server)
                assert (run.code, run.out) == (2, "")
                assert "this bot plays" in run.err

    asyncio.run(story())


def test_the_command_says_what_is_wrong(server: str) -> None:
    for arguments, code in {
        ("settlr", "--server", server, "--room", "x"): "UNKNOWN_NAME",
        ("settler", "--server", "http://127.0.0.1:9", "--room", "x"): "NO_CONNECTION",
    }.items():
        run = duskfall("bot", "play", *arguments)
        assert (run.code, run.out) == (2, ""), arguments
        assert run.err.splitlines()[-1].endswith(f"({code})"), run.err
