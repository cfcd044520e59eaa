"""Timelines: a whole match in one document, in which every turn is what its seat saw, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duskfall.dice import Dice, purpose
from duskfall.errors import Refusal, Refused
from duskfall.fog import View
from duskfall.play import Match, Replay, TurnReason
from duskfall.protocol.fog.events import event_on_wire
from duskfall.protocol.welten.board import BoardShown
from duskfall.server.replays import fog, timelines
from duskfall.server.replays.timelines import LONGEST_S, timeline_of
from tests.counts import SEED, share
from tests.play.matches import play_on, recorded, setup_of
from tests.play.mutations import CONTENTS
from tests.server.patches import apply_splice
from tests.server.welten.duels import patched

SEEDS = st.integers(0, 2**64 - 1)
MUTATIONS = purpose("forged films")


def loaded(replay: Replay, seat: int | None = None) -> dict[str, Any]:
    timeline: dict[str, Any] = json.loads(timeline_of(replay, seat))
    return timeline


def boards(timeline: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Each frame of a timeline of Fog of War with whole lists, rebuilt as a client rebuilds them."""
    cells, cities, towers, visible = list[int](), list[int](), list[int](), list[int]()
    for frame in timeline["frames"]:
        cells = apply_splice(cells, frame["map_diff"])
        cities = apply_splice(cities, frame["cities_diff"])
        towers = apply_splice(towers, frame["towers_diff"])
        size = cells[0] * cells[1]
        armies, terrain, defence = (cells[2 + part * size : 2 + (part + 1) * size] for part in range(3))
        lists = {"armies": armies, "terrain": terrain, "defence": defence, "cities": cities, "towers": towers}
        visible = [1] * size if frame["visible"] is None else apply_splice(visible, frame["visible"])
        lists["visible"] = visible
        scores = list(zip(frame["tiles"], frame["armies"], strict=True))
        yield {"width": cells[0], "height": cells[1], **frame, **lists, "scores": scores}


def test_a_timeline_tells_the_reasons_of_its_seat_alone() -> None:
    replay = recorded("fog")
    reasons = (TurnReason(1, 0, "opening", (25,)), TurnReason(1, 1, "land", (40,)), TurnReason(3, 1, "search", (9,)))
    told = replace(replay, reasons=reasons)
    first, second, third = (
        {"seat": 0, "goal": "opening", "numbers": {"turns": 25}},
        {"seat": 1, "goal": "land", "numbers": {"worth": 40}},
        {"seat": 1, "goal": "search", "numbers": {"turns": 9}},
    )
    for seat, expected in ((None, [[], [first, second], [], [third]]), (0, [[], [first], [], []])):
        timeline = loaded(told, seat)
        assert [frame["reasons"] for frame in timeline["frames"][:4]] == expected
        assert timeline["explained"] == [0, 1]
        without = loaded(replay, seat)
        assert without["explained"] == []
        for frame in (*timeline["frames"], *without["frames"]):
            del frame["reasons"]
        assert timeline["frames"] == without["frames"]


def shown(view: View) -> dict[str, Any]:
    return {
        "turn": view.turn, "width": view.width, "height": view.height, "armies": view.armies.tolist(),
        "terrain": view.terrain.tolist(), "defence": view.defence.tolist(), "cities": list(view.cities),
        "towers": list(view.towers), "generals": list(view.generals), "visible": view.visible.astype(int).tolist(),
    }  # fmt: skip


def played_by(players: int, seed: int) -> Replay:
    """A match of that many players with random orders."""
    match = Match(setup_of("fog", seed, players=players, width=14, height=14))
    return Replay.of(play_on(match))


def whole(board: BoardShown) -> Any:
    """A board as JSON has it."""
    return json.loads(orjson.dumps(board))


@given(SEEDS, st.integers(2, 4))
@settings(max_examples=share(60), deadline=None)
def test_every_frame_is_what_the_seat_saw_in_that_turn(seed: int, players: int) -> None:
    replay = played_by(players, seed)
    for seat in (None, *range(players)):
        timeline = loaded(replay, seat)
        frames = list(boards(timeline))
        assert (timeline["seat"], timeline["turns"], len(frames)) == (seat, replay.turns, replay.turns + 1)
        for frame, match in zip(frames, replay.watch(), strict=True):
            view: View = match.game.view(seat)
            assert {name: frame[name] for name in shown(view)} == shown(view)
            assert frame["scores"] == [(score.tiles, score.armies) for score in view.scores]


