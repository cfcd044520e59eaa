"""Records are committed in order, whole batches at a time, without blocking the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
import uvloop
from sqlalchemy.exc import InterfaceError

from duskfall.errors import Malformed, Refused
from duskfall.server.store import (
    MOVE_IDS_KEPT,
    Logged,
    MatchBegun,
    Met,
    MoveAnswered,
    Named,
    Origin,
    Rated,
    Rating,
    Record,
    SeatRecord,
    Store,
    StoreFailed,
)
from duskfall.server.store.writer import Writer
from tests.server.databases import held_up, rows
from tests.server.store.records import ANN, BOB, begun, ended, line, logged, unfinished


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    with Store.open(database_url, patience_s=30) as opened:
        yield opened


def write(store: Store, *records: Record) -> None:
    """Write on an event loop of its own, and wait."""

    async def on_the_loop() -> None:
        await store.write(*records)

    asyncio.run(on_the_loop())


@pytest.mark.parametrize("seed", [0, 2**63, 2**64 - 1])
def test_a_match_comes_back_as_it_was_written(store: Store, seed: int) -> None:
    names = (
        SeatRecord(ANN, "Ann Ämmerling ☾"),
        SeatRecord(BOB, "'; DROP TABLE matches; --"),
        SeatRecord(None, "x", bot="captain"),
    )
    begin = MatchBegun(
        "m1", "r", "welten", {"a": {"b": [1, None, 0.1]}}, seed, names, {"ü": True}, "2", Origin("m0", 12)
    )
    write(store, begin, *logged("m1", range(3)), ended())
    found = store.match("m1")
    assert found is not None
    assert (found.begun, found.ended) == (begin, ended())
    assert found.lines == ("0 m1:0", "0 m1:1", "0 m1:2")
    assert found.ended_at is not None
    assert found.begun_at.tzinfo is not None
    assert found.begun_at <= found.ended_at
    assert store.match("m2") is None


def test_unfinished_matches_come_in_the_order_of_their_beginning_with_their_logs(store: Store) -> None:
    write(store, begun("z"), begun("k"), begun("done"), *logged("z", range(12)), ended("done"))
    write(store, begun("a"), *logged("z", range(12, 14)))
    found = unfinished(store)
    assert [match.begun.match for match in found] == ["z", "k", "a"]
    assert [list(match.lines) for match in found] == [[line("z", number) for number in range(14)], [], []]
    assert found[0].ended is None


def test_finished_matches_come_newest_first_page_by_page(store: Store) -> None:
    games = {f"m{number}": ("fog", "welten")[number % 2] for number in range(6)}
    write(store, *[begun(match, game=game) for match, game in games.items()])
    for match in ("m3", "m0"):
        write(store, ended(match))
    write(store, ended("m1"), ended("m2", None), ended("m4"))
    newest = [match.begun.match for match in store.finished(None, 10, None)]
    assert newest[-2:] == ["m0", "m3"]
    assert set(newest) == {"m0", "m1", "m2", "m3", "m4"}
    pages: list[str] = []
    while page := store.finished(None, 2, pages[-1] if pages else None):
        pages += [match.begun.match for match in page]
    assert pages == newest
    assert [match.begun.match for match in store.finished("welten", 10, None)] == ["m1", "m3"]
    with pytest.raises(Refused, match="m5: no match of that name has ended"):
        store.finished(None, 10, "m5")


def test_the_last_name_and_rating_of_a_user_count(store: Store) -> None:
    write(store, Named(ANN, "An"), Named(BOB, "Bob"), Named(ANN, "Ann"), Rated(ANN, "fog", 25, 8, 1))
    write(store, Rated(ANN, "fog", 26, 7.5, 2), Rated(ANN, "fog", 27, 7, 3), Rated(BOB, "welten", 20, 5, 1))
    write(store, Named(ANN, "Anna"))
    assert store.ratings("fog") == [Rating(ANN, "Anna", "fog", 27, 7, 3)]
    assert [(rating.user, rating.name) for rating in store.ratings()] == [(ANN, "Anna"), (BOB, "Bob")]


def test_provisional_ratings_come_after_all_others(store: Store) -> None:
    write(store, Named(ANN, "Ann"), Named(BOB, "Bob"))
    write(store, Rated(ANN, "fog", 40, 1, 4, opponents=4), Rated(BOB, "fog", 20, 5, 9, opponents=5))
    assert [(rating.name, rating.provisional) for rating in store.ratings()] == [("Bob", False), ("Ann", True)]


def test_the_last_meeting_of_a_pair_is_kept(store: Store) -> None:
    write(store, Named(ANN, "Ann"), Named(BOB, "Bob"), Met("fog", ANN, BOB, 1, 20_000, 1))
    write(
        store, Met("fog", ANN, BOB, 2, 20_001, 1), Met("fog", ANN, BOB, 3, 20_001, 2), Met("welten", ANN, BOB, 1, 1, 1)
    )
    assert store.meetings() == [Met("fog", ANN, BOB, 3, 20_001, 2), Met("welten", ANN, BOB, 1, 1, 1)]


def test_rated_users_are_those_with_enough_games_who_were_here_lately(store: Store) -> None:
    write(store, Named(ANN, "Ann"), Named(BOB, "Bob"), Rated(ANN, "fog", 25, 8, 3), Rated(ANN, "welten", 25, 8, 2))
    write(store, Rated(BOB, "fog", 25, 8, 4))
    hour_ago = datetime.now(UTC) - timedelta(hours=1)
    assert [(user.user, user.name, user.games) for user in store.rated_users(5, hour_ago)] == [(ANN, "Ann", 5)]
    assert store.rated_users(5, datetime.now(UTC) + timedelta(hours=1)) == []


def answered(match: str, seat: int, numbers: range) -> list[MoveAnswered]:
    """Answers to move ids, every other one a refusal."""
    refusal = ("OFF_MAP", "900: 'not' on the \0 map ☾")
    return [
        MoveAnswered(
            match, seat, number, f'"{number}"', None if number % 2 else number, refusal if number % 2 else None
        )
        for number in numbers
    ]


def test_the_newest_move_ids_of_each_seat_come_back_in_their_order(store: Store, database_url: str) -> None:
    write(store, begun("m1"), begun("m2"), *answered("m1", 0, range(300)), *answered("m1", 1, range(3)))
    write(store, *answered("m1", 0, range(300, 301)), *answered("m2", 0, range(2)))
    kept = {match.begun.match: match.move_ids for match in unfinished(store)}
    assert MOVE_IDS_KEPT == 256
    assert list(kept["m1"]) == answered("m1", 0, range(301 - 256, 301)) + answered("m1", 1, range(3))
    assert list(kept["m2"]) == answered("m2", 0, range(2))
    assert rows(database_url, "SELECT count(*) FROM move_ids") == [(256 + 3 + 2,)]


def test_the_end_of_a_match_removes_its_move_ids_and_no_others(store: Store, database_url: str) -> None:
    write(store, begun("m1"), begun("m2"), *answered("m1", 0, range(2)), *answered("m2", 0, range(2)))
    write(store, *answered("m1", 0, range(2, 3)), ended("m1"))
    assert rows(database_url, 'SELECT DISTINCT "match" FROM move_ids') == [("m2",)]


@pytest.mark.parametrize("run", [asyncio.run, uvloop.run])
def test_writing_never_blocks_and_delayed_records_are_committed_in_order(
    store: Store, database_url: str, run: Callable[[Coroutine[Any, Any, None]], None]
) -> None:
    done: list[int] = []

    def tell(number: int, _: object) -> None:
        done.append(number)

    async def write_while_nothing_can_be_committed() -> None:
        await store.write(begun())
        futures = []
        with held_up(database_url):
            # If a single write waited for its commit, the lock would never be released.
            for number in range(1000):
                futures.append(store.write(Logged("m1", number, line("m1", number))))
                futures[-1].add_done_callback(partial(tell, number))
                if number % 100 == 0:
                    await asyncio.sleep(0.001)
            assert not any(future.done() for future in futures)
            assert rows(database_url, "SELECT count(*) FROM matches") == [(1,)]
        await store.flush()
        assert all(future.done() for future in futures)

    run(write_while_nothing_can_be_committed())
    assert done == list(range(1000))
    assert [stored.lines for stored in unfinished(store)] == [tuple(line("m1", number) for number in range(1000))]


def test_all_that_is_written_before_the_next_batch_shares_one_future(store: Store, database_url: str) -> None:
    async def write_behind_a_batch() -> None:
        await store.write(begun())
        with held_up(database_url):
            # The writer takes the first as a batch of its own sooner or later; from then on all gather behind it.
            first = store.write(*logged("m1", range(1)))
            number = 1
            while (second := store.write(*logged("m1", range(number, number + 1)))) is first:
                number += 1
                await asyncio.sleep(0.001)
            behind = {store.write(entry) for entry in logged("m1", range(number + 1, number + 100))}
            assert behind == {second}
        await second
        assert first.done()

    asyncio.run(write_behind_a_batch())


@pytest.mark.parametrize("run", [asyncio.run, uvloop.run])
def test_cancelling_one_waiting_task_cancels_no_other(
    store: Store, database_url: str, run: Callable[[Coroutine[Any, Any, None]], None]
) -> None:
    async def cancel_one() -> None:
        await store.write(begun())

        async def wait(future: asyncio.Future[None]) -> str:
            await future
            return "safe"

        with held_up(database_url):
            future = store.write(*logged("m1", range(1)))
            leaver, stayer = asyncio.create_task(wait(future)), asyncio.create_task(wait(future))
            await asyncio.sleep(0)
            leaver.cancel()
            await asyncio.sleep(0)
            assert not future.done()
        assert await stayer == "safe"
        with pytest.raises(asyncio.CancelledError):
            await leaver

    run(cancel_one())


def test_closing_commits_the_last_records_first(database_url: str) -> None:
    async def write_and_leave() -> None:
        store = Store.open(database_url)
        store.write(begun(), *logged("m1", range(500)))
        store.close()
        with pytest.raises(StoreFailed, match="closed"):
            await store.write(begun("m2"))

    asyncio.run(write_and_leave())
    with Store.open(database_url) as again:
        assert [len(match.lines) for match in unfinished(again)] == [500]


def test_a_commit_whose_answer_was_lost_is_not_written_twice(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    commit, lost = Writer._try_to_commit, [0]

    def commit_and_lose_the_answer(self: Writer, records: Any, *, again: bool) -> None:
        commit(self, records, again=again)
        if not again:
            lost[0] += 1
            raise InterfaceError("COMMIT", {}, Exception("the connection is gone"))

    monkeypatch.setattr(Writer, "_try_to_commit", commit_and_lose_the_answer)
    write(store, Named(ANN, "Ann"), begun(), *logged("m1", range(5)), ended(), Rated(ANN, "fog", 25, 8, 1))
    write(store, *logged("m1", range(5, 7)), Named(ANN, "Anna"))
    write(store, begun("m2"), begun("m3"), Rated(ANN, "fog", 26, 8, 2))
    write(store, ended("m2"))
    write(store, *answered("m3", 0, range(3)))
    assert lost == [5]
    found = store.match("m1")
    assert found is not None
    assert list(found.lines) == [line("m1", number) for number in range(7)]
    assert len(store.finished()) == 2
    assert [list(match.move_ids) for match in unfinished(store)] == [answered("m3", 0, range(3))]
    assert store.ratings() == [Rating(ANN, "Anna", "fog", 26, 8, 2)]


@pytest.mark.parametrize(
    "fault",
    [
        [Logged("m1", 0, "0 other")],
        [Logged("nobody", 0, "0 1>2")],
        [ended("nobody")],
        [begun("m1")],
        [Rated(BOB, "fog", 25, 8, 1)],
    ],
)
def test_an_inconsistent_record_fails_at_once_and_leaves_nothing_behind(store: Store, fault: list[Record]) -> None:
    heard: list[StoreFailed] = []
    store.on_failure = heard.append
    write(store, begun(), *logged("m1", range(1)))

    async def go_wrong() -> None:
        with pytest.raises(StoreFailed):
            await store.write(*logged("m1", range(1, 2)), *fault)
        with pytest.raises(StoreFailed):
            await store.write(*logged("m1", range(2, 3)))
        with pytest.raises(StoreFailed):
            await store.flush()

    asyncio.run(go_wrong())
    assert len(heard) == 1
    assert [stored.lines for stored in unfinished(store)] == [("0 m1:0",)]


@pytest.mark.parametrize(
    "make",
    [
        lambda: Named(ANN, "half \ud83d"),
        lambda: SeatRecord(ANN, "nul \0"),
        lambda: Rated(ANN, "fog", float("nan"), 8, 1),
        lambda: MatchBegun("m", "r", "fog", {"a": (1, 2)}, 7, (), {}, "1"),
        lambda: MatchBegun("m", "r", "fog", {}, 7, (), {"a": float("inf")}, "1"),
        lambda: MatchBegun("m", "r", "fog", {"a": 2**70}, 7, (), {}, "1"),
    ],
)
def test_records_that_no_database_keeps_are_refused_where_they_are_made(
    make: Callable[[], Record | SeatRecord],
) -> None:
    with pytest.raises(Malformed):
        make()
