"""The events of a game, dice included. Each prints as one line for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from duskfall.welten.orders import MovePath
from duskfall.welten.scenario import Position
from duskfall.welten.terrain import terrain_of
from duskfall.welten.turns import Outcome, Phase, state_number
from duskfall.welten.units import Side


@dataclass(frozen=True, slots=True)
class Moved:
    """A unit moved along a path."""

    unit: int
    start: Position
    path: str
    end: Position
    b: int
    """The movement points it has left."""

    @property
    def order(self) -> MovePath:
        """The move as a log keeps it: step by step."""
        return MovePath(self.unit, self.path)

    def __str__(self) -> str:
        return f"unit {self.unit} goes {self.path} from {self.start} to {self.end}, B={self.b}"


@dataclass(frozen=True, slots=True)
class Hit:
    """A unit was hit."""

    unit: int
    target: int
    at: Position
    index: int
    """The die: the place in the modifier table."""
    modifier: int
    damage: int
    v: int
    """The V that the target has left."""

    def __str__(self) -> str:
        die = f"die {self.index} adds {self.modifier}"
        return f"unit {self.unit} hits unit {self.target} at {self.at} for {self.damage} ({die}), V={self.v}"


@dataclass(frozen=True, slots=True)
class Destroyed:
    """A unit was destroyed."""

    unit: int
    at: Position

    def __str__(self) -> str:
        return f"unit {self.unit} is destroyed at {self.at}"


@dataclass(frozen=True, slots=True)
class Broken:
    """A gate or wall was destroyed and is pavement now."""

    unit: int
    at: Position
    code: int
    """The terrain code that stood there."""
    gate: int | None
    """The gate position that is dead now."""

    def __str__(self) -> str:
        gate = "" if self.gate is None else f", gate {self.gate} is dead"
        return f"unit {self.unit} breaks the {terrain_of(self.code).english.lower()} at {self.at}{gate}"


@dataclass(frozen=True, slots=True)
class Toggled:
    """A gate position changed."""

    gate: int
    at: Position
    code: int
    """The terrain code that stands there now."""

    def __str__(self) -> str:
        return f"gate {self.gate} at {self.at} becomes {terrain_of(self.code).english.lower()}"


@dataclass(frozen=True, slots=True)
class MoveUndone:
    """The last move of a unit was undone."""

    unit: int
    at: Position
    b: int

    def __str__(self) -> str:
        return f"unit {self.unit} is back at {self.at}, B={self.b}"


@dataclass(frozen=True, slots=True)
class ToggleUndone:
    """The last toggle of a gate position was undone."""

    gate: int
    at: Position
    code: int

    def __str__(self) -> str:
        return f"gate {self.gate} at {self.at} is {terrain_of(self.code).english.lower()} again"


@dataclass(frozen=True, slots=True)
class StateBegan:
    """The next state of a round has begun."""

    phase: Phase
    player: Side
    rounds: int
    """Completed rounds."""

    def __str__(self) -> str:
        state = state_number(self.phase, self.player)
        return f"round {self.rounds + 1}, state {state}: {self.player.name} {self.phase.name}"


@dataclass(frozen=True, slots=True)
class DrawOffered:
    """A side offers a draw; the offer stands until the other side ends a state without accepting it."""

    side: Side

    def __str__(self) -> str:
        return f"{self.side.name.capitalize()} offers a draw"


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended."""

    outcome: Outcome

    def __str__(self) -> str:
        return str(self.outcome)


Event: TypeAlias = (
    Moved | Hit | Destroyed | Broken | Toggled | MoveUndone | ToggleUndone | StateBegan | DrawOffered | Over
)
