"""However the orders of a player are repeated, late and mixed up, the queue and the log are as without repeats."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

import orjson
from hypothesis import given
from hypothesis import strategies as st

from duskfall.errors import Refused
from duskfall.play import Log, Match
from duskfall.protocol.fog.commands import Attack, ClearMoves, PassTurn, UndoMove
from duskfall.protocol.fog.options import FogOptions
from duskfall.protocol.fog.updates import QueuedMarch, UpdateStream
from duskfall.protocol.messages import Rejected
from duskfall.protocol.patches import Dialect
from duskfall.server.live.fog.match import FogMatch, OrderCommand
from duskfall.server.live.fog.room import FogRoom
from duskfall.server.live.services import Services
from duskfall.server.lobby.client import Client
from duskfall.server.lobby.identity import User
from duskfall.server.settings import UNLIMITED, Settings
from duskfall.server.store import Logged, MatchBegun, MoveAnswered, Record, StoredMatch
from duskfall.server.transport.encoding import EncodedMessage
from duskfall.server.transport.rate_limits import RateLimits
from tests.server.serving import duel_options

HOME = 39
"""Ada's general on the open field, 12 tiles wide."""

Step: TypeAlias = tuple[str, int, bool]
"""What is done, a number that chooses among the possibilities, and whether a march takes half."""

STEPS = st.lists(
    st.tuples(st.sampled_from(["march", "march", "march", "refused", "undo", "clear", "pass", "turn"]),
              st.integers(0, 3), st.booleans()),
    max_size=25,
)  # fmt: skip

REPEATS = st.lists(st.lists(st.integers(0, 24), max_size=4), min_size=25, max_size=25)
"""After each step, which of the commands so far are sent again."""


class AtOnce:
    """A store that commits at once, to a list."""

    def __init__(self) -> None:
        self.records: list[Record] = []

    def write(self, *records: Record) -> asyncio.Future[None]:
        self.records += records
        done = asyncio.get_running_loop().create_future()
        done.set_result(None)
        return done


class Ear:
    """A socket that remembers what was sent."""

    closed = False
    unread = 0

    def __init__(self) -> None:
        self.queue: asyncio.Queue[None] = asyncio.Queue()
        self.heard: list[list[Any]] = []

    def post(self, message: EncodedMessage) -> None:
        self.heard.append(orjson.loads(message.text.lstrip("0123456789")))

    def drop(self) -> None:
        raise AssertionError("nobody sends too much here")

    cut_off = drop

    async def answers(self, within_s: float) -> bool:
        raise NotImplementedError


class Duel:
    """A match of Ada, who gives the orders, against Bo, who gives none."""

    def __init__(self) -> None:
        self.store = AtOnce()
        settings = Settings(limits=UNLIMITED, folder=Path(__file__).parent)
        self._services = Services(self.store, settings, RateLimits(UNLIMITED))  # type: ignore[arg-type]
        self.room = FogRoom(self._services, lambda _: None, "den", FogOptions(**duel_options()))
        self.ear = Ear()
        self.ada, bo = (
            Client(name, ear, UpdateStream(Dialect.PAIRS), "", UNLIMITED)
            for name, ear in (("Ada", self.ear), ("Bo", Ear()))
        )
        for client in (self.ada, bo):
            self.room.join(client, User(client.sid), client.sid, None)
        self.room.start()

    @property
    def live(self) -> FogMatch:
        assert self.room.live is not None
        return self.room.live

    @property
    def last_waiting(self) -> Any:
        queue = self.live.occupants[0].queue
        return queue[-1]["moveId"] if queue else "none"

    def say(self, command: OrderCommand) -> object:
        """Give an order and take its answer."""
        try:
            reply, _ = self.room.order(self.ada, command)
        except Refused as refused:
            return Rejected.of(refused)
        return reply

    def restored(self) -> FogMatch:
        """The match as a server finds it that has only what was written."""
        records = self.store.records
        (begun,) = (record for record in records if isinstance(record, MatchBegun))
        lines = tuple(record.line for record in records if isinstance(record, Logged))
        answered = tuple(record for record in records if isinstance(record, MoveAnswered))
        stored = StoredMatch(begun, lines, None, datetime.now(UTC), None, None, answered)
        match = Match.resumed(self.live.match.setup, Log.parse(lines), lockstep=False)
        room = FogRoom.restored(self._services, lambda _: None, begun, match.turn)
        room.load(stored, match, wait_s=15)
        assert room.live is not None
        return room.live


def command_of(duel: Duel, number: int, step: Step) -> OrderCommand:
    """The command of a step; its id is the number of the step."""
    kind, choice, half = step
    near = HOME + (1, -1, 12, -12)[choice]
    match kind:
        case "march":
            return Attack(HOME, near, half, number)
        case "refused":
            return Attack(HOME, HOME + 5, half, number)
        case "undo":
            return UndoMove(duel.last_waiting)
        case "clear":
            return ClearMoves(number)
        case _:
            return PassTurn(number)


def queue_of(live: FogMatch) -> list[QueuedMarch]:
    return list(live.occupants[0].queue)


async def play(steps: Sequence[Step], repeats: Sequence[Sequence[int]]) -> tuple[object, ...]:
    """Play the steps, and after each repeat some of the commands so far; gives what came of it."""
    duel, sent, queues = Duel(), dict[int, tuple[OrderCommand, object]](), []
    for number, step in enumerate(steps):
        if step[0] == "turn":
            duel.live._tick()
        else:
            command = command_of(duel, number, step)
            sent[number] = command, duel.say(command)
        for earlier in repeats[number]:
            if earlier in sent:
                command, answer = sent[earlier]
                again = duel.say(command)
                assert again == answer or isinstance(command, UndoMove), "the first answer again"
        queues.append(queue_of(duel.live))
        await asyncio.sleep(0)  # what is committed is sent now
    assert queue_of(duel.restored()) == queue_of(duel.live), "a restart changes nothing either"
    done = [words for event, words in duel.ear.heard if event == "attack_result" and words["phase"] == "done"]
    return queues, done, duel.live.match.log.lines()


@given(STEPS, REPEATS)
def test_repeats_in_any_order_change_neither_the_queue_nor_the_log(steps: list[Step], repeats: list[list[int]]) -> None:
    assert asyncio.run(play(steps, repeats)) == asyncio.run(play(steps, [[]] * len(steps)))
