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
    has_usual_options: Callable[[Mapping[str, Any]], bool]
    """Tells whether these options of a room are those of rated games; `ValidationError` if these are none."""


WIRE_GAMES: Final[Mapping[str, WireGame]] = {
    game.name: game
    for game in (
        WireGame("fog", lambda options: fog.has_usual_options(fog.FogOptions(**options))),
        WireGame("welten", lambda options: welten.has_usual_options(welten.WeltenOptions(**options))),
    )
}
