"""Compiles the rules before the first player comes."""

from __future__ import annotations

from typing import cast

from duskfall.dungeon import generate
from duskfall.dungeon.exploration.walk import Walk
from duskfall.fog import View as FogView
from duskfall.formats.dungeon import View, sheet
from duskfall.formats.welten.library import default_scenario
from duskfall.play import Match, Setup
from duskfall.protocol.fog.options import FogOptions
from duskfall.protocol.fog.updates import Snapshot, UpdateStream
from duskfall.protocol.patches import Dialect
from duskfall.server.live.fog.options import setup_of
from duskfall.server.transport.encoding import encode
from duskfall.welten import Game as WeltenGame


def compile_rules() -> None:
    """Compile all rules."""
    compile_games()
    compile_dungeons()


def compile_games() -> None:
    """Compile the games: play a little, and encode the updates."""
    match = Match(Setup.of("fog", {"width": 12, "height": 12}), lockstep=False)
    match.submit(0, match.read("pass"))
    stream = UpdateStream(Dialect.PAIRS)
    for seat in (0, None):
        match.play_turn()
        stream.advance(Snapshot.of(cast("FogView", match.game.view(seat))), encode)
    welten = WeltenGame(default_scenario())
    welten.legal(0)
    welten.threats(0)


def compile_dungeons() -> None:
    """Compile the dungeons: dig, look and walk, and fight in one."""
    setup_of(FogOptions(dungeon=0, players=2), 2, seed=0)
    dungeon = generate(0)
    dungeon.statistics()
    sheet(dungeon, View.PLAYER)
    Walk(dungeon)
