"""Reasons that a replay keeps: they come back whole, change nothing that is verified, and are bounded."""

from __future__ import annotations

import tracemalloc
import zlib
from types import SimpleNamespace
from typing import get_args

import pytest

from duskfall.errors import Refused
from duskfall.play import Replay, TurnReason
from duskfall.play.fog_goals import FOG_GOALS, FogGoal
from duskfall.play.reasons import MAX_NUMBER, MAX_REASONS
from duskfall.play.replay import VERSION, VERSION_WITH_REASONS, sealed, unpacked
from tests.play.matches import recorded

REASONS = (
    TurnReason(1, 0, "opening", (25,)),
    TurnReason(1, 1, "land", (-40,)),
    TurnReason(2, 0, "strike", (7, 61, 40)),
)
LINES = b"\n?1 0 opening 25\n?1 1 land -40\n?2 0 strike 7 61 40"


def plain() -> Replay:
    return recorded("fog")


def explained(*reasons: TurnReason) -> Replay:
    replay = plain()
    return Replay(replay.setup, replay.players, replay.log, replay.result, reasons)


def file_with(lines: bytes, version: int = VERSION_WITH_REASONS, game: str = "fog") -> bytes:
    content = unpacked(recorded(game).encode()) + lines
    return sealed(zlib.compress(content, 9), len(content), version)


def test_a_replay_with_reasons_reads_back_whole_and_verifies() -> None:
    replay = explained(*REASONS)
    data = replay.encode()
    assert unpacked(data).endswith(LINES)
    again = Replay.decode(data)
    assert again == replay
    again.verify()
    assert again.log.digests() == plain().log.digests()


def test_a_replay_without_reasons_has_the_bytes_of_version_1() -> None:
    data = plain().encode()
    content = unpacked(data)
    assert data == sealed(zlib.compress(content, 9), len(content))
    assert data[8:10] == bytes([0, VERSION])
    assert b"\n?" not in content
    assert content == unpacked(explained(*REASONS).encode()).removesuffix(LINES)


@pytest.mark.parametrize(("lines", "version"), [(b"", VERSION_WITH_REASONS), (LINES, VERSION)])
def test_the_version_tells_whether_there_are_reasons(lines: bytes, version: int) -> None:
    with pytest.raises(Refused, match="its version does not fit"):
        Replay.decode(file_with(lines, version))


@pytest.mark.parametrize(
    "line",
    [
        "?1 0 opening",
        "?1 0 opening 25 25",
        "?1 0 opening 1234567890",
        "?1 0 opening 025",
        "?1 0 opening -0",
        "?1 0 opening  25",
        "?1 0 opening 2.5",
        "?1 0 opening ٣",
        "?1 0 Opening 25",
        "?1 0 conquer",
        "?1 0 conquer 25",
        "?1 0 <b>hello</b> 25",
        "?1 0 " + "a" * 10_000,
        "?1 0 opening" + " 1" * 100_000,
        "?0 0 opening 25",
        "?01 0 opening 25",
        "?99999 0 opening 25",
        "?1 2 opening 25",
        "?1 -1 opening 25",
        "?1 1 opening 25\n?1 0 opening 25",
        "?1 0 opening 25\n?1 0 opening 25",
        "?2 0 opening 25\n?1 0 opening 25",
        "?1 0 opening 25\n",
        "?1 0 opening 25\n0 pass",
        "?",
    ],
    ids=lambda line: line[:30],
)
def test_a_reason_that_is_none_of_the_game_or_out_of_order_is_refused(line: str) -> None:
    with pytest.raises(Refused):
        Replay.decode(file_with(b"\n" + line.encode()))


def test_a_game_without_goals_keeps_no_reasons() -> None:
    with pytest.raises(Refused, match="no such goal"):
        Replay.decode(file_with(b"\n?1 0 opening 25", game="welten"))


def test_more_reasons_than_allowed_are_refused_before_one_is_read() -> None:
    data = file_with(b"\n?1 0 opening 25" * (MAX_REASONS + 1))
    assert len(data) < 30_000
    tracemalloc.start()
    try:
        with pytest.raises(Refused, match=f"at most {MAX_REASONS} reasons"):
            Replay.decode(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 16 << 20
    with pytest.raises(Refused, match=f"at most {MAX_REASONS} reasons"):
        explained(*[REASONS[0]] * (MAX_REASONS + 1)).encode()


def told(goal: object, numbers: object) -> TurnReason | None:
    return TurnReason.told(3, 1, SimpleNamespace(goal=goal, numbers=numbers), FOG_GOALS)


def test_what_a_bot_tells_is_kept_if_it_is_a_reason_of_the_game() -> None:
    assert told("attack", {"expected": 3, "armies": 2, "turns": 1}) == TurnReason(3, 1, "attack", (1, 2, 3))
    assert told("land", {"worth": -(10**30), "more": 1}) == TurnReason(3, 1, "land", (-MAX_NUMBER,))
    for goal, numbers in (
        ("conquer", {}), ("land", {}), ("land", {"worth": 1.5}), ("land", {"worth": "<b>"}), ("land", [1]), (7, {}),
        ([], {}),
    ):  # fmt: skip
        assert told(goal, numbers) is None
    assert TurnReason.told(3, 1, None, {}) is None


def test_every_goal_is_listed_with_its_numbers() -> None:
    assert set(FOG_GOALS) == set(get_args(FogGoal))
