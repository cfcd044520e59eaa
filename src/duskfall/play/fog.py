"""Fog of War as a match plays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

import numpy as np

from duskfall.errors import Malformed
from duskfall.fog import Absent, Clear, March, Pass, Surrender, Undo, parse_order, position_of_tiles
from duskfall.fog import Game as FogGame
from duskfall.fog import Options as FogOptions
from duskfall.formats.fog.map_files import map_rows, parse_text_map
from duskfall.play.fog_goals import FOG_GOALS
from duskfall.play.game import Event, Game, Order, Seat
from duskfall.play.world import Options, refuse_unknown, whole, yes_or_no

_DRAWN: Final = ("width", "height", "players", "half", "turn_limit")
_GIVEN: Final = ("map", "players", "half", "turn_limit")
_LONGEST_ORDER: Final = 40
"""Characters; a longer text is no order."""


class FogWorld:
    """Boards drawn from the seed (`width`, `height`, `players`) or given (`map`: a text a row, as in map files)."""

    name: Final = "fog"
    rules: Final = "1"
    removal: Final = Absent()
    goals: Final = FOG_GOALS

    def checked(self, options: Mapping[str, Any]) -> Options:
        """Completes options, or refuses them."""
        half = yes_or_no(options, "half", True)
        limit = None if options.get("turn_limit") is None else whole(options, "turn_limit", 0)
        if "map" not in options:
            refuse_unknown("fog", options, (*_DRAWN, "map"))
            drawn = FogOptions(
                width=whole(options, "width", 30),
                height=whole(options, "height", 30),
                players=whole(options, "players", 2),
                half=half,
                turn_limit=limit,
            )
            return {name: getattr(drawn, name) for name in _DRAWN}
        refuse_unknown("fog on a given map", options, _GIVEN)
        rows = options["map"]
        if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
            raise Malformed("map", "a list of rows is needed, each a text", "one sign a tile: . ^ + ! or a to p")
        tiles = parse_text_map("\n".join(rows))
        players = None if options.get("players") is None else whole(options, "players", 2)
        position = position_of_tiles(tiles, players)
        FogGame(position, half, limit)
        seats = len(position.generals)
        shown = np.where(tiles >= seats, -1, tiles)
        return {"map": map_rows(shown), "players": seats, "half": half, "turn_limit": limit}

    def start(self, options: Options, seed: int) -> Game:
        """Starts a game on the given map, or on one drawn from the seed."""
        if "map" in options:
            tiles = parse_text_map("\n".join(options["map"]))
            return FogGame.on_tiles(tiles, options["players"], options["half"], options["turn_limit"])
        return FogGame.new(seed, FogOptions(**options))

    def read(self, text: str) -> Order:
        """Reads an order from a player's text; only the clock may order `absent`."""
        if text == str(self.removal):
            raise Malformed(repr(text), "only the clock gives this order", "write surrender to leave the game")
        return self.recall(text)

    def recall(self, text: str) -> Order:
        """Reads an order from a text in a log."""
        if len(text) > _LONGEST_ORDER:
            raise Malformed(f"{text[:20]!r}...", f"an order has at most {_LONGEST_ORDER} characters")
        return parse_order(text)

    def kept(self, order: Order, events: Sequence[Event]) -> Order:
        """Returns the order itself."""
        del events
        return order

    def check(self, game: Game, seat: Seat, orders: Sequence[Order]) -> None:
        """Refuses orders that are wrong in any case; all others are judged when the march is made."""
        cast("FogGame", game).check(seat, orders)

    def waits_for(self, game: Game, seat: Seat, orders: Sequence[Order]) -> bool:
        """Waits for a living seat until it has a march in its queue, has passed or leaves."""
        fog = cast("FogGame", game)
        if not fog.lives(seat):
            return False
        queued = fog.queued(seat)
        for order in orders:
            match order:
                case March():
                    queued += 1
                case Undo():
                    queued = max(0, queued - 1)
                case Clear():
                    queued = 0
                case Pass() | Surrender() | Absent():
                    return False
        return queued == 0

    def living(self, game: Game, seat: Seat) -> bool:
        """Tells whether the seat still holds its general."""
        return cast("FogGame", game).lives(seat)

    def is_march(self, order: Order) -> bool:
        """Tells whether an order is a march."""
        return isinstance(order, March)

    def leaves(self, order: Order) -> bool:
        """Tells whether a seat surrenders or is removed."""
        return isinstance(order, Surrender | Absent)
