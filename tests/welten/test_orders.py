"""Orders and their texts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duskfall.errors import Malformed
from duskfall.welten import (
    Attack,
    Clock,
    Draw,
    End,
    Gate,
    MovePath,
    MoveTo,
    PlayerOrder,
    Resign,
    Undo,
    logged_order,
    order,
)

numbers = st.integers(0, 99999)
orders: st.SearchStrategy[PlayerOrder] = st.one_of(
    st.builds(MoveTo, numbers, numbers, numbers),
    st.builds(MovePath, numbers, st.text("UDLR", min_size=1, max_size=255)),
    st.builds(Attack, numbers, numbers, numbers),
    st.builds(Gate, numbers),
    st.sampled_from([End(), Undo(), Resign(), Draw()]),
)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("move 17 4,31", MoveTo(17, 4, 31)),
        ("move 0 path UURD", MovePath(0, "UURD")),
        ("attack 291 79,39", Attack(291, 79, 39)),
        ("gate 12", Gate(12)),
        ("end", End()),
        ("undo", Undo()),
        ("resign", Resign()),
        ("draw", Draw()),
    ],
)
def test_each_order_has_its_text(text: str, meaning: PlayerOrder) -> None:
    assert order(text) == meaning
    assert str(meaning) == text


@given(orders)
def test_an_order_comes_back_from_its_text_and_shows_it(given_order: PlayerOrder) -> None:
    assert order(str(given_order)) == given_order
    assert logged_order(str(given_order)) == given_order
    assert repr(given_order) == f"order({str(given_order)!r})"


@given(st.text(max_size=30) | st.from_regex(r"(move|attack|gate|end) ?[-0-9A-Zpath ,.]{0,12}", fullmatch=True))
def test_what_is_read_is_written_in_just_that_way(text: str) -> None:
    try:
        read = order(text)
    except Malformed:
        return
    assert str(read) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        " end",
        "End",
        "end now",
        "move",
        "move 1",
        "move -1 2,3",
        "move 1 2, 3",
        "move 1 02,3",
        "move 1 path",
        "move 1 path UX",
        "move 1 path uu",
        "move ١ 2,3",
        "attack 1 2,3,4",
        "gate",
        "gate 999999",
        "clock",
        "move 1 path " + "U" * 256,
        "x" * 10_000,
        "end\n",
    ],
)
def test_anything_else_is_malformed_and_told_how_to_write_it(text: str) -> None:
    with pytest.raises(Malformed) as malformed:
        order(text)
    assert len(str(malformed.value)) < 500
    assert malformed.value.cure or "at most 300 characters" in malformed.value.reason


def test_the_clock_speaks_in_logs_only() -> None:
    assert logged_order("clock") == Clock()
    assert str(Clock()) == "clock"


@pytest.mark.parametrize(
    "make",
    [
        lambda: MoveTo(-1, 0, 0),
        lambda: MoveTo(0, -1, 0),
        lambda: MoveTo(0, 0, 100_000),
        lambda: MovePath(0, ""),
        lambda: MovePath(0, "UX"),
        lambda: MovePath(-1, "U"),
        lambda: Attack(0, 0, -1),
        lambda: Gate(-1),
    ],
)
def test_an_order_that_has_no_text_cannot_be_made(make: Callable[[], PlayerOrder]) -> None:
    with pytest.raises(Malformed):
        make()
