"""Describes a board of Weltendämmerung on the wire: the whole board, or its changes.

Everything is built from `welten.View`, which has neither the seed nor the dice to come.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from duskfall.welten import Outcome, Phase, Side, View
from duskfall.welten.units import COMMANDER

SideName: TypeAlias = Literal["eldoin", "dailor"]
PhaseName: TypeAlias = Literal["movement", "attack", "gates"]

SIDES: Final[dict[Side, SideName]] = {Side.ELDOIN: "eldoin", Side.DAILOR: "dailor"}
COMMANDERS: Final = frozenset({COMMANDER, 11})
"""The types of Eldoin's Feldherr, who must live, and of Dailor's."""
PHASES: Final[dict[Phase, PhaseName]] = {Phase.MOVEMENT: "movement", Phase.ATTACK: "attack", Phase.GATES: "gates"}


@dataclass(frozen=True, slots=True)
class GateShown:
    """A gate position."""

    x: int
    y: int
    side: SideName
    """Who may toggle it."""
    live: bool


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended."""

    winner: SideName | None
    """null after a draw."""
    reason: str

    @classmethod
    def of(cls, outcome: Outcome) -> Ending:
        """Give the end of a game as the wire has it."""
        return cls(None if outcome.winner is None else SIDES[outcome.winner], str(outcome.reason))


@dataclass(frozen=True, slots=True)
class BoardShown:
    """A whole board."""

    rules: str
    dice: str
    """Where modifiers come from: `uniform` dice, or the `cycle` of an imported machine."""
    phase: PhaseName
    player: SideName
    """Who plays now."""
    state: int
    """Of the round, 1 to 6."""
    rounds: int
    """Completed rounds."""
    width: int
    height: int
    terrain: tuple[int, ...]
    """The terrain code under every tile, row by row."""
    units: tuple[tuple[int, ...], ...]
    """Type, x, y, V and B of every unit; its place is its number. x and y are -1 when it is destroyed."""
    gates: tuple[GateShown, ...]
    offers: tuple[SideName, ...]
    """The sides whose offer of a draw stands."""
    outcome: Ending | None

    @classmethod
    def of(cls, view: View) -> BoardShown:
        """Give the board that a view shows."""
        return cls(
            rules=view.rules,
            dice=view.dice,
            phase=PHASES[view.phase],
            player=SIDES[view.player],
            state=view.state,
            rounds=view.rounds,
            width=len(view.terrain[0]),
            height=len(view.terrain),
            terrain=tuple(b"".join(view.terrain)),
            units=tuple(unit[:5] for unit in view.units),
            gates=tuple(GateShown(gate.x, gate.y, SIDES[gate.side], gate.live) for gate in view.gates),
            offers=_offers(view),
            outcome=None if view.outcome is None else Ending.of(view.outcome),
        )


@dataclass(frozen=True, slots=True)
class Patch:
    """Lists the changes of a board. Single values always come; units, terrain and gates that are not listed stay."""

    phase: PhaseName
    player: SideName
    state: int
    rounds: int
    offers: tuple[SideName, ...]
    outcome: Ending | None
    units: tuple[tuple[int, ...], ...]
    """Number, type, x, y, V and B of each unit that has changed."""
    terrain: tuple[tuple[int, ...], ...]
    """Tile (y·width + x) and terrain code, for each that has changed."""
    dead: tuple[int, ...]
    """The gate positions that are not live any more."""

    @classmethod
    def of(cls, before: View, now: View) -> Patch:
        """List the changes from one view to another of the same game."""
        units = zip(before.units, now.units, strict=True)
        gates = zip(before.gates, now.gates, strict=True)
        return cls(
            phase=PHASES[now.phase],
            player=SIDES[now.player],
            state=now.state,
            rounds=now.rounds,
            offers=_offers(now),
            outcome=None if now.outcome is None else Ending.of(now.outcome),
            units=tuple((number, *new[:5]) for number, (old, new) in enumerate(units) if old != new),
            terrain=_changed_land(before.terrain, now.terrain),
            dead=tuple(number for number, (old, new) in enumerate(gates) if old.live and not new.live),
        )


def _offers(view: View) -> tuple[SideName, ...]:
    return tuple(SIDES[side] for side in sorted(view.offers))


def _changed_land(before: tuple[bytes, ...], now: tuple[bytes, ...]) -> tuple[tuple[int, ...], ...]:
    changed: list[tuple[int, ...]] = []
    for y, (old, new) in enumerate(zip(before, now, strict=True)):
        if old != new:
            changed += ((y * len(new) + x, code) for x, code in enumerate(new) if old[x] != code)
    return tuple(changed)
