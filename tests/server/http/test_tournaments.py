"""Tournaments are shown from their ledgers, even while they are played; damaged files are refused."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

import pytest

from duskfall.arena import Finished, Ledger, Plan, Standing, run
from duskfall.arena.phrases import GERMAN
from duskfall.arena.standings import standing_of
from duskfall.errors import Refusal, Refused
from duskfall.play import Replay
from duskfall.server.http.tournaments import Tournament
from duskfall.server.ranking import tournaments as shown
from duskfall.server.ranking.tournaments import DamagedLedger, Tournaments, TournamentSummary
from tests.arena.tournaments import HereRunner, invented, tiny
from tests.counts import share
from tests.server.http.asking import get
from tests.server.running import RunningServer, running

ODD = ("", "x", "[]", "{}", "[[1]]", '["0", "1"]', "[9, 9]", "null", "1e999", -5, 2**62, 0.5, b"\xff\x00", b"[0, 1]")
"""Values that no tournament writes, or not into that column."""


def played(path: Path, plan: Plan) -> Standing:
    """Play a tournament into a file, without games."""
    with Ledger.open(path, plan) as ledger:
        return run(plan, ledger, HereRunner(invented(lambda one, other: one < other)))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("ledgers")
    with Ledger.open(folder / "spring cup.db", tiny()) as ledger:
        run(ledger.plan, ledger, HereRunner())
    played(folder / "three.db", tiny("settler wanderer wanderer", games=6))
    (folder / "torn.db").write_bytes(b"SQLite format 3\0" + bytes(300))
    (folder / "words.db").write_text("not a database at all", encoding="utf-8")
    (folder / "notes.txt").write_text("not listed", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def server(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    where = tmp_path_factory.mktemp("server")
    with running(where, "--no-limits", "--tournaments", str(folder)) as server:
        yield server


def test_ledgers_are_listed_and_damaged_files_are_named_without_their_paths(
    server: RunningServer, folder: Path
) -> None:
    answer = get(f"{server.address}/api/tournaments")
    listed = answer.json
    cards = {card["name"]: card for card in listed["tournaments"]}
    assert set(cards) == {"spring cup", "three"}
    assert {key: cards["three"][key] for key in ("game", "title", "bots", "matches", "played")} == {
        "game": "fog", "title": "round robin of 3 bots", "bots": 3, "matches": 18, "played": 18,
    }  # fmt: skip
    assert {each["name"] for each in listed["damaged"]} == {"torn", "words"}
    assert all(each["reason"] for each in listed["damaged"])
    assert str(folder).encode() not in answer.body


def test_a_tournament_has_a_table_ratings_and_a_cross_table(server: RunningServer) -> None:
    sent = get(f"{server.address}/api/tournaments/three").json
    assert (sent["counted"], sent["matches"], sent["complete"]) == (18, 18, True)
    assert (sent["who"], sent["finding"]) == ("settler", "comes first with a score of 100 %; 18 matches were played.")
    assert [(row["bot"], row["won"], row["lost"]) for row in sent["table"]] == [
        ("settler", 12, 0), ("wanderer", 6, 6), ("wanderer 2", 0, 12),
    ]  # fmt: skip
    assert all(row["low"] < row["rating"] < row["high"] for row in sent["table"])
    assert sent["cross"][0] == [None, {"games": 6, "points": 6.0}, {"games": 6, "points": 6.0}]
    assert sent["cross"][2] == [{"games": 6, "points": 0.0}, {"games": 6, "points": 0.0}, None]
    assert sum(bin_["games"] for bin_ in sent["bins"]) == 18


def test_sentences_about_a_tournament_come_in_german_to_those_who_ask(server: RunningServer) -> None:
    tournaments = f"{server.address}/api/tournaments"
    sent = get(f"{tournaments}/three?language=de").json
    assert (sent["who"], sent["finding"]) == ("settler", "ist Erster mit 100 % der Punkte; 18 Partien wurden gespielt.")
    assert sent["title"] == "Rundenturnier mit 3 Bots"
    assert sent["facts"][0] == {"name": "Modus", "value": "Rundenturnier"}
    assert "So endeten sie: " in sent["lengths"]
    cards = get(f"{tournaments}?language=de").json["tournaments"]
    assert "Rundenturnier mit 3 Bots" in [card["title"] for card in cards]
    assert get(f"{tournaments}/three/matches?language=de").json["matches"][0]["reason"] in GERMAN.endings.values()
    assert get(f"{tournaments}/three?language=fr").code == "MALFORMED"


def test_matches_come_page_by_page_and_each_has_a_replay_that_verifies(server: RunningServer) -> None:
    cup = f"{server.address}/api/tournaments/{quote('spring cup')}"
    page = get(f"{cup}/matches?skip=1&limit=2").json
    assert page["found"] == 4
    assert [match["number"] for match in page["matches"]] == [1, 2]
    for match in get(f"{cup}/matches").json["matches"]:
        answer = get(f"{cup}/matches/{match['number']}/file")
        assert answer.headers["content-disposition"] == f'attachment; filename="match-{match["number"]}.duskfall"'
        replay = Replay.decode(answer.body)
        assert (list(replay.players), replay.turns) == (match["bots"], match["turns"])
    three = f"{server.address}/api/tournaments/three/matches"
    assert get(f"{three}?bot={quote('wanderer 2')}").json["found"] == 12
    assert get(f"{three}?bot=nobody").code == "UNKNOWN_NAME"


def test_unknown_tournaments_are_404_and_damaged_ones_409(server: RunningServer) -> None:
    tournaments = f"{server.address}/api/tournaments"
    for path in ("nothing", "..%2Fthree", "notes", "three.db", "nothing/matches", "three/matches/18/file"):
        answer = get(f"{tournaments}/{path}")
        assert (answer.status, answer.code) == (404, "NO_SUCH"), path
    for path in ("torn", "words", "torn/matches", "torn/matches/0/file"):
        answer = get(f"{tournaments}/{path}")
        assert (answer.status, answer.code) == (409, "INCONSISTENT"), path


def test_a_server_without_tournaments_has_an_empty_list(tmp_path: Path) -> None:
    assert Tournaments(tmp_path / "missing").summaries() == []


def test_a_tournament_can_be_read_while_it_is_played(tmp_path: Path) -> None:
    plan, tournaments = tiny("settler wanderer wanderer", games=4), Tournaments(tmp_path)
    seen: list[tuple[int, int]] = []

    class Watched(HereRunner):
        """Reads the tournament before every match."""

        capacity = 1

        def finished(self) -> Finished:
            standing, reached = tournaments.standing("live")
            seen.append((len(standing.results), reached))
            assert [type(summary) for summary in tournaments.summaries()] == [TournamentSummary]
            return super().finished()

    with Ledger.open(tmp_path / "live.db", plan) as ledger:
        run(plan, ledger, Watched(invented(lambda one, other: one < other)))
    assert seen == [(number, number) for number in range(12)]
    assert [path.name for path in tmp_path.iterdir()] == ["live.db"], "a finished file is a single file to copy"
    standing, _ = tournaments.standing("live")
    with Ledger.read(tmp_path / "live.db") as kept:
        assert Tournament.of("live", standing, 12) == Tournament.of("live", standing_of(kept), 12)


def test_a_large_tournament_is_counted_in_several_requests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown, "AT_ONCE", 5)
    played(tmp_path / "large.db", tiny(games=12))
    tournaments = Tournaments(tmp_path)
    counts = [(len(tournaments.standing("large")[0].results), tournaments.standing("large")[1]) for _ in range(2)]
    assert counts == [(5, 12), (12, 12)]


def test_a_file_that_replaces_another_is_counted_from_the_beginning(tmp_path: Path) -> None:
    tournaments = Tournaments(tmp_path)
    played(tmp_path / "cup.db", tiny("settler wanderer"))
    assert tournaments.standing("cup")[0].rows[0].won == 4
    (tmp_path / "cup.db").unlink()
    with Ledger.open(tmp_path / "cup.db", tiny("settler wanderer")) as ledger:
        run(ledger.plan, ledger, HereRunner(invented(lambda one, other: one > other)))
    assert tournaments.standing("cup")[0].rows[0].won == 0
    (tmp_path / "cup.db").unlink()
    with pytest.raises(Refused, match="no tournament has this name"):
        tournaments.standing("cup")


def test_every_damaged_ledger_is_refused_or_read(tmp_path: Path) -> None:
    path = tmp_path / "cup.db"
    played(path, tiny("settler wanderer wanderer"))
    sound, chance, refused = path.read_bytes(), random.Random(7), 0
    for _ in range(share(1000)):
        broken = bytearray(sound)
        for _ in range(chance.randrange(1, 40)):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        path.write_bytes(bytes(broken[: chance.choice((len(broken), chance.randrange(len(broken))))]))
        tournaments = Tournaments(tmp_path)
        (summary,) = tournaments.summaries()
        try:
            standing, reached = tournaments.standing("cup")
            Tournament.of("cup", standing, reached)
        except Refused as refusal:
            assert refusal.code in (Refusal.INCONSISTENT, Refusal.OTHER_RULES)  # noqa: PT017  # some damage is none
            refused += 1
        else:
            assert not isinstance(summary, DamagedLedger)
    assert refused > share(1000) // 2


@pytest.mark.parametrize(
    "column", ["round", "seed", "entrants", "winner", "places", "reason", "turns", "faults", "replay"]
)
def test_every_odd_value_in_a_ledger_is_refused_or_read(tmp_path: Path, column: str) -> None:
    for place, value in enumerate(ODD):
        path = tmp_path / f"odd{place}.db"
        played(path, tiny())
        with closing(sqlite3.connect(path)) as ledger, ledger:
            ledger.execute(f"UPDATE match SET {column} = ? WHERE number = 1", (value,))  # ours
        tournaments = Tournaments(tmp_path)
        with suppress(Refused):
            Tournament.of("odd", *tournaments.standing(path.stem))
        with suppress(Refused):
            assert isinstance(tournaments.replay(path.stem, 1), bytes)
