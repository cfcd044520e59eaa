"""Turns positions of Weltendämmerung into what clients are sent: the whole board, or the consequences of an order."""

from __future__ import annotations

from base64 import b64encode
from typing import cast

from duskfall.formats.welten.pictures import png_of, tile_sheet
from duskfall.formats.welten.tiles import tiles_of
from duskfall.play import Match
from duskfall.protocol.welten.board import SIDES, BoardShown, Patch
from duskfall.protocol.welten.events import all_shown
from duskfall.protocol.welten.legal import LegalShown
from duskfall.protocol.welten.messages import ClockShown, WeltenEvents, WeltenView
from duskfall.protocol.welten.options import SideChoice
from duskfall.welten import Game, Scenario, Side, View


def tiles_shown(land: Scenario) -> str | None:
    """Give the tiles that a land brings as a `data:` address of the whole picture; None if it is drawn with ours.

    >>> from duskfall.formats.welten.library import default_scenario
    >>> tiles_shown(default_scenario()) is None
    True
    """
    if land.tiles is None and land.colours is None:
        return None
    return f"data:image/png;base64,{b64encode(png_of(tile_sheet(tiles_of(land)), scale=1)).decode()}"


def whole_board(
    match: Match, view: View, name: str, side: SideChoice | None, clock: ClockShown | None, tiles: str | None
) -> WeltenView:
    """Show the whole game as it stands."""
    return WeltenView(
        n=match.turn,
        side=side,
        replay_id=name,
        view=BoardShown.of(view),
        legal=LegalShown.of(cast("Game", match.game)),
        clock=clock,
        tiles=tiles,
    )


def consequences(match: Match, before: View, now: View, clock: ClockShown | None) -> WeltenEvents:
    """Show what the last order has changed."""
    said = match.log.last_order
    assert said is not None  # noqa: S101  # an order has just been carried out
    return WeltenEvents(
        n=match.turn,
        side=SIDES[Side(said.seat)],
        order=said.order,
        events=all_shown(match.events, cast("Game", match.game)),
        patch=Patch.of(before, now),
        legal=LegalShown.of(cast("Game", match.game)),
        clock=clock,
    )
