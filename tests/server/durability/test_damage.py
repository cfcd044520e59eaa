"""A damaged match keeps no other one from going on: it is kept for repair with all its rows, and everyone is told."""

from __future__ import annotations

import asyncio
import json
import logging
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from duskfall.server.store import sqlite_url
from tests.command import duskfall
from tests.server.databases import rows
from tests.server.running import running
from tests.server.serving import live, secret_of, serving
from tests.server.store.damage import DAMAGES, TABLES, keep, played_match, records_of, rows_of

DAMAGED, SOUND = "room of damaged", "room of sound"


def keep_two(folder: Path, damage: str) -> None:
    """Keep a damaged match and, begun later, a sound one."""
    keep(folder, [*records_of(folder, "damaged", played_match()), *records_of(folder, "sound", played_match(seed=8))])
    rows(sqlite_url(folder), DAMAGES[damage].format("damaged"))


def keep_every_damage(folder: Path) -> dict[str, str]:
    """Keep a match with each kind of damage and, begun later, a sound one; gives the damaged ones with their rooms."""
    damaged = {f"d{number}": damage for number, damage in enumerate(DAMAGES)}
    records = [record for name in damaged for record in records_of(folder, name, played_match())]
    keep(folder, [*records, *records_of(folder, "sound", played_match(seed=8))])
    for name, damage in damaged.items():
        rows(sqlite_url(folder), DAMAGES[damage].format(name))
    return {name: f"room of {name}" for name in damaged}


async def asked(address: str) -> Any:
    """What the server answers over HTTP."""

    def ask() -> Any:
        with urllib.request.urlopen(address) as answer:
            return json.load(answer)

    return await asyncio.to_thread(ask)


@live
async def everyone_is_told(folder: Path, *damaged: str) -> None:
    """Start a server with damaged matches in these rooms, and ask it about everything."""
    async with serving(folder) as server:
        ada = await server.player("Ada")
        for room in damaged:
            for event in ("join_private", "spectate", "abandon_game"):
                reply = await ada.ask(event, room, *([] if event == "spectate" else [secret_of("Ada")]))
                assert (reply["ok"], reply["code"]) == (False, "UNDER_REPAIR"), event
                assert "kept for repair" in reply["message"]
        await ada.ok("join_private", SOUND, secret_of("Ada"))
        assert (await ada.until("game_update"))["turn"] == 6
        assert [room["roomId"] for room in (await asked(f"{server.url}/api/rooms"))["rooms"]] == [SOUND]
        assert (await asked(f"{server.url}/api/health"))["quarantined"] == len(damaged)


def test_damaged_matches_are_kept_for_repair_and_all_others_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    damaged = keep_every_damage(tmp_path)
    before = {name: rows_of(tmp_path, name) for name in damaged}
    for _ in ("first start", "second start"):
        caplog.clear()
        with caplog.at_level(logging.ERROR):
            everyone_is_told(tmp_path, *damaged.values())
        for name, room in damaged.items():
            assert f"match {name} of room '{room}' cannot go on" in caplog.text
    for name in damaged:
        assert rows_of(tmp_path, name) == before[name], f"{name} has changed"


def store(verb: str, folder: Path, *options: str) -> tuple[int, str]:
    """Run `duskfall store`; gives its exit code and all that it says."""
    done = duskfall("store", verb, *options, "--data", str(folder))
    assert "Traceback" not in done.err
    return done.code, done.out + done.err


def test_the_check_lists_what_cannot_go_on(tmp_path: Path) -> None:
    damaged = keep_every_damage(tmp_path)
    code, told = store("check", tmp_path, "--json")
    listed = json.loads(told)
    assert (code, listed["unfinished"], listed["repairable"]) == (1, len(damaged) + 1, [])
    assert {each["match"]: each["room"] for each in listed["damaged"]} == damaged
    for table, key in TABLES.items():
        rows(sqlite_url(tmp_path), f"DELETE FROM {table} WHERE {key} != 'sound'")
    assert store("check", tmp_path) == (0, "1 unfinished matches, 0 of them cannot go on\n")


