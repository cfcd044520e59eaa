"""The official JavaScript client in Node against a real server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.server.clients.node_client import PACKAGE, script
from tests.server.clients.people import new_name

# Nobody waits for a clock in lockstep, and with one seed every game is the same game.
SAME_GAME = {"lockstep": True, "deadlineMs": 60_000, "width": 14, "height": 14, "seed": 5}

WAYS = {
    "polling, then upgraded": {"transports": ["polling", "websocket"], "dialect": "pairs"},
    "websocket at once": {"transports": ["websocket"], "dialect": "splice"},
    "polling alone": {"transports": ["polling"], "dialect": "generals"},
    "websocket, whole lists": {"transports": ["websocket"], "dialect": "full"},
}


def play(url: str, modules: Path, **wish: Any) -> dict[str, Any]:
    """A whole game of a player in Node; gives what it went through."""
    wishes = {"name": new_name("Node"), "invite": ["wanderer"], "options": SAME_GAME} | wish
    with script(modules, PACKAGE / "player.js", url, new_name("room"), json.dumps(wishes)) as player:
        output, complaints = player.communicate(timeout=120)
    assert player.returncode == 0, complaints
    story: dict[str, Any] = json.loads(output)
    return story


def test_the_same_game_in_every_dialect_and_by_every_way_of_connecting(server: str, modules: Path) -> None:
    stories = {way: play(server, modules, **wish) for way, wish in WAYS.items()}

    assert [story["transports"] for story in stories.values()] == [
        ["polling", "websocket"], ["websocket"], ["polling"], ["websocket"],
    ]  # fmt: skip
    for story in stories.values():
        end = story["end"]
        assert (end["winner"]["index"], end["places"], end["reason"]) == (0, [1, 2], "last_alive")
        assert story["refused"] == []
        assert story["turns"] == list(range(end["turn"] + 1)), "one update a turn"
        assert 0 < story["results"] <= end["turn"], "one result a march"

    whole = stories["websocket, whole lists"]
    assert len(set(whole["maps"])) > 50
    for story in stories.values():
        assert story["maps"] == whole["maps"], "patches lead to the same lists in every turn"

    size = 2 + 3 * 14 * 14
    pairs, splices, keeps, lists = (story["lengths"] for story in stories.values())
    assert (pairs[0], splices[0], keeps[0]) == (2 * size, 2 + size, 2 + size), "the first is complete"
    assert max(pairs[1:] + splices[1:] + keeps[1:]) < size, "the others are changes"
    assert set(lists) == {2 + size}


def test_a_lost_player_takes_its_seat_back_and_plays_on(server: str, modules: Path) -> None:
    story = play(server, modules, drop=20)
    assert story["seats"] == [0, 0]
    assert story["starts"] == 2
    turns: list[int] = story["turns"]
    again = turns.index(20) + 1
    assert turns[again] in {20, 21}, "what was missed is made up for by where the game stands"
    assert turns[again:] == list(range(turns[again], story["end"]["turn"] + 1))
    assert story["lengths"][again] == 2 * (2 + 3 * 14 * 14), "the first update after the return is complete"
    assert story["end"]["winner"]["index"] == 0
