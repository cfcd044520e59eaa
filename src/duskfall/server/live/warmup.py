"""What the compiler has to do before the first player comes."""

from __future__ import annotations

from typing import cast

from duskfall.dungeon import generate
from duskfall.dungeon.exploring import Walk
from duskfall.fog import View as FogView
from duskfall.formats.dungeon import View, sheet
from duskfall.formats.welten.library import default_scenario
from duskfall.play import Match, Setup
from duskfall.protocol.commands import RoomOptions
from duskfall.server.live.fog.options import setup_of
from duskfall.server.transport.encoding import Dialect, Snapshot, UpdateStream
from duskfall.welten import Game as WeltenGame


def compile_rules() -> None:
    """Let it do all of it."""
    compile_games()
    compile_dungeons()


def compile_games() -> None:
    """Play a little, and draw what is shown of it."""
    match = Match(Setup.of("fog", {"width": 12, "height": 12}), lockstep=False)
    match.submit(0, match.read("pass"))
    stream = UpdateStream(Dialect.PAIRS)
    for seat in (0, None):
        match.play_turn()
        stream.show(Snapshot.of(cast("FogView", match.game.view(seat))))
    welten = WeltenGame(default_scenario())
    welten.legal(0)
    welten.threats(0)


def compile_dungeons() -> None:
    """DungeonParameters, look and walk, and fight in one."""
    setup_of(RoomOptions(dungeon=0, players=2), 2, seed=0)
    dungeon = generate(0)
    dungeon.statistics()
    sheet(dungeon, View.PLAYER)
    Walk(dungeon)