def test_the_check_works_while_a_server_runs_and_the_repair_waits_for_its_end(tmp_path: Path) -> None:
    keep_two(tmp_path, "another digest")
    with running(tmp_path) as server:
        assert store("check", tmp_path)[0] == 1
        code, told = store("repair", tmp_path)
        assert (code, "in use by another server" in told) == (2, True)
        assert server.stop() == 0


def test_a_match_that_can_go_on_again_is_put_back(tmp_path: Path) -> None:
    keep_two(tmp_path, "other rules")
    everyone_is_told(tmp_path, DAMAGED)
    code, told = store("repair", tmp_path)
    assert (code, "these are 1" in told) == (1, True)
    rows(sqlite_url(tmp_path), "UPDATE matches SET rules = '1' WHERE id = 'damaged'")
    assert "it can go on now" in store("check", tmp_path)[1]
    assert store("repair", tmp_path)[0] == 0
    assert_goes_on_at(tmp_path, turn=6)


@pytest.mark.parametrize(
    ("damage", "turn"), [("a missing entry", 2), ("an unreadable entry", 2), ("another digest", 1)]
)
def test_a_log_is_cut_after_its_last_good_turn_only_if_asked_and_with_a_backup(
    damage: str, turn: int, tmp_path: Path
) -> None:
    keep_two(tmp_path, damage)
    everyone_is_told(tmp_path, DAMAGED)
    before = rows_of(tmp_path, "damaged")
    code, told = store("repair", tmp_path, "damaged")
    assert (code, f"it is sound up to turn {turn}: cut it there with --truncate" in told) == (1, True)
    assert rows_of(tmp_path, "damaged") == before
    code, told = store("repair", tmp_path, "damaged", "--truncate", "--backup", str(tmp_path))
    assert (code, f"it goes on after turn {turn}" in told) == (0, True)
    backup = json.loads((tmp_path / "match-damaged.json").read_text())
    assert [(entry["number"], entry["line"]) for entry in backup["entries"]] == [
        (number, line) for _, number, line in before["entries"]
    ]
    assert (len(backup["matches"]), len(backup["move_ids"])) == (1, 1)
    assert [entry[1] for entry in rows_of(tmp_path, "damaged")["entries"]] == list(range(2 * turn + 1))
    assert_goes_on_at(tmp_path, turn)


@live
async def assert_goes_on_at(folder: Path, turn: int) -> None:
    """Assert that the repaired match goes on, and that what is played from now on is kept."""
    async with serving(folder) as server:
        ada = await server.player("Ada", DAMAGED)
        bo = await server.player("Bo", DAMAGED)
        assert (await ada.until("game_update"))["turn"] == turn
        await bo.turn(turn + 3)
    assert store("check", folder)[0] == 0


def test_a_match_without_a_good_turn_is_left_as_it_is(tmp_path: Path) -> None:
    keep_two(tmp_path, "no log")
    before = rows_of(tmp_path, "damaged")
    code, told = store("repair", tmp_path, "damaged", "--truncate", "--backup", str(tmp_path))
    assert (code, "no turn of it can be saved" in told) == (1, True)
    assert rows_of(tmp_path, "damaged") == before
    assert not list(tmp_path.glob("match-*"))


def test_wrong_repairs_are_refused(tmp_path: Path) -> None:
    keep_two(tmp_path, "another digest")
    assert store("repair", tmp_path, "unheard-of")[0] == 2
    assert store("repair", tmp_path, "--truncate")[0] == 2
    assert store("check", tmp_path / "elsewhere")[0] == 2
    assert not (tmp_path / "elsewhere").exists()
    (tmp_path / "match-damaged.json").write_text("precious")
    assert store("repair", tmp_path, "damaged", "--truncate", "--backup", str(tmp_path))[0] == 2
    assert (tmp_path / "match-damaged.json").read_text() == "precious"
    assert store("repair", tmp_path, "damaged", "--truncate", "--backup", str(tmp_path / "nowhere"))[0] == 2
