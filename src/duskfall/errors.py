"""Refusals: what was wrong, with which input, and what to do about it.

A refusal never leaves anything half done. Its code is stable, so programs may rely on it; its text is for people.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from enum import StrEnum, unique
from numbers import Integral
from typing import Self


@unique
class Refusal(StrEnum):
    """The stable codes. A code is never renamed and never reused with another meaning."""

    MALFORMED = "MALFORMED"
    """The text cannot be read as what it should be."""
    UNKNOWN_NAME = "UNKNOWN_NAME"
    """No such thing; the message names what was probably meant."""
    OUT_OF_RANGE = "OUT_OF_RANGE"
    """A number outside its bounds."""
    IMPOSSIBLE = "IMPOSSIBLE"
    """Each choice is fine alone, together they cannot be met."""
    INCONSISTENT = "INCONSISTENT"
    """A state or file contradicts itself or the rules."""
    UNREADABLE = "UNREADABLE"
    """A file cannot be opened, read or written."""
    OTHER_RULES = "OTHER_RULES"
    """A log that was made under another version of the rules."""
    IN_USE = "IN_USE"
    """Another running process holds it."""
    TOO_NEW = "TOO_NEW"
    """Written by a newer version of Duskfall than this one."""

    OFF_MAP = "OFF_MAP"
    """A tile that is not on the map."""
    NOT_ADJACENT = "NOT_ADJACENT"
    """The two tiles do not share an edge."""
    SPLIT_OFF = "SPLIT_OFF"
    """Half marches are switched off in this game."""
    QUEUE_FULL = "QUEUE_FULL"
    """The seat's queue holds as many marches as it can."""
    NOT_YOURS = "NOT_YOURS"
    """The source tile, the unit or the gate belongs to someone else."""
    TOO_FEW = "TOO_FEW"
    """The source tile holds fewer than two armies, and one must stay."""
    MOUNTAIN = "MOUNTAIN"
    """Nobody enters a mountain."""
    NO_SEAT = "NO_SEAT"
    """The game has no such seat."""
    ELIMINATED = "ELIMINATED"
    """The seat is out of the game."""
    GAME_OVER = "GAME_OVER"
    """The game has ended and takes no more orders."""

    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    """The other side is playing."""
    WRONG_PHASE = "WRONG_PHASE"
    """The order belongs to another phase."""
    NO_UNIT = "NO_UNIT"
    """There is no such unit, or it has been destroyed."""
    OCCUPIED = "OCCUPIED"
    """A unit stands on the tile."""
    NO_ENTRY = "NO_ENTRY"
    """The unit does not enter this terrain."""
    NO_POINTS = "NO_POINTS"
    """The unit has too few movement points left."""
    UNREACHABLE = "UNREACHABLE"
    """No way leads there with the points left."""
    ATTACK_SPENT = "ATTACK_SPENT"
    """The unit has attacked in this state already."""
    TOO_FAR = "TOO_FAR"
    """The target is out of range."""
    NO_TARGET = "NO_TARGET"
    """Nothing stands there that this unit can attack."""
    GATE_DEAD = "GATE_DEAD"
    """What stood on the gate position was destroyed; it is never built again."""
    NOTHING_TO_UNDO = "NOTHING_TO_UNDO"
    """Nothing was done in this state that can be taken back."""
    OFFER_STANDS = "OFFER_STANDS"
    """The seat's offer of a draw is waiting for an answer already."""
    STALE = "STALE"
    """The order was written for an earlier state of the game than the present one."""

    NO_SUCH = "NO_SUCH"
    """Nothing has this address, id or number."""
    WRONG_METHOD = "WRONG_METHOD"
    """An address that is read with GET was asked otherwise."""
    UNKNOWN_EVENT = "UNKNOWN_EVENT"
    """The server has no event of that name."""
    NAME_TAKEN = "NAME_TAKEN"
    """Somebody else holds this name, or one that looks like it."""
    NO_ROOM = "NO_ROOM"
    """There is no such room, or the sender is not in it."""
    NOT_PLAYING = "NOT_PLAYING"
    """The sender has no seat in a game that runs."""
    NOT_HOST = "NOT_HOST"
    """Only the host of a room may do this."""
    NOT_OWNER = "NOT_OWNER"
    """The id or token belongs to somebody else."""
    BANNED = "BANNED"
    """The owner of the server has banned the sender or their address."""
    KICKED = "KICKED"
    """The host of the room has sent the sender away."""
    MUTED = "MUTED"
    """The host of the room has muted the sender."""
    ROOM_FULL = "ROOM_FULL"
    """Every seat is taken."""
    GAME_RUNNING = "GAME_RUNNING"
    """The room's game has begun."""
    SEATED_ELSEWHERE = "SEATED_ELSEWHERE"
    """The sender plays in another room."""
    TOO_MANY = "TOO_MANY"
    """The server, the room or the sender has as many of these as are allowed."""
    TOO_COSTLY = "TOO_COSTLY"
    """The game would take more processor time than the host or their address may use."""
    TOO_FAST = "TOO_FAST"
    """The sender says more in a second than is allowed."""
    TOO_SLOW = "TOO_SLOW"
    """The other end does not take what it is sent, or does not send what it announced, in time."""
    REPLACED = "REPLACED"
    """Another connection of the same player has taken the seat."""
    GAVE_UP = "GAVE_UP"
    """The player has given up the seat through another connection."""
    UNDER_REPAIR = "UNDER_REPAIR"
    """The game cannot go on as it is stored; it is kept until it has been repaired."""
    CLOSING = "CLOSING"
    """The server shuts down; the game goes on when it is back."""
    NO_SPACE = "NO_SPACE"
    """The server's disk is nearly full; running games go on, and no others begin."""
    FAULT = "FAULT"
    """A fault of the server's, not of the sender's."""
    NO_CONNECTION = "NO_CONNECTION"
    """The server cannot be reached, or was lost and did not come back."""


