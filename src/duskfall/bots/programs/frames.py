"""Writes and reads the frames between a match and a program: one JSON document a line, the same in every language.

To the program go `start`, a `turn` for every question, and `end`; back comes one answer for each `turn`:
`{"n": 3, "orders": ["412>413"]}`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated, Any, Final, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from duskfall.bots.bot import MOST_ORDERS, SeatInfo
from duskfall.bots.bot_game import GameFrames
from duskfall.bots.faults import Fault, FaultKind
from duskfall.play import Outcome

PROTOCOL: Final = 1
"""Raised when a frame changes its meaning; new fields may come at any time."""


class RefusedOrder(NamedTuple):
    """An order that the rules did not allow. It is no fault, but the program is told."""

    order: str
    code: str
    message: str


class Reply(BaseModel):
    """An answer as it comes from a program."""

    model_config = ConfigDict(strict=True, extra="forbid")

    n: int
    """The number of the `turn` frame that is answered."""
    orders: Annotated[list[str], Field(max_length=MOST_ORDERS)]
    seat: int | None = None
    """May be left out; if given, it must be the program's own seat."""


def line(frame: dict[str, Any]) -> bytes:
    """Returns a frame as it is sent."""
    return json.dumps(frame, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def read_reply(text: bytes, seat: int, n: int) -> list[str] | None:
    """Reads the texts of the orders in an answer to question `n`; None if it answers an earlier one, else a fault.

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


def start_frame(info: SeatInfo, deadline_ms: int, frames: GameFrames) -> dict[str, Any]:
    """Returns the first frame: the game and the seat. It has no seed, which would give a hidden map away."""
    return {
        "type": "start",
        "protocol": PROTOCOL,
        "game": info.game,
        "seat": info.seat,
        "seats": info.seats,
        "deadline_ms": deadline_ms,
        **frames.start_fields(),
    }


def turn_frame(
    n: int, view: Any, frames: GameFrames, refused: Sequence[RefusedOrder], fault: str | None
) -> dict[str, Any]:
    """Returns question `n`: the view, and what became of the last answer."""
    return {
        "type": "turn",
        "n": n,
        "view": frames.view_field(view),
        "refused": [order._asdict() for order in refused],
        "fault": fault,
        **frames.turn_fields(view),
    }


def end_frame(outcome: Outcome | None) -> dict[str, Any]:
    """Returns the last frame; without an outcome the match was broken off."""
    if outcome is None:
        return {"type": "end", "winner": None, "places": None, "reason": "broken_off"}
    return {
        "type": "end",
        "winner": outcome.winner,
        "places": list(outcome.places),
        "reason": str(outcome.reason),
    }
