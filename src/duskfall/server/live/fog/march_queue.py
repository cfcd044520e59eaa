"""Lists the marches of a seat that wait, with their ids: the game's own queue knows no ids."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import TypeAlias, cast

from duskfall import fog
from duskfall.errors import IllegalOrder, Refusal
from duskfall.fog.layout import QUEUE_CAP
from duskfall.play import Entry, LoggedOrder, Match
from duskfall.protocol.fog.commands import UndoMove
from duskfall.protocol.fog.updates import QueuedMarch
from duskfall.protocol.values import MoveId
from duskfall.server.live.fog.updates import queued

MarchQueue: TypeAlias = deque[QueuedMarch]


def track(queue: MarchQueue, order: fog.Order, move_id: MoveId) -> None:
    """Keep a list of queued marches in step with the game's queue."""
    match order:
        case fog.March():
            queue.append(queued(order, move_id))
        case fog.Undo() if queue:
            queue.pop()
        case fog.Clear():
            queue.clear()


def check_last(queue: MarchQueue, move_id: MoveId) -> None:
    """Refuse to take back a march that is not the last of the queue, since another one would be taken back."""
    if move_id is None or (queue and queue[-1]["moveId"] == move_id):
        return
    waits = any(march["moveId"] == move_id for march in queue)
    reason = "others wait behind this march" if waits else "this march does not wait any more"
    cure = "name the last march of your queue, or none"
    raise IllegalOrder(Refusal.NOTHING_TO_UNDO, f"{UndoMove.event}({move_id!r})", reason, cure)


def restored_queues(match: Match, ids: Mapping[int, MoveId]) -> list[MarchQueue]:
    """List the queued marches of each seat from the log; `ids` are known by the numbers of their entries.

    Turns take marches from the front of a queue only. So a queue after a turn is the end of the list of all marches
    that were queued and not taken back, and each march is found in the log together with its id. Each turn takes one,
    so no march waits for longer than a full queue has marches, and older entries need not be read.
    """
    game, log = cast("fog.Game", match.game), match.log
    queues: list[MarchQueue] = [deque() for _ in range(match.seats)]
    first, last_mark = log.number_of_mark(max(0, log.turn - QUEUE_CAP)), log.number_of_mark(log.turn)
    for number, entry in enumerate(log.since(first), first):
        if isinstance(entry, LoggedOrder):
            track(queues[entry.seat], logged_order(match, entry), ids.get(number))
            _keep_last(queues[entry.seat], QUEUE_CAP)
        elif number == last_mark:
            for seat, queue in enumerate(queues):
                _keep_last(queue, len(game.view(seat).queue))
    return queues


def logged_order(match: Match, entry: Entry) -> fog.Order:
    """Read the order of an entry of the log."""
    assert isinstance(entry, LoggedOrder)  # noqa: S101  # a mark has no order
    return cast("fog.Order", match.world.recall(entry.order))


def _keep_last(queue: MarchQueue, length: int) -> None:
    while len(queue) > length:
        queue.popleft()