class Refused(ValueError):
    """Something was refused and nothing has changed.

    >>> raise Refused(Refusal.OUT_OF_RANGE, "0 players", "a game has 2 to 16", "choose --players 2")
    Traceback (most recent call last):
    duskfall.errors.Refused: 0 players: a game has 2 to 16; choose --players 2
    """

    def __init__(self, code: Refusal, given: object, reason: str, cure: str = "") -> None:
        self.code = code
        self.given = str(given)
        self.reason = reason
        self.cure = cure
        super().__init__(f"{self.given}: {reason}" + (f"; {cure}" if cure else ""))

    def __reduce__(self) -> tuple[type[Self], tuple[Refusal, str, str, str]]:
        """Refusals cross process borders (worker pools) whole."""
        return type(self), (self.code, self.given, self.reason, self.cure)


def whole(value: object) -> bool:
    """Whether something is a whole number, Python's or NumPy's; True and False are none.

    >>> [whole(value) for value in (3, 3.0, "3", True)]
    [True, False, False, False]
    """
    # Python's own first: asking for NumPy's costs more than a turn of a game.
    return type(value) is int or (isinstance(value, Integral) and not isinstance(value, bool))


class Malformed(Refused):
    """A text that cannot be read at all; whether it would be legal was never asked."""

    def __init__(self, given: object, reason: str, cure: str = "") -> None:
        super().__init__(Refusal.MALFORMED, given, reason, cure)

    def __reduce__(self) -> tuple[type[Self], tuple[str, str, str]]:  # type: ignore[override]  # no code
        return type(self), (self.given, self.reason, self.cure)


class IllegalOrder(Refused):
    """An order that was understood, and that the rules do not allow now."""


class UnknownName(Refused):
    """A name that stands for nothing here.

    >>> str(UnknownName("policy", "expandign", ["random", "expanding"]))
    "expandign: no such policy; did you mean 'expanding'? Known: expanding, random"
    """

    def __init__(self, kind: str, given: str, known: Iterable[str]) -> None:
        self.kind = kind
        self.known = sorted(known)
        near = get_close_matches(given, self.known, n=1)
        guess = f"did you mean {near[0]!r}? " if near else ""
        super().__init__(
            Refusal.UNKNOWN_NAME,
            given,
            f"no such {kind}",
            f"{guess}Known: {', '.join(self.known)}",
        )

    def __reduce__(self) -> tuple[type[Self], tuple[str, str, list[str]]]:  # type: ignore[override]  # derived
        return type(self), (self.kind, self.given, self.known)
