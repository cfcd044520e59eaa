"""The frames between a match and a program: one JSON document a line, the same in every language.

To the program go `start`, a `turn` for every question, and `end`; back comes one answer for each `turn`:
`{"n": 3, "orders": ["412>413"]}`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from duskfall.bots.bot import SeatInfo
from duskfall.bots.faults import Fault, FaultKind
from duskfall.fog import CapturedCity, CapturedGeneral, CapturedTower, Eliminated, Ended, Marched
from duskfall.fog import Event as FogEvent
from duskfall.fog import View as FogView
from duskfall.play import Outcome
from duskfall.welten import UNIT_TYPES, Legal
from duskfall.welten import View as WeltenView
from duskfall.welten.reachability import Reach
from duskfall.welten.targets import Targets

PROTOCOL: Final = 1
"""Raised when a frame changes its meaning; new fields may come at any time."""

MOST_ORDERS: Final = 512
"""Orders in one answer."""


class Reply(BaseModel):
    """An answer as it comes from a program."""

    model_config = ConfigDict(strict=True, extra="forbid")

    n: int
    """The number of the `turn` frame that is answered."""
    orders: Annotated[list[str], Field(max_length=MOST_ORDERS)]
    seat: int | None = None
    """May be left out; whoever gives it must be in it."""


def line(frame: dict[str, Any]) -> bytes:
    """A frame as it is sent."""
    return json.dumps(frame, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def read_reply(text: bytes, seat: int, n: int) -> list[str] | None:
    """The texts of the orders in an answer to question `n`, None if it answers an earlier one; else a fault.

    >>> read_reply(b'{"n": 3, "orders": ["412>413"]}', seat=0, n=3)
    ['412>413']
    >>> read_reply(b'{"n": 2, "orders": []}', seat=0, n=3) is None
    True
    >>> read_reply(b'{"n": 3, "order": "412>413"}', seat=0, n=3)
    Traceback (most recent call last):
    duskfall.bots.faults.Fault: malformed: orders: Field required
    """
    try:
        reply = Reply.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise Fault(FaultKind.MALFORMED, f"{place or 'answer'}: {first['msg']}") from error
    if reply.seat not in (None, seat):
        raise Fault(FaultKind.MALFORMED, f"an answer for seat {reply.seat} from seat {seat}")
    if reply.n > n or reply.n < 1:
        raise Fault(FaultKind.MALFORMED, f"an answer to question {reply.n}, which was not asked")
    return reply.orders if reply.n == n else None


def start_frame(chair: SeatInfo, deadline_ms: int) -> dict[str, Any]:
    """The first frame: what is played and where the program sits. The seed and a hidden map stay with us."""
    frame = {
        "type": "start",
        "protocol": PROTOCOL,
        "game": chair.game,
        "seat": chair.seat,
        "seats": chair.seats,
        "deadline_ms": deadline_ms,
    }
    if chair.game == "welten":
        columns = ("range", "movement", "attack", "defence", "river", "forest", "swamp")
        frame["unit_types"] = [
            {"name": kind.english, "side": int(kind.side), "flies": kind.flies, "must_live": kind.must_live}
            | {name: getattr(kind, name) for name in columns}
            for kind in UNIT_TYPES
        ]
    return frame


def end_frame(outcome: Outcome | None) -> dict[str, Any]:
    """The last frame; without an outcome the match was broken off."""
    if outcome is None:
        return {"type": "end", "winner": None, "places": None, "reason": "broken_off"}
    return {
        "type": "end",
        "winner": outcome.winner,
        "places": list(outcome.places),
        "reason": str(outcome.reason),
    }


def fog_view(view: FogView) -> dict[str, Any]:
    """A view of Fog of War; lists have one value a tile, row by row."""
    return {
        "turn": view.turn,
        "width": view.width,
        "height": view.height,
        "terrain": view.terrain.tolist(),
        "armies": view.armies.tolist(),
        "defence": view.defence.tolist(),
        "visible": view.visible.astype(np.uint8).tolist(),
        "cities": view.cities,
        "towers": view.towers,
        "generals": view.generals,
        "scores": [[score.tiles, score.armies] for score in view.scores],
        "alive": view.alive,
        "queue": list(map(str, view.queue)),
        "events": [_fog_event(event) for event in view.events],
        "half": view.half,
        "turn_limit": view.turn_limit,
    }


def _fog_event(event: FogEvent) -> dict[str, Any]:
    match event:
        case Marched(seat, march, refusal):
            return {"type": "marched", "seat": seat, "march": str(march), "refusal": refusal}
        case CapturedCity(seat, tile):
            return {"type": "captured city", "seat": seat, "tile": tile}
        case CapturedTower(seat, tile):
            return {"type": "captured tower", "seat": seat, "tile": tile}
        case CapturedGeneral(seat, tile, of):
            return {"type": "captured general", "seat": seat, "tile": tile, "of": of}
        case Eliminated(seat):
            return {"type": "eliminated", "seat": seat}
        case Ended(outcome):
            return {"type": "ended", "winner": outcome.winner}


def welten_view(view: WeltenView) -> dict[str, Any]:
    """A view of Weltendämmerung; a unit is [type, x, y, V, B], a destroyed one at -1,-1; terrain is hexadecimal."""
    return {
        "rules": view.rules,
        "phase": view.phase.name.lower(),
        "player": int(view.player),
        "state": view.state,
        "rounds": view.rounds,
        "units": [unit[:5] for unit in view.units],
        "terrain": [row.hex() for row in view.terrain],
        "gates": [[gate.x, gate.y, int(gate.side), int(gate.live)] for gate in view.gates],
        "offers": sorted(map(int, view.offers)),
    }


def welten_legal(legal: Legal) -> dict[str, Any]:
    """What may be ordered: for each unit its number, then x, y, x, y... of where it can go or what it can hit."""
    return {"moves": _rows(legal.reach), "attacks": _rows(legal.hits), "gates": list(legal.gates)}


def _rows(table: Reach | Targets) -> list[list[int]]:
    rows = []
    for i, unit in enumerate(table.units.tolist()):
        cells = table.cells[int(table.starts[i]) : int(table.starts[i + 1])]
        if len(cells):
            ys, xs = np.divmod(cells, table.stride)
            rows.append([unit, *np.stack((xs - 1, ys - 1), axis=1).ravel().tolist()])
    return rows


def refused_orders(refused: Sequence[tuple[str, str, str]]) -> list[dict[str, str]]:
    """What became of the orders of the last answer that the rules did not allow: no fault, but worth knowing."""
    return [{"order": order, "code": code, "message": message} for order, code, message in refused]


VIEWS: Final[dict[str, Callable[[Any], dict[str, Any]]]] = {"fog": fog_view, "welten": welten_view}
"""How the view of each game is written."""
