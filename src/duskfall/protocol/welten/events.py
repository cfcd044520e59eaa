"""Defines the events of Weltendämmerung as the wire has them.

An event tells the modifier of an attack that was made, since the damage does so anyway. The die itself stays here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, assert_never

from duskfall import welten
from duskfall.protocol.welten.board import PHASES, SIDES, Ending, PhaseName, SideName


@dataclass(frozen=True, slots=True)
class Moved:
    """A unit went a way."""

    unit: int
    fromX: int
    fromY: int
    path: str
    """The steps: U, D, L and R."""
    x: int
    y: int
    b: int
    """The points it has left."""
    type: Literal["moved"] = "moved"


@dataclass(frozen=True, slots=True)
class Hit:
    """A unit was hit."""

    unit: int
    target: int
    x: int
    y: int
    modifier: int
    damage: int
    v: int
    """The V that the target has left."""
    expected: float
    """The damage that was to be expected: the mean over all modifiers."""
    type: Literal["hit"] = "hit"


@dataclass(frozen=True, slots=True)
class Destroyed:
    """A unit was destroyed."""

    unit: int
    x: int
    y: int
    type: Literal["destroyed"] = "destroyed"


@dataclass(frozen=True, slots=True)
class Broken:
    """A gate or wall was destroyed and is pavement now."""

    unit: int
    x: int
    y: int
    code: int
    """The terrain code that stood there."""
    gate: int | None
    """The gate position that is dead now."""
    type: Literal["broken"] = "broken"


@dataclass(frozen=True, slots=True)
class Toggled:
    """A gate position changed."""

    gate: int
    x: int
    y: int
    code: int
    """The terrain code that stands there now."""
    type: Literal["toggled"] = "toggled"


@dataclass(frozen=True, slots=True)
class MoveUndone:
    """A unit stands where it stood before its last move."""

    unit: int
    x: int
    y: int
    b: int
    type: Literal["move undone"] = "move undone"


@dataclass(frozen=True, slots=True)
class ToggleUndone:
    """A gate position is what it was before its last toggle."""

    gate: int
    x: int
    y: int
    code: int
    type: Literal["toggle undone"] = "toggle undone"


@dataclass(frozen=True, slots=True)
class StateBegan:
    """The next state of a round has begun."""

    state: int
    phase: PhaseName
    player: SideName
    rounds: int
    """Completed rounds."""
    type: Literal["state began"] = "state began"


@dataclass(frozen=True, slots=True)
class DrawOffered:
    """A side offers a draw; the offer lapses when the other one ends a state without having taken it."""

    side: SideName
    type: Literal["draw offered"] = "draw offered"


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended."""

    winner: SideName | None
    reason: str
    type: Literal["over"] = "over"


EventShown: TypeAlias = (
    Moved | Hit | Destroyed | Broken | Toggled | MoveUndone | ToggleUndone | StateBegan | DrawOffered | Over
)


def shown(event: welten.Event, expected_modifier: float) -> EventShown:
    """Give an event as the wire has it.

    >>> from duskfall.welten import Position
    >>> shown(welten.Hit(3, 140, Position(12, 7), 5, 3, 8, 2), expected_modifier=2.0)
    Hit(unit=3, target=140, x=12, y=7, modifier=3, damage=8, v=2, expected=7.0, type='hit')
    """
    match event:
        case welten.Moved(unit, start, path, end, b):
            return Moved(unit, start.x, start.y, path, end.x, end.y, b)
        case welten.Hit(unit, target, at, _, modifier, damage, v):
            return Hit(unit, target, at.x, at.y, modifier, damage, v, damage - modifier + expected_modifier)
        case welten.Destroyed(unit, at):
            return Destroyed(unit, at.x, at.y)
        case welten.Broken(unit, at, code, gate):
            return Broken(unit, at.x, at.y, code, gate)
        case welten.Toggled(gate, at, code):
            return Toggled(gate, at.x, at.y, code)
        case welten.MoveUndone(unit, at, b):
            return MoveUndone(unit, at.x, at.y, b)
        case welten.ToggleUndone(gate, at, code):
            return ToggleUndone(gate, at.x, at.y, code)
        case welten.StateBegan(phase, player, rounds):
            return StateBegan(welten.state_number(phase, player), PHASES[phase], SIDES[player], rounds)
        case welten.DrawOffered(side):
            return DrawOffered(SIDES[side])
        case welten.Over(outcome):
            ending = Ending.of(outcome)
            return Over(ending.winner, ending.reason)
        case _:
            assert_never(event)


def all_shown(events: Sequence[welten.Event], game: welten.Game) -> tuple[EventShown, ...]:
    """Give events of a game as the wire has them, in the order of happening."""
    return tuple(shown(event, game.expected_modifier) for event in events)
