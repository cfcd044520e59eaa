"""Reasons: why a player gave the orders of a turn, kept with a replay beside its log.

The rules do not know reasons: they are no part of a match, its log or its digests, and nothing verifies them. A reason
is a goal of its game with the numbers that decided, and no text, so every page tells it in its own language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Self, TypeAlias

from duskfall.errors import Malformed, Refusal, Refused
from duskfall.play.game import Seat

MAX_REASONS: Final = 100_000
"""Reasons of a match in a file: two players who give one in each of 50,000 turns give as many."""
MAX_NUMBER: Final = 10**9 - 1
"""The greatest amount of a number; greater ones are kept as this one."""

Goals: TypeAlias = Mapping[str, tuple[str, ...]]
"""The goals of a game, each with the names of its numbers."""

_LINE: Final = re.compile(r"\?([1-9][0-9]{0,8}) (0|[1-9][0-9]?) ([a-z_]{1,20})((?: -?[0-9]{1,9}){0,8})")


@dataclass(frozen=True, slots=True)
class TurnReason:
    """Why a seat gave its orders of a turn.

    >>> str(TurnReason(17, 0, "strike", (7, 61, 40)))
    '?17 0 strike 7 61 40'
    """

    turn: int
    """The turn that the orders led to."""
    seat: Seat
    goal: str
    """One of the goals of the game."""
    numbers: tuple[int, ...]
    """The numbers that decided, in the order in which the goal names them."""

    def __str__(self) -> str:
        return " ".join((f"?{self.turn} {self.seat} {self.goal}", *map(str, self.numbers)))

    @classmethod
    def told(cls, turn: int, seat: Seat, reason: Any, goals: Goals) -> Self | None:
        """Makes a reason of what a bot tells, its `goal` and `numbers` by name; None if the game has no such reason."""
        goal, given = getattr(reason, "goal", None), getattr(reason, "numbers", None)
        if not isinstance(goal, str) or goal not in goals or not isinstance(given, Mapping):
            return None
        numbers = [number for name in goals[goal] if type(number := given.get(name)) is int]
        if len(numbers) < len(goals[goal]):
            return None
        return cls(turn, seat, goal, tuple(max(-MAX_NUMBER, min(MAX_NUMBER, number)) for number in numbers))

    def named_numbers(self, goals: Goals) -> dict[str, int]:
        """Returns the numbers by their names."""
        return dict(zip(goals[self.goal], self.numbers, strict=True))


def parse_reasons(lines: Iterable[str], goals: Goals, seats: int, turns: int) -> Iterator[TurnReason]:
    """Reads the reasons of a match, a line each, in the order of turns and seats; refuses all others.

    >>> list(parse_reasons(["?1 0 land 40"], {"land": ("worth",)}, seats=2, turns=9))
    [TurnReason(turn=1, seat=0, goal='land', numbers=(40,))]
    """
    last = (0, 0)
    for line in lines:
        found = _LINE.fullmatch(line)
        if found is None:
            raise Malformed(repr(line[:60]), "no reason", "write '?TURN SEAT GOAL NUMBERS'")
        turn, seat, goal = int(found[1]), int(found[2]), found[3]
        numbers = tuple(map(int, found[4].split()))
        if len(numbers) != len(goals.get(goal, ())) or goal not in goals:
            raise Malformed(repr(line[:60]), "the game has no such goal, or it has other numbers")
        if turn > turns or seat >= seats or (turn, seat) <= last:
            raise Malformed(repr(line[:60]), "each seat gives at most one reason in each turn, in their order")
        last = (turn, seat)
        yield TurnReason(turn, seat, goal, numbers)


def check_count(reasons: int) -> None:
    """Refuses more reasons than a file may have, before anything is made of them."""
    if reasons > MAX_REASONS:
        raise Refused(Refusal.OUT_OF_RANGE, "content", f"a replay has at most {MAX_REASONS} reasons")
