"""Timelines and positions over HTTP, of finished matches and of replay files."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from duskfall.dice import Dice, purpose
from duskfall.play import Replay
from duskfall.server.http.timelines import MOST_SENT
from duskfall.server.replays.timelines import timeline_of
from tests.counts import SEED, share
from tests.play.matches import recorded
from tests.play.mutations import CONTENTS, FILES
from tests.server.http.asking import Answer, get
from tests.server.http.conftest import Site, fog_match, welten_match

MATCHES = {"fog": fog_match, "welten": welten_match}


def ask(site: Site, path: str) -> Answer:
    return get(f"{site.server.address}{path}")


def send(site: Site, path: str, data: bytes = b"") -> Answer:
    return get(f"{site.server.address}{path}", "POST", {"content-type": "application/octet-stream"}, data)


@pytest.mark.parametrize("game", MATCHES)
@pytest.mark.parametrize("seat", ["all", "0", "1"])
def test_a_match_and_its_file_give_the_same_timeline(site: Site, game: str, seat: str) -> None:
    replay = Replay.of(MATCHES[game]())
    stored = ask(site, f"/api/replays/{game}1/film?seat={seat}")
    from_file = send(site, f"/api/films?seat={seat}", replay.encode())
    assert stored.body == from_file.body == timeline_of(replay, None if seat == "all" else int(seat))
    assert (stored.status, stored.headers["content-type"]) == (200, "application/json")


def test_a_timeline_is_compressed_for_clients_that_accept_gzip(site: Site) -> None:
    plain = ask(site, f"/api/replays/{site.fog}/film")
    packed = get(f"{site.server.address}/api/replays/{site.fog}/film", headers={"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body) / 3


def test_the_timeline_of_a_seat_never_names_what_the_seat_did_not_see(site: Site) -> None:
    timeline = ask(site, f"/api/replays/{site.fog}/film?seat=1").json
    general = fog_match().setup.start().view(None).generals[0]
    assert all(frame["generals"][0] == -1 for frame in timeline["frames"])
    size = 144
    named = {place + offset for frame in timeline["frames"][1:] for place, count in runs(frame["map_diff"])
             for offset in range(count)}  # fmt: skip
    assert 2 + general not in named
    assert 2 + size + general not in named


def runs(patch: list[int]) -> list[tuple[int, int]]:
    """The start and length of each run of a change."""
    found, at = [], 0
    while at < len(patch):
        found.append((patch[at], patch[at + 1]))
        at += 2 + patch[at + 1]
    return found


def test_files_that_are_damaged_or_forged_are_refused_with_a_code_and_in_words(site: Site) -> None:
    data, other = recorded("fog").encode(), recorded("fog", 8).encode()
    for number in range(share(400)):
        change = (*FILES, *CONTENTS)[number % (len(FILES) + len(CONTENTS))]
        forged = change(data, other, Dice(SEED, number, purpose("sent")))
        if forged == data:
            continue
        for path in ("/api/films", "/api/positions?turn=60"):
            answer = send(site, path, forged)
            assert answer.status in (404, 409, 422), (change.__name__, answer.body)
            assert answer.code, answer.json["message"]
            assert answer.json["message"].startswith(("the file", "turn ", "seat "))


def test_a_file_that_is_no_replay_or_too_large_is_refused(site: Site) -> None:
    expected = {b"": "MALFORMED", b"hello": "MALFORMED", b"DUSKFALL" + bytes(MOST_SENT): "OUT_OF_RANGE"}
    for path in ("/api/films", "/api/positions?turn=0"):
        assert {data: send(site, path, data).code for data in expected} == expected


def test_a_position_lists_the_seats_that_can_be_taken(site: Site) -> None:
    answer = send(site, f"/api/replays/{site.fog}/positions?turn=40")
    assert answer.status == 200
    sent: dict[str, Any] = answer.json
    name = sent.pop("position")
    assert sent == {"game": "fog", "turn": 40, "players": ["Ada", "Bo"], "seats": [0, 1], "kept_s": 600}
    again = send(site, "/api/positions?turn=40", Replay.of(fog_match()).encode()).json
    assert again.pop("position") != name
    assert again == sent


def test_no_position_is_given_of_a_running_match_or_after_the_end(site: Site) -> None:
    expected = {
        f"/api/replays/{site.running}/positions?turn=0": (409, "GAME_RUNNING"),
        f"/api/replays/{site.fog}/positions?turn=41": (409, "GAME_OVER"),
        f"/api/replays/{site.fog}/positions?turn=42": (404, "NO_SUCH"),
        f"/api/replays/{site.fog}/positions": (422, "MALFORMED"),
        f"/api/replays/{site.fog}/film?seat=2": (405, "WRONG_METHOD"),
        "/api/replays/nobody/positions?turn=0": (404, "NO_SUCH"),
    }
    answers = {path: send(site, path) for path in expected}
    assert {path: (answer.status, answer.code) for path, answer in answers.items()} == expected


def test_a_seat_that_the_match_does_not_have_has_no_timeline(site: Site) -> None:
    assert ask(site, f"/api/replays/{site.fog}/film?seat=2").code == "NO_SEAT"
    assert ask(site, f"/api/replays/{site.fog}/film?seat=-1").code == "MALFORMED"
    assert json.loads(ask(site, f"/api/replays/{site.abandoned}/film").body)["reason"] is None