@given(SEEDS)
@settings(max_examples=share(60), deadline=None)
def test_every_frame_of_weltendaemmerung_is_the_board_after_that_order(seed: int) -> None:
    replay = recorded("welten", seed)
    timeline = loaded(replay)
    board = timeline["first"]
    for frame, match in zip(timeline["frames"], replay.watch(), strict=True):
        board = patched(board, frame["patch"])
        assert (frame["turn"], board) == (match.turn, whole(BoardShown.of(match.game.view(None))))
    assert [frame["order"] for frame in timeline["frames"][1:]] == [said[0].order for _, said in replay.log.turns()]
    assert timeline["frames"][-1]["events"][-1]["type"] == "over"


def test_a_timeline_shows_each_seat_the_events_that_it_saw_then() -> None:
    replay = recorded("fog", 3, turn_limit=400, width=20, height=20)
    seen = {}
    for seat in (None, 0, 1):
        seen[seat] = [event for frame in loaded(replay, seat)["frames"] for event in frame["events"]]
        then = [event_on_wire(event) for match in replay.watch() for event in match.game.view(seat).events]
        assert seen[seat] == [asdict(event) for event in then if event is not None]
    assert len(seen[0]) < len(seen[None]), "something happened out of sight"


def test_a_longer_match_is_shown_every_second_turn_and_loses_no_event(monkeypatch: pytest.MonkeyPatch) -> None:
    replay = recorded("fog", 3, turn_limit=400)
    every = loaded(replay)
    monkeypatch.setattr(fog.Renderer, "most_frames", -(-replay.turns // 2))
    half = loaded(replay)
    wanted = sorted({*range(0, replay.turns, 2), replay.turns})
    assert [frame["turn"] for frame in half["frames"]] == wanted
    by_turn = {frame["turn"]: frame for frame in boards(every)}
    lists = ("armies", "terrain", "defence", "cities", "towers", "generals")
    for frame in boards(half):
        assert [frame[name] for name in lists] == [by_turn[frame["turn"]][name] for name in lists]
    events = [[event for frame in timeline["frames"] for event in frame["events"]] for timeline in (every, half)]
    assert events[0] == events[1]


def test_a_timeline_that_grows_too_large_or_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    replay = recorded("fog")
    moments = iter(range(1000))
    with pytest.raises(Refused) as late:
        timeline_of(replay, now=lambda: LONGEST_S * next(moments) / 10)
    monkeypatch.setattr(timelines, "MOST_BYTES", 2000)
    with pytest.raises(Refused) as large:
        timeline_of(replay)
    assert (late.value.code, large.value.code) == (Refusal.OUT_OF_RANGE, Refusal.OUT_OF_RANGE)


def test_there_is_no_timeline_for_a_seat_that_the_match_does_not_have() -> None:
    with pytest.raises(Refused) as refused:
        timeline_of(recorded("fog"), 2)
    assert refused.value.code is Refusal.NO_SEAT


@pytest.mark.parametrize("game", ["fog", "welten"])
def test_replays_that_the_rules_do_not_confirm_have_no_timeline(game: str) -> None:
    data, other = recorded(game).encode(), recorded(game, 8).encode()
    shown_anyway = []
    for number in range(share(2000)):
        dice = Dice(SEED, number, MUTATIONS)
        change = CONTENTS[number % len(CONTENTS)]
        forged = change(data, other, dice)
        try:
            timeline_of(Replay.decode(forged))
        except Refused:
            continue
        if forged != data:
            shown_anyway.append(change.__name__)
    assert shown_anyway == []


def test_a_match_that_was_not_played_to_its_end_has_a_timeline_without_a_result() -> None:
    match = Match(setup_of("fog"), lockstep=False)
    match.play_turn()
    timeline = loaded(Replay.of(match))
    assert (timeline["winner"], timeline["places"], timeline["reason"], len(timeline["frames"])) == (None, [], None, 2)
