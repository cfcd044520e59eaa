"""The official JavaScript client in Node against a real server."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.server.clients.people import new_name
from tests.server.clients.serving import PACKAGE, node

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
    done = subprocess.run(
        [node(), str(PACKAGE / "player.js"), url, new_name("room"), json.dumps(wishes)],
        env={**os.environ, "NODE_PATH": str(modules)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    story: dict[str, Any] = json.loads(done.stdout)
    return story


@pytest.fixture(scope="module")
def stories(server: str, modules: Path) -> dict[str, dict[str, Any]]:
    """The same game, once in every way and dialect."""
    return {way: play(server, modules, **wish) for way, wish in WAYS.items()}


def test_every_way_of_connecting_plays_a_whole_game(stories: dict[str, dict[str, Any]]) -> None:
    assert [story["transports"] for story in stories.values()] == [
        ["polling", "websocket"], ["websocket"], ["polling"], ["websocket"],
    ]  # fmt: skip
    for story in stories.values():
        assert story["end"]["winner"] == {"index": 0, "username": story["end"]["winner"]["username"]}
        assert story["end"]["places"] == [1, 2]
        assert story["end"]["reason"] == "last_alive"
        assert story["refused"] == []


def test_each_turn_brings_one_update_and_each_march_one_result(stories: dict[str, dict[str, Any]]) -> None:
    for story in stories.values():
        assert story["turns"] == list(range(story["end"]["turn"] + 1))
        assert 0 < story["results"] <= story["end"]["turn"]


def test_all_four_dialects_lead_to_the_same_maps_in_every_turn(stories: dict[str, dict[str, Any]]) -> None:
    whole = stories["websocket, whole lists"]
    assert len(set(whole["maps"])) > 50
    for story in stories.values():
        assert story["maps"] == whole["maps"]


def test_changes_are_shorter_than_whole_lists(stories: dict[str, dict[str, Any]]) -> None:
    size = 2 + 3 * 14 * 14
    pairs, splices, keeps, whole = (story["lengths"] for story in stories.values())
    assert (pairs[0], splices[0], keeps[0]) == (2 * size, 2 + size, 2 + size)
    assert set(whole) == {2 + size}
    assert max(pairs[1:] + splices[1:] + keeps[1:]) < size


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
