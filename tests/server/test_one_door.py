"""One door out: only sealed messages and pictures of views reach a connection, and mypy sees to it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from duskfall import server

ROOT = Path(__file__).parents[2]
SERVER = Path(server.__file__).parent
FILES = sorted(SERVER.rglob("*.py"))

SMUGGLED = """
import numpy as np
from numpy.typing import NDArray

from duskfall.fog import Game, View
from duskfall.play import Match
from duskfall.protocol.commands import RoomOptions
from duskfall.server.lobby.identity import User
from duskfall.server.transport.connection import Connection
from duskfall.protocol.messages import GameWon, PlayersUpdate
from duskfall.server.live.fog.room import FogRoom
from duskfall.server.transport.encoding import EncodedMessage, Snapshot, UpdateStream, encode, encode_reply


def allowed(line: Connection, view: View) -> None:
    line.tell(GameWon(1))
    line.post(encode(GameWon(1)))
    line.show(Snapshot.of(view))


def smuggle(
    line: Connection, stream: UpdateStream, room: FogRoom, game: Game, match: Match, view: View, user: User,
    board: NDArray[np.int32],
) -> None:
    line.tell({"turn": 1})  # refused
    line.tell(game)  # refused
    line.tell(match)  # refused
    line.tell(view)  # refused
    line.tell(board)  # refused
    line.tell(user)  # refused
    line.tell("text")  # refused
    line.tell(RoomOptions())  # refused
    line.tell(match.log)  # refused
    line.post({"turn": 1})  # refused
    line.post("42[]")  # refused
    line.post(b"42[]")  # refused
    line.post(GameWon(1))  # refused
    line.post(board)  # refused
    line.post(view)  # refused
    line.show(game)  # refused
    line.show(view)  # refused
    line.show(board)  # refused
    line.show({"map_diff": []})  # refused
    line.reply(1, {"ok": True})  # refused
    line.reply(1, game)  # refused
    stream.show(view)  # refused
    stream.show(board)  # refused
    encode({"turn": 1})  # refused
    encode(game)  # refused
    encode_reply(1, {"ok": True})  # refused
    room.tell_all({"turn": 1})  # refused
    room.tell_all(view)  # refused
    Snapshot.of(game)  # refused
    Snapshot.of(match)  # refused
    Snapshot.of(board)  # refused
    EncodedMessage({"turn": 1})  # refused
    PlayersUpdate([user])  # refused
"""


def test_emitting_anything_but_messages_and_pictures_does_not_pass_mypy(tmp_path: Path) -> None:
    snippet = tmp_path / "smuggling.py"
    snippet.write_text(SMUGGLED, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", ROOT / "pyproject.toml", "--no-pretty", snippet],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    complained = {int(line) for line in re.findall(r"smuggling\.py:(\d+): error", done.stdout)}
    refused = {number for number, line in enumerate(SMUGGLED.splitlines(), 1) if line.endswith("# refused")}
    assert complained == refused, done.stdout + done.stderr


def calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    """Everything that a file calls, by its name as written."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), node


def test_nothing_is_queued_or_written_to_a_connection_but_envelopes() -> None:
    sealed = {
        "queue.put_nowait": "envelope.packet",
        "transport.write": "b''.join([envelope.frame for envelope in letters])",
    }
    for path in FILES:
        for name, call in calls(path):
            last = name.rsplit(".", maxsplit=1)[-1]
            arguments = [ast.unparse(argument) for argument in call.args]
            if last in {"put", "put_nowait", "write", "writelines"} and ("queue" in name or "transport" in name):
                way = ".".join(name.split(".")[-2:])
                # The end of a connection is no message.
                allowed = [["None"], [sealed.get(way, "")]] if path.name == "fast_sockets.py" else [["None"]]
                assert arguments in allowed, f"{path}: {ast.unparse(call)}"
            assert last not in {"emit", "send_packet", "_send_packet"}, f"{path}: {ast.unparse(call)}"


def test_only_the_wire_seals_and_only_views_become_pictures() -> None:
    for path in (path for path in FILES if path.name != "encoding.py"):
        for name, call in calls(path):
            last = name.rsplit(".", maxsplit=1)[-1]
            # The library has no types, so mypy cannot know its packets from an envelope's: nobody else may make any.
            if last.endswith("Packet"):
                words = [keyword.arg for keyword in call.keywords]
                assert (call.args, words) == ([], ["encoded_packet"]), f"{path}: packets are only read elsewhere"
            assert last != "EncodedMessage", f"{path}: {ast.unparse(call)}"
            assert name != "Snapshot", f"{path}: a picture is made by Snapshot.of(view)"
