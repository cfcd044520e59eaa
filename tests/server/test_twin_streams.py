"""Twin worlds over the wire: what a seat cannot know does not change a byte of what it is sent, nor its order.

Each pair is played on two servers at once, through real sockets, with the same ids, rooms and keys. The stream of the
seat is everything that came on its connection: updates, acknowledgements, errors, news of the others.
"""

from __future__ import annotations

import asyncio
import shutil
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from duskfall.errors import IllegalOrder
from duskfall.fog import Absent, Clear, Game, March, Order, Pass, Position, Surrender, Undo
from duskfall.play import Setup
from duskfall.server.live.fog import room as rooms
from tests.counts import share
from tests.fog.oracle import Oracle
from tests.fog.random_games import admitted_turn, any_march, chance, random_position
from tests.fog.test_twin_worlds import knowable, orders_elsewhere, twin_of
from tests.server.serving import Client, Serving, live, secret_of, serving

pytestmark = pytest.mark.usefixtures("each_transport")

PAIRS = share(200)
NAMES = ["Ada", "Bo", "Cy", "Dan", "Eve", "Fay"]


@dataclass(frozen=True)
class Staged(Setup):
    """A match that begins on a given board."""

    position: Position

    def start(self) -> Game:
        """The game on that board."""
        return Game(self.position)


class Stage:
    """Lets rooms begin on the boards that a test gives them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.position: Position | None = None
        self.game = ""
        """What the next game is called: its name is part of the stream, and otherwise drawn by chance."""
        monkeypatch.setattr(rooms, "setup_of", self._setup_of)
        monkeypatch.setattr("duskfall.server.lobby.room.secrets.token_urlsafe", lambda _: self.game)
        # Tokens tell when they were made.
        monkeypatch.setattr("itsdangerous.TimestampSigner.get_timestamp", lambda _: 1_767_225_600)

    def _setup_of(self, options: Any, players: int, seed: int | None) -> Setup:
        del options, seed
        plain = Setup.of("fog", {"players": players})
        return plain if self.position is None else Staged(plain.game, plain.options, 0, self.position)


class World:
    """One of the two: a server, those who play on it, and the seat whose stream is compared."""

    def __init__(self, server: Serving, seat: int) -> None:
        self.server = server
        self.seat = seat
        self.players: list[Client] = []
        self.own: set[int] = set()

    async def begin(self, stage: Stage, room: str, position: Position) -> None:
        """Seat everyone, and begin on a board."""
        self.room = room
        seats = len(position.generals)
        stage.position = None
        for name in NAMES[:seats]:
            player = await self.server.client()
            await player.ok("set_username", secret_of(name), name)
            await player.ok("join_private", room, secret_of(name))
            if not self.players:
                await player.ok("set_options", room, {"players": 8, "turnMs": 5000})
            self.players.append(player)
        stage.position = position
        await self.players[0].ok("set_force_start", room, True)
        for player in self.players:
            await player.until("game_update")
        self.geometry = Oracle(position)

    @property
    def game(self) -> Game:
        game = self.server.match(self.room).match.game
        assert isinstance(game, Game)
        return game

    def knows(self) -> tuple[object, ...]:
        """What the seat may know of this turn."""
        return knowable(self.game, self.geometry, self.seat, self.own)

    async def play(self, orders: dict[int, list[Order]]) -> None:
        """Say the orders over the wire, the others' first, and let the turn be played."""
        self.own = set(np.flatnonzero(self.game.view(None).terrain == self.seat).tolist())
        say = partial(said, self.game.turn)
        others = (mover for mover in orders if mover != self.seat)
        await asyncio.gather(
            *(self.players[mover].ask(*say(*order)) for mover in others for order in enumerate(orders[mover]))
        )
        await asyncio.gather(
            *(self.players[self.seat].ask(*say(*order)) for order in enumerate(orders.get(self.seat, ())))
        )
        self.server.match(self.room)._tick()
        await self.hear_all()

    async def hear_all(self) -> None:
        """Wait until the seat has heard everything there is."""
        await self.server.server.store.flush()
        while self.server.match(self.room)._answers.holds:
            await asyncio.sleep(0.001)
        await self.players[self.seat].ask("get_current_room")

    async def end(self) -> None:
        """Everyone goes, and the room with them."""
        for player in self.players:
            await player.leave()
        while self.server.lobby.connections:
            await asyncio.sleep(0.001)  # a flush with nothing to write does not let the loop go on
        await self.server.server.store.flush()
        table = self.server.room(self.room).live
        assert table is not None
        if table.result is None:
            table.abandon()
            await self.server.server.store.flush()
        del self.server.lobby.rooms[self.room]


