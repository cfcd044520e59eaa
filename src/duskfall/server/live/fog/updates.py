"""Turns views of Fog of War into what clients are sent: snapshots, and the results of their marches."""

from __future__ import annotations

from collections import deque
from typing import cast

from duskfall import fog
from duskfall.play import Match
from duskfall.protocol.fog.messages import AttackResult
from duskfall.protocol.fog.updates import QueuedMarch, Snapshot
from duskfall.protocol.values import MoveId


def queued(march: fog.March, move: MoveId) -> QueuedMarch:
    """Give a march that waits for its turn as the wire has it."""
    return {"from": march.source, "to": march.target, "half": march.half, "moveId": move}


def attack_results(view: fog.View, queue: deque[QueuedMarch]) -> list[AttackResult]:
    """Give the results of a seat's marches in the last turn, and take these marches off the front of its queue."""
    results = []
    for event in view.events:
        if isinstance(event, fog.Marched) and event.seat == view.seat:
            move = queue.popleft()["moveId"] if queue else None
            code = None if event.refusal is None else str(event.refusal)
            results.append(AttackResult("done", code is None, event.march.source, event.march.target, code, move))
    return results


def spectator_snapshot(match: Match) -> Snapshot:
    """Show a match as spectators see it: the whole board."""
    return Snapshot.of(cast("fog.Game", match.game).view(None))
