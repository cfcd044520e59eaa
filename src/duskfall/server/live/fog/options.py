"""From the options of a room of Fog of War to the match that is played in it, and back."""

from __future__ import annotations

import secrets
from typing import Any

from pydantic import ValidationError

from duskfall.dungeon import generate
from duskfall.errors import Refusal, Refused
from duskfall.formats.fog.dungeons import fog_rows
from duskfall.play import Setup
from duskfall.protocol.commands import DungeonOptions, RoomOptions


def options_of(setup: Setup, turn_ms: int) -> RoomOptions:
    """The options of a room that plays a match on. The map is known to everyone, so its games do not count."""
    given = setup.options
    source = {"map": given["map"]} if "map" in given else {"seed": setup.seed}
    width, height = (len(given["map"][0]), len(given["map"])) if "map" in given else (given["width"], given["height"])
    try:
        return RoomOptions(
            width=width, height=height, players=given["players"], half=given["half"], turnMs=turn_ms, **source
        )
    except ValidationError:
        raise Refused(
            Refusal.IMPOSSIBLE, f"{width}x{height} tiles", "rooms have boards of 10x10 to 100x100 tiles"
        ) from None


def setup_of(options: RoomOptions, players: int, seed: int | None) -> Setup:
    """What a match in this room is set up with; a refusal if no map can be made for it."""
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