def said(turn: int, number: int, order: Order) -> tuple[Any, ...]:
    """An order as a client says it, the n-th of its turn."""
    match order:
        case March(source, target, half):
            return "attack", source, target, half, f"{turn}-{number}"
        case Undo():
            return ("undo_move",)
        case Clear():
            return ("clear_moves",)
        case Pass():
            return ("pass",)
        case Surrender():
            return ("surrender",)
    raise AssertionError(order)


def orders_for(game: Game, dice: Random, seat: int) -> dict[int, list[Order]]:
    """What everyone says this turn; the seat sometimes says what is refused on arrival."""
    orders: dict[int, list[Order]] = {
        mover: [order for order in wanted if not isinstance(order, Absent)]
        for mover, wanted in admitted_turn(game, dice).items()
        if mover == seat or dice.random() < 0.4
    }
    if dice.random() < 0.3:
        orders.setdefault(seat, []).append(any_march(dice, game.width * game.height, game.width))
    return {mover: wanted for mover, wanted in orders.items() if game.lives(mover)}


def accepted(game: Game, orders: dict[int, list[Order]], seat: int) -> dict[int, list[Order]]:
    """The orders without those of others that this world refuses on arrival."""
    taken = {}
    for mover, wanted in orders.items():
        try:
            game.check(mover, wanted)
        except IllegalOrder:
            if mover != seat:
                continue
        taken[mover] = wanted
    return taken


async def play_pair(one: World, other: World, dice: Random, where: str) -> int:
    """Play both until the seat could tell them apart; gives how many turns they differed and it could not."""
    compared = 0
    for _ in range(25):
        if one.knows() != other.knows():
            break
        # The first frame has the number that the library gave the connection by chance.
        streams = [world.players[world.seat].frames[1:] for world in (one, other)]
        assert streams[0] == streams[1], f"{where}, turn {one.game.turn}"
        compared += one.game.view(None).key() != other.game.view(None).key()
        if one.game.outcome is not None or not one.game.lives(one.seat):
            break
        orders = orders_for(one.game, dice, one.seat)
        elsewhere = accepted(other.game, orders_elsewhere(other.game, orders, one.seat, dice), one.seat)
        await asyncio.gather(one.play(orders), other.play(elsewhere))
    return compared


@live
async def test_twin_worlds_send_the_seat_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    folders = [tmp_path / "one", tmp_path / "other"]
    compared = []
    async with serving(folders[0]) as first:
        folders[1].mkdir()
        shutil.copy(folders[0] / "secret.key", folders[1])
        async with serving(folders[1]) as second:
            for number in range(PAIRS):
                dice = chance("twin streams", number)
                position = random_position(dice, most=12, huge=False)
                seat = dice.randrange(len(position.generals))
                worlds = World(first, seat), World(second, seat)
                stage.game = f"pair {number}"
                for world, board in zip(worlds, (position, twin_of(position, seat, dice)), strict=True):
                    await world.begin(stage, f"den {number}", board)
                compared.append(await play_pair(*worlds, dice, f"pair {number}, seat {seat}"))
                for world in worlds:
                    await world.end()
    # The pairs must not be idle: most differ and live for a while.
    assert sum(turns > 0 for turns in compared) > len(compared) / 2, compared
    assert sum(compared) > 2 * len(compared)


@live
async def test_streams_of_worlds_that_differ_in_sight_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = Stage(monkeypatch)
    streams = []
    for number, drawing in enumerate(("A5 . . . . . . . . B1", "A5 .1 . . . . . . . B1")):
        async with serving(tmp_path / "shared") as server:
            stage.game = f"game {number}"
            world = World(server, 0)
            await world.begin(stage, "den", Position.parse(drawing))
            await world.hear_all()
            streams.append([frame for frame in world.players[0].frames if "game_update" in frame])
            await world.end()
    assert len(streams[0]) == len(streams[1]) == 1
    assert streams[0] != streams[1]
