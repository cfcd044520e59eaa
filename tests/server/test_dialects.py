"""Patches in four dialects: each, read by its description alone, gives the same lists."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duskfall.fog import Score
from duskfall.protocol.fog.updates import Snapshot, UpdateStream
from duskfall.protocol.patches import Dialect, dialect_of, make_patch
from duskfall.protocol.values import Numbers
from duskfall.server.transport.encoding import encode
from tests.server.patches import APPLY, Board
from tests.server.serving import Client, live, play_turn, secret_of, serving

VALUES = st.integers(-6, 12) | st.integers(-(2**31), 2**31 - 1)
LISTS = st.lists(VALUES, max_size=40)


@st.composite
def changes(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """A list and a later one: some values changed, some appended."""
    old = draw(LISTS)
    new = [draw(VALUES) if draw(st.booleans()) else value for value in old] + draw(st.lists(VALUES, max_size=6))
    return old, new


def numbers(values: list[int]) -> Numbers:
    return np.array(values, np.int32)


def written(dialect: Dialect, old: list[int] | None, new: list[int]) -> list[int]:
    patched: list[int] = make_patch(dialect, None if old is None else numbers(old), numbers(new)).tolist()
    return patched


@pytest.mark.parametrize("dialect", list(Dialect))
@given(change=changes())
def test_a_patch_leads_from_the_old_list_to_the_new_one(dialect: Dialect, change: tuple[list[int], list[int]]) -> None:
    old, new = change
    assert APPLY[dialect](old, written(dialect, old, new)) == new


@pytest.mark.parametrize("dialect", list(Dialect))
@given(new=LISTS)
def test_a_complete_patch_gives_the_list_to_who_has_nothing(dialect: Dialect, new: list[int]) -> None:
    complete = written(dialect, None, new)
    assert APPLY[dialect]([], complete) == new
    if dialect is Dialect.PAIRS:
        assert complete[::2] == list(range(len(new))), "every index"
    else:
        assert complete == [0, len(new), *new]


@given(values=LISTS)
def test_what_has_not_changed_is_written_as_the_dialect_says(values: list[int]) -> None:
    assert written(Dialect.PAIRS, values, values) == []
    assert written(Dialect.SPLICE, values, values) == []
    assert written(Dialect.GENERALS, values, values) == [len(values)]
    assert written(Dialect.FULL, values, values) == [0, len(values), *values]


def test_empty_lists_are_written_as_the_dialect_says() -> None:
    complete = {dialect: written(dialect, None, []) for dialect in Dialect}
    assert complete == {Dialect.PAIRS: [], Dialect.SPLICE: [0, 0], Dialect.GENERALS: [0, 0], Dialect.FULL: [0, 0]}
    unchanged = {dialect: written(dialect, [], []) for dialect in Dialect}
    assert unchanged == {Dialect.PAIRS: [], Dialect.SPLICE: [], Dialect.GENERALS: [0], Dialect.FULL: [0, 0]}


@given(change=changes())
def test_pairs_ascend_and_name_nothing_that_stayed(change: tuple[list[int], list[int]]) -> None:
    old, new = change
    pairs = written(Dialect.PAIRS, old, new)
    assert pairs[::2] == [at for at, value in enumerate(new) if at >= len(old) or old[at] != value]


@given(change=changes())
def test_runs_of_splices_are_maximal_and_ascend(change: tuple[list[int], list[int]]) -> None:
    old, new = change
    splices, at, covered = written(Dialect.SPLICE, old, new), 0, []
    ends = -1
    while at < len(splices):
        start, count = splices[at : at + 2]
        assert start > ends, "ascending, with something unchanged between two runs"
        covered += list(range(start, start + count))
        ends, at = start + count, at + 2 + count
    assert covered == [at for at, value in enumerate(new) if at >= len(old) or old[at] != value]


@given(change=changes())
def test_lengths_of_the_generals_dialect_cover_the_whole_list(change: tuple[list[int], list[int]]) -> None:
    old, new = change
    words, at, covered, kept_alone = written(Dialect.GENERALS, old, new), 0, 0, False
    while at < len(words):
        assert not kept_alone
        covered += words[at]
        at += 1
        if at == len(words):
            kept_alone = True
        else:
            assert words[at] > 0
            covered += words[at]
            at += 1 + words[at]
    assert covered == len(new)


def test_the_words_of_a_small_change() -> None:
    old, new = [1, 5, 5, 5, 2, 2], [9, 5, 6, 7, 2, 2, 3]
    assert written(Dialect.PAIRS, old, new) == [0, 9, 2, 6, 3, 7, 6, 3]
    assert written(Dialect.SPLICE, old, new) == [0, 1, 9, 2, 2, 6, 7, 6, 1, 3]
    assert written(Dialect.GENERALS, old, new) == [0, 1, 9, 1, 2, 6, 7, 2, 1, 3]
    assert written(Dialect.GENERALS, new, [*new[:2], 0, *new[3:]]) == [2, 1, 0, 4]
    assert written(Dialect.FULL, old, new) == [0, 7, *new]


@pytest.mark.parametrize(
    ("query", "dialect"),
    [
        ({}, Dialect.PAIRS),
        ({"diff": ["splice"]}, Dialect.SPLICE),
        ({"diff": ["generals"]}, Dialect.GENERALS),
        ({"diff": ["full"]}, Dialect.FULL),
        ({"splice": [""]}, Dialect.SPLICE),
        ({"generals": [""], "EIO": ["4"]}, Dialect.GENERALS),
        ({"EIO": ["4"], "transport": ["polling"], "full": [""]}, Dialect.FULL),
        ({"diff": ["<script>"]}, Dialect.PAIRS),
        ({"EIO": ["4"], "transport": ["websocket"]}, Dialect.PAIRS),
    ],
)
def test_a_client_chooses_its_dialect_in_its_url(query: dict[str, list[str]], dialect: Dialect) -> None:
    assert dialect_of(query) is dialect


def picture(turn: int, cities: list[int], towers: list[int]) -> Snapshot:
    board = numbers([2, 1, 5, 0, 0, -3, 0, 0])
    return Snapshot(
        turn, board, tuple(cities), tuple(towers), (0, -1), (Score(1, 5), Score(1, 5)), (), np.ones(2, np.bool_)
    )


@pytest.mark.parametrize("dialect", list(Dialect))
def test_lists_of_an_earlier_game_are_overwritten_up_to_the_longest_sent(dialect: Dialect) -> None:
    stream, board = UpdateStream(dialect), Board(str(dialect))

    def show(turn: int, cities: list[int], towers: list[int]) -> tuple[list[int], list[int]]:
        frame = stream.advance(picture(turn, cities, towers), encode).text
        board.read(_payload(frame))
        return board.cities, board.towers

    assert show(0, [7, 3], []) == ([7, 3], [])
    assert show(1, [7, 3, 9], [1]) == ([7, 3, 9], [1])
    stream.restart()
    assert show(0, [], []) == ([-1, -1, -1], [-1])
    assert show(1, [4], []) == ([4, -1, -1], [-1])
    assert show(2, [4, 5, 6, 8], [2, 3]) == ([4, 5, 6, 8], [2, 3])
    stream.restart()
    assert show(0, [1], [9]) == ([1, -1, -1, -1], [9, -1])


def _payload(frame: str) -> Any:
    import json

    return json.loads(frame[frame.index("[") :])[1]


URLS = {
    "": "pairs",
    "/?diff=splice": "splice",
    "/?diff=generals": "generals",
    "/?diff=full": "full",
    "/?generals": "generals",
}

CITIES = [
    "..............",
    ".+..........+.",
    "..............",
    "...a.+..!.b...",
    *["......^......."] * 2,
    *[".............."] * 4,
]
"""14x10 with cities, a tower and mountains: a on 45, b on 52."""


def show_same_board(boards: dict[str, Board], updates: dict[str, dict[str, Any]]) -> None:
    facts = [boards[query].read(update).facts() for query, update in updates.items()]
    assert all(fact == facts[0] for fact in facts)


@live
async def test_every_dialect_shows_the_same_board_each_turn() -> None:
    async with serving() as server:
        rooms: dict[str, tuple[Client, Client]] = {}
        for number, query in enumerate(URLS):
            ada = await server.player(f"Ada {number}", f"den {number}", query)
            await ada.ok(
                "set_options", f"den {number}", {"players": 2, "map": CITIES, "lockstep": True, "deadlineMs": 60_000}
            )
            rooms[query] = ada, await server.player(f"Bo {number}", f"den {number}")
        boards = {query: Board(dialect) for query, dialect in URLS.items()}
        show_same_board(boards, {query: await ada.turn(0) for query, (ada, _) in rooms.items()})
        for turn in range(1, 25):
            if turn == 10:
                for ada, _ in rooms.values():
                    for source, target in pairwise([45, 46, 45, 44, 43, 42, 28]):
                        await ada.ok("attack", source, target)
            await asyncio.gather(*(client.ok("pass") for players in rooms.values() for client in players))
            show_same_board(boards, {query: await ada.turn(turn) for query, (ada, _) in rooms.items()})
        assert boards[""].cities, "the way has led past a city"


@pytest.mark.parametrize("query", ["", "/?diff=splice", "/?diff=generals", "/?diff=full"])
@live
async def test_a_later_game_on_the_same_connection_marks_what_the_first_had_listed(query: str) -> None:
    async with serving() as server:
        near = [*CITIES[:2], "...+..........", "..+a.+..!.b...", *CITIES[4:]]
        ada, bo = await server.duel(query=query, map=near)
        board = Board(URLS[query]).read(await ada.turn(0))
        assert len(board.cities) == 2
        await bo.ok("surrender")
        await ada.ok("pass")
        board.read(await ada.turn(1))
        await ada.until("game_end")
        await ada.ok("set_options", "den", {"players": 2, "map": CITIES, "lockstep": True, "deadlineMs": 60_000})
        seen = ada.now
        for client in (ada, bo):
            await client.ok("rematch", "den")
        update = await ada.until("game_update", lambda update: update["turn"] == 0, since=seen)
        board.read(update)
        assert board.cities == [-1, -1]
        assert board.map[:2] == [14, 10]
        assert len(board.map) == 2 + 3 * 140


@pytest.mark.parametrize("query", ["", "/?diff=splice", "/?diff=generals", "/?diff=full"])
@live
async def test_the_first_update_after_a_reconnect_is_complete_in_the_clients_own_dialect(query: str) -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        for turn in range(1, 4):
            await play_turn(ada, bo, turn=turn)
        before = Board()
        for turn in range(4):
            before.read(await ada.turn(turn))
        await ada.leave()
        again = await server.client(query)
        await again.ok("join_private", "den", secret_of("Ada"))
        update = await again.turn(3)
        size = 2 + 3 * 120
        assert len(update["map_diff"]) == (2 * size if query == "" else 2 + size)
        assert Board(URLS[query]).read(update).facts() == before.facts()
