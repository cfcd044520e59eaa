"""Only encoded messages and snapshots of views reach a connection, and mypy sees to it."""

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
from duskfall.protocol.fog.options import FogOptions
from duskfall.server.lobby.identity import User
from duskfall.server.transport.connection import Connection
from duskfall.protocol.messages import GameWon, PlayersUpdate
from duskfall.server.live.fog.room import FogRoom
from duskfall.server.transport.encoding import EncodedMessage, encode, encode_reply
from duskfall.protocol.fog.updates import Snapshot, UpdateStream


def allowed(connection: Connection, view: View) -> None:
    connection.send(GameWon(1))
    connection.send_encoded(encode(GameWon(1)))
    connection.show(Snapshot.of(view))


def smuggle(
    connection: Connection, stream: UpdateStream, room: FogRoom, game: Game, match: Match, view: View, user: User,
    board: NDArray[np.int32],
) -> None:
    connection.send({"turn": 1})  # refused
    connection.send(game)  # refused
    connection.send(match)  # refused
    connection.send(view)  # refused
    connection.send(board)  # refused
    connection.send(user)  # refused
    connection.send("text")  # refused
    connection.send(FogOptions())  # refused
    connection.send(match.log)  # refused
    connection.send_encoded({"turn": 1})  # refused
    connection.send_encoded("42[]")  # refused
    connection.send_encoded(b"42[]")  # refused
    connection.send_encoded(GameWon(1))  # refused
    connection.send_encoded(board)  # refused
    connection.send_encoded(view)  # refused
    connection.show(game)  # refused
    connection.show(view)  # refused
    connection.show(board)  # refused
    connection.show({"map_diff": []})  # refused
    connection.reply(1, {"ok": True})  # refused
    connection.reply(1, game)  # refused
    stream.advance(view, encode)  # refused
    stream.advance(board, encode)  # refused
    encode({"turn": 1})  # refused
    encode(game)  # refused
    encode_reply(1, {"ok": True})  # refused
    room.send_all({"turn": 1})  # refused
    room.send_all(view)  # refused
    Snapshot.of(game)  # refused
    Snapshot.of(match)  # refused
    Snapshot.of(board)  # refused
    EncodedMessage({"turn": 1})  # refused
    PlayersUpdate([user])  # refused
"""


def test_emitting_anything_but_messages_and_snapshots_does_not_pass_mypy(tmp_path: Path) -> None:
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


def test_nothing_is_queued_or_written_to_a_connection_but_encoded_messages() -> None:
    encoded = {
        "queue.put_nowait": "message.packet",
        "transport.write": "b''.join([message.frame for message in messages])",
    }
    for path in FILES:
        for name, call in calls(path):
            last = name.rsplit(".", maxsplit=1)[-1]
            arguments = [ast.unparse(argument) for argument in call.args]
            if last in {"put", "put_nowait", "write", "writelines"} and ("queue" in name or "transport" in name):
                way = ".".join(name.split(".")[-2:])
                # The end of a connection is no message, and a ping says nothing.
                sends = path.name in {"fast_frames.py", "engine_sockets.py"}
                allowed = [["None"], ["PING_PACKET"], [encoded.get(way, "")]] if sends else [["None"]]
                if path.name == "http_limits.py":  # a refusal of a request that nobody has read
                    allowed.append(["response_of(refused, status, HEADERS)"])
                assert arguments in allowed, f"{path}: {ast.unparse(call)}"
            assert last not in {"emit", "send_packet", "_send_packet"}, f"{path}: {ast.unparse(call)}"


def test_only_one_module_encodes_and_only_views_become_snapshots() -> None:
    for path in (path for path in FILES if path.name != "encoding.py"):
        for name, call in calls(path):
            last = name.rsplit(".", maxsplit=1)[-1]
            # The library has no types, so mypy cannot tell its packets from ours: nobody else may make any.
            if last.endswith("Packet"):
                words = [keyword.arg for keyword in call.keywords]
                assert (call.args, words) == ([], ["encoded_packet"]), f"{path}: packets are only read elsewhere"
            assert last not in {"EncodedMessage", "GameUpdate", "DetailedGameUpdate"}, f"{path}: {ast.unparse(call)}"
            assert name != "Snapshot", f"{path}: a snapshot is made by Snapshot.of(view)"
