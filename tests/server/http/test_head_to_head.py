"""Head-to-head scores: counted from rated games only, with names and without user ids."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise

from duskfall.server.ranking.head_to_head import CROSS_TABLE_SIZE, LATEST, Meetings, count_meetings
from duskfall.server.store import Finished, MatchBegun, MatchEnded, Rating, SeatRecord
from tests.server.http.asking import get
from tests.server.http.conftest import Site

THEN = datetime(2026, 1, 1, tzinfo=UTC)
USERS = {"Ada": "0" * 32, "Bo": "1" * 32, "Cy": "2" * 32}


def seat(name: str) -> SeatRecord:
    return SeatRecord(USERS[name], name) if name in USERS else SeatRecord(None, name, name)


def match(number: int, *names: str, places: tuple[int, ...], reason: str = "last_alive", **options: int) -> Finished:
    room_options = {"players": len(names)} | options
    begun = MatchBegun(f"m{number}", "oak", "fog", {}, 7, tuple(map(seat, names)), room_options, "1")
    return Finished(begun, MatchEnded(f"m{number}", places.index(1), places, reason, 90), THEN, THEN)


def rating(name: str) -> Rating:
    return Rating(USERS.get(name, f"bot {name}"), name, "fog", 25.0, 8.0, 1)


def shares(meetings: Meetings) -> list[list[tuple[float, int] | None]]:
    return [[(duels.points, duels.games) if duels.games else None for duels in row] for row in meetings.cross]


def test_every_pair_of_a_match_has_met_and_the_ladder_gives_the_order() -> None:
    played = [
        match(3, "Ada", "Bo", "settler", places=(1, 2, 2)),
        match(2, "Bo", "Ada", places=(1, 2)),
        match(1, "Ada", "Bo", places=(1, 2)),
    ]
    met = count_meetings(played, [rating("settler"), rating("Cy"), rating("Ada"), rating("Bo")])
    assert [(rank, player.name) for rank, player in met.players] == [(1, "settler"), (3, "Ada"), (4, "Bo")]
    assert shares(met) == [
        [None, (0.0, 1), (0.5, 1)],
        [(1.0, 1), None, (2.0, 3)],
        [(0.5, 1), (1.0, 3), None],
    ]
    assert [each.begun.match for each in met.latest] == ["m3", "m2", "m1"]


def test_unrated_games_are_not_counted() -> None:
    played = [
        match(1, "Ada", "Bo", places=(1, 2), seed=7),
        match(2, "Ada", "Bo", places=(1, 1), reason="abandoned"),
        match(3, "settler", "settler", places=(1, 2)),
    ]
    assert count_meetings(played, [rating("Ada"), rating("Bo")]) == Meetings(0, (), (), ())


def test_the_cross_table_is_bounded() -> None:
    names = [f"P{number}" for number in range(40)]
    USERS.update({name: f"{number + 10:032x}" for number, name in enumerate(names)})
    played = [match(number, *pair, places=(1, 2)) for number, pair in enumerate(pairwise(names))]
    met = count_meetings(played, [rating(name) for name in names])
    assert (met.counted, len(met.players), len(met.cross), len(met.latest)) == (
        39, CROSS_TABLE_SIZE, CROSS_TABLE_SIZE, LATEST,
    )  # fmt: skip


def test_meetings_show_names_and_never_user_ids(site: Site) -> None:
    answer = get(f"{site.server.address}/api/meetings?game=fog")
    assert answer.json["game"] == "fog"
    assert [player["name"] for player in answer.json["players"]] == ["Bo", "Ada"]
    assert [card["id"] for card in answer.json["latest"]] == [site.fog]
    assert answer.json["cross"][1][0] == {"games": 1, "points": 1.0}
    assert b"0" * 32 not in answer.body
    assert get(f"{site.server.address}/api/meetings?game=chess").status == 422
