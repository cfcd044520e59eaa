"""A client knows from the wire everything that its seat knows: a view goes out and comes back whole."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, cast

import orjson
import pytest

from duskfall.bots import Deadline, SeatInfo, bot_named
from duskfall.bots.online.followed_game import FollowedGame, UpdateReader
from duskfall.bots.sight import Sight
from duskfall.errors import Malformed
from duskfall.fog import Ended, Game, March, Marched, Options, Order, Pass, Position, Surrender, Undo, View
from duskfall.grid import Grid
from duskfall.protocol.fog.updates import Snapshot, UpdateStream
from duskfall.protocol.patches import Dialect
from duskfall.server.transport.encoding import encode
from tests.counts import SEED, share


def on_the_wire(stream: UpdateStream, view: View) -> dict[str, Any]:
    """The update as a client reads it."""
    _, update = orjson.loads(stream.advance(Snapshot.of(view), encode).packet.data.removeprefix("2"))
    return cast("dict[str, Any]", update)


def played(seed: int, players: int, turns: int) -> list[list[View]]:
    """The views of all seats in every turn of a game between settlers, who take cities and towers and each other."""
    game = Game.new(seed, Options(width=18, height=16, players=players))
    bots = [bot_named("settler", SeatInfo("fog", {}, seat, players, seed)) for seat in range(players)]
    views = [[game.view(seat) for seat in range(players)]]
    while game.outcome is None and game.view(None).turn < turns:
        orders = {
            seat: bots[seat].choose(view, Deadline(100)) for seat, view in enumerate(views[-1]) if game.lives(seat)
        }
        game.advance(cast("dict[int, list[Order]]", orders))
        views.append([game.view(seat) for seat in range(players)])
    return views


def test_the_view_of_every_turn_comes_back_whole_from_the_wire_in_every_dialect() -> None:
    seen_by_structures = 0
    for number in range(share(20)):
        games = played(SEED + number, players=3, turns=250)
        followers = [
            (seat, UpdateStream(dialect, detailed=True), UpdateReader(dialect))
            for dialect in Dialect
            for seat in range(3)
        ]
        for views in games:
            for seat, stream, reader in followers:
                view = views[seat]
                reader.read(on_the_wire(stream, view))
                marched = [event for event in view.events if isinstance(event, Marched)]
                sight = reader.sight(seat, marched=marched, queue=view.queue, half=view.half)
                # The wire tells marches and the end in messages of their own, and has no turn limit.
                told = [event for event in view.events if not isinstance(event, Ended)]
                assert sorted(map(repr, sight.events)) == sorted(map(repr, told))
                expected = replace(view, turn_limit=None, outcome=None, events=sight.events)
                assert sight.view().key() == expected.key()
                seen_by_structures += any(view.terrain[tile] == seat for tile in (*view.cities, *view.towers))
    assert seen_by_structures > 100


def test_what_mountains_hide_from_towers_and_cities_is_told() -> None:
    dice = random.Random(SEED)
    hidden = 0
    for _ in range(share(2000)):
        tokens = [dice.choice(["^", "^", ".", ".", ".", "."]) for _ in range(81)]
        tokens[0], tokens[80], tokens[dice.randrange(1, 80)] = "A1", "B1", dice.choice(["!a1", "+a1"])
        view = Game(Position.parse("\n".join(" ".join(tokens[row : row + 9]) for row in range(0, 81, 9)))).view(0)
        reader = UpdateReader("full")
        reader.read(on_the_wire(UpdateStream(Dialect.FULL, detailed=True), view))
        assert reader.sight(0).view().key() == view.key(), view
        (structure,) = (*view.cities, *view.towers)
        hidden += any(not view.visible[tile] for tile in Grid(9, 9).disc(structure, 3 if view.towers else 2))
    assert hidden > share(2000) // 4


def test_an_eliminated_seat_sees_nothing_and_is_not_alive() -> None:
    game = Game.new(1, Options(width=12, height=12, players=3))
    game.advance({1: [Surrender()]})
    reader = UpdateReader("pairs")
    reader.read(on_the_wire(UpdateStream(Dialect.PAIRS, detailed=True), game.view(1)))
    sight = reader.sight(1)
    assert not sight.alive
    assert sight.home == -1
    assert not sight.visible().any()


def test_a_server_that_does_not_say_what_is_in_sight_is_refused_as_too_old() -> None:
    view = Game.new(1, Options(width=12, height=12, players=2)).view(0)
    with pytest.raises(Malformed, match="the server is older than this client"):
        UpdateReader("pairs").read(on_the_wire(UpdateStream(Dialect.PAIRS), view))
    update = on_the_wire(UpdateStream(Dialect.PAIRS, detailed=True), view)
    with pytest.raises(Malformed, match="turn: Input should be a valid integer"):
        UpdateReader("pairs").read(update | {"turn": "soon"})


def test_marches_wait_from_sending_until_they_are_made_or_dropped() -> None:
    game = FollowedGame("pairs", "replay")
    order, first, words = game.words(March(7, 8))
    assert (order, words) == (March(7, 8), ("attack", 7, 8, False, first))
    assert game.words(March(8, 9, half=True))[2] == ("attack", 8, 9, True, first + 1)
    game.words(March(9, 10))
    game.words(Undo())
    assert game.words(Pass()) == (Pass(), 0, ("pass",))
    assert list(game.marches.values()) == [March(7, 8), March(8, 9, half=True)]
    game.settle(0, {"phase": "done", "ok": False, "code": "TOO_FEW", "from": 7, "to": 8, "moveId": first})
    assert list(game.marches.values()) == [March(8, 9, half=True)]


def test_a_bot_that_is_started_again_in_a_match_does_not_repeat_its_move_ids() -> None:
    before, after = (FollowedGame("pairs", "replay").words(March(7, 8))[1] for _ in range(2))
    assert before != after
    assert max(before, after) < 2**53


def test_a_sight_says_where_armies_can_go() -> None:
    sight = Sight(
        seat=0, turn=1, width=3, height=2, armies=(5, 0, 0, 1, 40, 0), terrain=(0, -1, -2, 1, -6, -5),
        tower_defence=(0, 0, 0, 0, 0, 25),
    )  # fmt: skip
    assert sight.mine == [0]
    assert sight.neighbours(2) == [5, 1], "the next row's first tile is no neighbour"
    assert [sight.guard(tile) for tile in (1, 3, 4, 5)] == [0, 1, 40, 25]
