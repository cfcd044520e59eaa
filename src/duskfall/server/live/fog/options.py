"""Turns the options of a room of Fog of War into the setup of a match, and back."""

from __future__ import annotations

import secrets
from typing import Any

from duskfall.dungeon import generate
from duskfall.errors import Refusal, Refused
from duskfall.formats.fog.dungeons import fog_rows
from duskfall.play import Setup
from duskfall.protocol.fog.options import LARGEST_SIDE, SMALLEST_SIDE, DungeonOptions, FogOptions


def options_of(setup: Setup, turn_ms: int) -> FogOptions:
    """Give the options of a room that plays a match on. Everyone knows the map, so its games are not rated."""
    given = setup.options
    source = {"map": given["map"]} if "map" in given else {"seed": setup.seed}
    width, height = (len(given["map"][0]), len(given["map"])) if "map" in given else (given["width"], given["height"])
    check_size(width, height)
    return FogOptions(
        width=width, height=height, players=given["players"], half=given["half"], turnMs=turn_ms, **source
    )


def check_size(width: int, height: int) -> None:
    """Refuse a board that is too small or too large for a room."""
    if not all(SMALLEST_SIDE <= side <= LARGEST_SIDE for side in (width, height)):
        raise Refused(
            Refusal.IMPOSSIBLE,
            f"{width}x{height} tiles",
            f"rooms have boards of {SMALLEST_SIDE}x{SMALLEST_SIDE} to {LARGEST_SIDE}x{LARGEST_SIDE} tiles",
        )


def setup_of(options: FogOptions, players: int, seed: int | None) -> Setup:
    """Give the setup of a match in a room, or refuse if no map can be made for it."""
    secret = secrets.randbits(64) if seed is None else seed
    fog: dict[str, Any] = {"players": players, "half": options.half}
    if options.map is not None:
        fog |= {"map": list(options.map)}
    elif options.dungeon is not None:
        dig = options.dungeonOptions or DungeonOptions()
        fog |= {"map": fog_rows(generate(options.dungeon, dig.profile, dig.options()), players, secret)}
    else:
        fog |= {"width": options.width, "height": options.height}
    return Setup.of("fog", fog, secret)
