"""Rendering of replays: one `Renderer` for each game, found by its name in `RENDERERS`."""

from __future__ import annotations

from typing import Final, Protocol, cast

from PIL import Image

from duskfall.fog import View as FogView
from duskfall.formats.replay.fog import fog_frame
from duskfall.formats.replay.welten import welten_frame
from duskfall.play.game import Seat
from duskfall.play.match import Match
from duskfall.play.replay import Replay
from duskfall.welten import End
from duskfall.welten import Game as WeltenGame

MOST_FRAMES: Final = 300
"""Frames of a film of Fog of War, unless the user chooses the turns."""


class Renderer(Protocol):
    """Draws the matches of one game."""

    @property
    def frame_ms(self) -> int:
        """The time for which a film shows a frame, unless the user chooses it."""

    def frame(self, match: Match, seat: Seat | None) -> Image.Image:
        """Draws a match as a seat sees it; None sees everything."""

    def turns(self, replay: Replay) -> list[int]:
        """Lists the turns that a film shows, unless the user chooses them; the first and the last are among them."""


class FogRenderer:
    """Draws Fog of War: every turn, or as many as make `MOST_FRAMES`."""

    frame_ms: Final = 100

    def frame(self, match: Match, seat: Seat | None) -> Image.Image:
        """Draws the view of a seat."""
        return fog_frame(cast("FogView", match.game.view(seat)), match.players)

    def turns(self, replay: Replay) -> list[int]:
        """Lists every turn, or evenly spaced ones of a long game."""
        return every_so_many(replay, max(1, -(-replay.turns // MOST_FRAMES)))


class WeltenRenderer:
    """Draws Weltendämmerung: the board whenever a player has ended a state."""

    frame_ms: Final = 500

    def frame(self, match: Match, seat: Seat | None) -> Image.Image:
        """Draws the board, of which all seats see the same."""
        del seat
        return welten_frame(cast("WeltenGame", match.game), match.players)

    def turns(self, replay: Replay) -> list[int]:
        """Lists the turns in which a player ended a state."""
        end = str(End())
        ends = {mark.turn for mark, orders in replay.log.turns() if any(entry.order == end for entry in orders)}
        return sorted(ends | {0, replay.turns})


RENDERERS: Final[dict[str, Renderer]] = {"fog": FogRenderer(), "welten": WeltenRenderer()}
"""By the name of the game, as in `WORLDS`."""


def every_so_many(replay: Replay, step: int) -> list[int]:
    """Lists every `step`-th turn of a replay, and the last."""
    return sorted({*range(0, replay.turns, step), replay.turns})
