"""Follows a game of Weltendämmerung from its messages: keeps the board by its changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from duskfall.errors import Refusal, Refused
from duskfall.formats.welten.library import DEFAULT, scenario_names
from duskfall.formats.welten.scenarios import scenario_text
from duskfall.play import Options, world_named
from duskfall.protocol.welten.board import PHASES, SIDES
from duskfall.welten import GateView, Outcome, Phase, Placement, Position, Reason, Scenario, Side, Unit, View

_SIDE: Final = {name: side for side, name in SIDES.items()}
_PHASE: Final = {name: phase for phase, name in PHASES.items()}


class FollowedLand:
    """A game as the client follows it, known by the name of its replay."""

    def __init__(self, news: Mapping[str, Any], scenario: str) -> None:
        """Begins to follow the game of a `welten_view`, on the land that the room calls by a name."""
        self.replay = str(news["replay_id"])
        self.awaited = 0
        """The n of the last order that we know of: the bot is asked again when its news have come."""
        self._n = 0
        self._board: dict[str, Any] = {}
        self.show(news)
        self.options = self._options(scenario)
        """The options of the game, as far as a client can know them."""

    def show(self, news: Mapping[str, Any]) -> None:
        """Takes a whole board."""
        self._n = self.awaited = news["n"]
        board = self._board = dict(news["view"])
        board["units"] = [tuple(unit) for unit in board["units"]]
        board["terrain"] = list(board["terrain"])

    def follow(self, news: Mapping[str, Any]) -> None:
        """Takes the consequences of an order."""
        self._n = news["n"]
        self.awaited = max(self.awaited, self._n)
        patch, board = dict(news["patch"]), self._board
        for number, *unit in patch.pop("units"):
            board["units"][number] = tuple(unit)
        for tile, code in patch.pop("terrain"):
            board["terrain"][tile] = code
        for number in patch.pop("dead"):
            board["gates"][number]["live"] = False
        board.update(patch)

    def plays(self, seat: int) -> bool:
        """Tells whether a seat plays, and has heard of all its orders."""
        return self._board["outcome"] is None and _SIDE[self._board["player"]] == seat and self._n >= self.awaited

    def view(self, side: Side) -> View:
        """Gives the view of a side."""
        board, outcome = self._board, self._board["outcome"]
        winner = None if outcome is None or outcome["winner"] is None else _SIDE[outcome["winner"]]
        return View(
            seat=side,
            rules=board["rules"],
            dice=board["dice"],
            phase=Phase(_PHASE[board["phase"]]),
            player=_SIDE[board["player"]],
            rounds=board["rounds"],
            units=tuple(Unit(kind, x, y, v, b, x >= 0) for kind, x, y, v, b in board["units"]),
            terrain=self._rows(),
            gates=tuple(GateView(gate["x"], gate["y"], _SIDE[gate["side"]], gate["live"]) for gate in board["gates"]),
            offers=frozenset(_SIDE[name] for name in board["offers"]),
            outcome=None if outcome is None else Outcome(winner, Reason(outcome["reason"])),
        )

    def _rows(self) -> tuple[bytes, ...]:
        width, terrain = self._board["width"], self._board["terrain"]
        return tuple(bytes(terrain[at : at + width]) for at in range(0, len(terrain), width))

    def _options(self, scenario: str) -> Options:
        known = scenario == DEFAULT or scenario in scenario_names()
        choices = {"rules": self._board["rules"], "scenario": scenario if known else self._land_text()}
        return world_named("welten").checked({**choices, "modifiers": "uniform"})

    def _land_text(self) -> str:
        """Writes the land of the host as a scenario, which is possible while all units stand where they began."""
        board = self._board
        if any(unit[1] < 0 for unit in board["units"]):
            raise Refused(
                Refusal.IMPOSSIBLE, f"match {self.replay}", "units of a land that is not known here are gone already",
                "let the bot join before the game begins",
            )  # fmt: skip
        gates = [Position(gate["x"], gate["y"]) for gate in board["gates"]]
        east = [gate["x"] for gate in board["gates"] if gate["side"] == SIDES[Side.DAILOR]]
        return scenario_text(
            Scenario(
                name="land of the host",
                terrain=np.array([list(row) for row in self._rows()], np.uint8),
                placements=tuple(Placement(*unit[:3]) for unit in board["units"]),
                gates=tuple(gates),
                border=min(east, default=board["width"]),
            )
        )
