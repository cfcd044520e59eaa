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

from tests.command import COMMAND, duskfall
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


def sample(folder: Path, name: str) -> Path:
    """A bot of the documentation as a file: one of the examples, or one that a page shows."""
    shown = blocks("protocol.md", "python") | blocks("protocol.md", "js")
    shown |= blocks("protocol-welten.md", "python") | blocks("protocol-welten.md", "js")
    if name not in shown:
        return EXAMPLES / name
    program = folder / name
    program.write_text(shown[name], encoding="utf-8")
    return program


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
    program = sample(tmp_path, name)

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

    for name in ("mybot.py", "mybot.js", "mybot.py"):
        asyncio.run(story(sample(tmp_path, name)))


@pytest.mark.parametrize("name", ["mybot.py", "mybot.js", "online.py", "online.js"])
def test_a_bot_that_is_started_again_in_mid_game_plays_on(
    server: str, modules: Path, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DUSKFALL_USER", f"the same secret of {name} each time")
    program = sample(tmp_path, name)

    async def story() -> None:
        host, room = Person(), new_name("room")
        command = (server, room, "wanderer")  # the game begins without the wanderer, who finds no seat

        async def until_the_bot_has(tiles: int) -> None:
            await host.until(lambda: any(u["scores"][1]["tiles"] > tiles for u in host.all("game_update")[-1:]))

        async with connected(server, host):
            await host.join(room)
            await host.do("set_options", room, {"turnMs": 100, "width": 20, "height": 20, "players": 2})
            with start(modules, program, *command) as first:
                await until_the_bot_has(2)
                first.kill()
            tiles = host.all("game_update")[-1]["scores"][1]["tiles"]
            with start(modules, program, *command) as second:
                await until_the_bot_has(tiles + 1)  # more than the marches that were still in its queue
                await host.do("surrender")
                said, complaints = await asyncio.to_thread(second.communicate, timeout=60)
            assert (second.returncode, complaints) == (0, "")
            assert "won after" in said

    asyncio.run(story())


@pytest.mark.parametrize("name", ["mybot.py", "mybot.js"])
def test_two_authors_try_the_bot_in_ten_minutes_on_one_server(
    server: str, modules: Path, name: str, tmp_path: Path
) -> None:
    async def story() -> None:
        watcher, rooms = Person(), [new_name("room"), new_name("room")]
        async with connected(server, watcher):
            await watcher.do("set_username", watcher.user, watcher.name)
            for room in rooms:
                folder = tmp_path / room
                folder.mkdir()
                bots.append(start(modules, sample(folder, name), server, room))
                while not (await watcher.ask("spectate", room))["ok"]:
                    assert bots[-1].poll() is None, bots[-1].communicate()
                    await asyncio.sleep(0.1)

    bots: list[subprocess.Popen[str]] = []
    try:
        asyncio.run(story())
        assert [bot.poll() for bot in bots] == [None, None], "both wait in their rooms"
    finally:
        for bot in bots:
            bot.kill()
            bot.communicate()


@pytest.mark.parametrize("name", ["mybot.py", "mybot.js", "online.py", "online.js", "general.py", "general.js"])
def test_a_sample_bot_says_in_one_line_why_the_server_refuses(
    server: str, modules: Path, name: str, tmp_path: Path
) -> None:
    with start(modules, sample(tmp_path, name), server, new_name("room"), "wanderrer") as bot:
        said, complaints = bot.communicate(timeout=60)
    assert (bot.returncode, said) == (1, "")
    assert len(complaints.splitlines()) == 1
    assert "wanderrer" in complaints


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


def test_the_command_that_is_started_again_in_mid_game_plays_on(server: str) -> None:
    async def story(game: str, *arguments: str) -> None:
        room, watcher = new_name("room"), Person()
        words = ["bot", "play", *arguments, "--server", server, "--room", room, "--name", new_name("Bot"), "--json"]
        command = [COMMAND, *words, "--user", f"the same secret in {room}"]
        async with connected(server, watcher):
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as first:
                while not (await watcher.ask("spectate", room))["ok"]:
                    await asyncio.sleep(0.1)
                await watcher.hears("game_update" if game == "fog" else "welten_events", 3)
                first.kill()
            second = await asyncio.to_thread(duskfall, *command[1:])
            assert second.code == 0, second.err
            (ended,) = json.loads(second.out)["games"]
            end = await watcher.hears("game_end")
            assert (ended["seat"], ended["turns"]) == (0, end["turn"])

    options = [part for name, value in QUICK.items() for part in ("--option", f"{name}={json.dumps(value)}")]
    asyncio.run(story("fog", "settler", *options, "--option", "spectatorDelay=0", "--invite", "wanderer"))
    land = (DOCS / "examples" / "ford.land").read_text(encoding="utf-8")
    asyncio.run(story("welten", "captain", "--option", f"scenario={land}", "--invite", "recruit"))


def test_the_command_that_is_started_again_after_a_game_plays_the_next_one(server: str) -> None:
    options = [part for name, value in QUICK.items() for part in ("--option", f"{name}={json.dumps(value)}")]
    land = (DOCS / "examples" / "ford.land").read_text(encoding="utf-8")
    for arguments in (
        ("settler", *options, "--invite", "wanderer"),
        ("captain", "--option", f"scenario={land}", "--invite", "recruit"),
    ):
        room, name = new_name("room"), new_name("Bot")
        words = ("bot", "play", *arguments, "--server", server, "--room", room, "--name", name, "--json")
        runs = [duskfall(*words, "--user", f"the same secret in {room}") for _ in range(2)]
        assert [run.code for run in runs] == [0, 0], runs[-1].err
        games = [json.loads(run.out)["games"][0] for run in runs]
        assert [len(game["places"]) for game in games] == [2, 2], "the same opponent, invited once"
        assert games[0]["replay"] != games[1]["replay"]


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
