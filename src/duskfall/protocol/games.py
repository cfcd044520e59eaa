"""Registers what differs between the games on the wire, by the game's name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from duskfall.protocol.fog import options as fog
from duskfall.protocol.values import GameName
from duskfall.protocol.welten import options as welten


@dataclass(frozen=True, slots=True)
class WireGame:
    """Describes the options of a room of one game."""

    name: GameName
    is_rated: Callable[[Mapping[str, Any]], bool]
    """Tells whether games with these options of a room count for ratings; `ValidationError` if these are none."""


WIRE_GAMES: Final[Mapping[str, WireGame]] = {
    game.name: game
    for game in (
        WireGame("fog", lambda options: fog.is_rated(fog.FogOptions(**options))),
        WireGame("welten", lambda options: welten.is_rated(welten.WeltenOptions(**options))),
    )
}
