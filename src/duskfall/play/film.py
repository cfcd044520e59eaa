"""Films of replays: which turns are shown, and how each looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, cast

from PIL import Image

from duskfall.errors import Refusal, Refused
from duskfall.fog import View as FogView
from duskfall.formats.replay.film import gif
from duskfall.formats.replay.fog import fog_frame
from duskfall.formats.replay.welten import welten_frame
from duskfall.play.game import Seat
from duskfall.play.match import Match
from duskfall.play.replay import Replay
from duskfall.tempo import Tempo
from duskfall.welten import End
from duskfall.welten import Game as WeltenGame

MOST_FRAMES: Final = 300
"""Of a film for which nobody has said how many turns to leave out."""


@dataclass(frozen=True, slots=True)
class Film:
    """Frames of a replay, through the eyes of a seat or of nobody.

    Without `every` a game of turns shows each, or as many as make 300 frames; a game that orders advance shows the
    board whenever a player has ended a state.
    """

    replay: Replay
    seat: Seat | None = None
    every: int | None = None
    """Show every so many turns; the first and the last are always shown."""

    def __post_init__(self) -> None:
        seats = len(self.replay.players)
        if self.seat is not None and not 0 <= self.seat < seats:
            raise Refused(Refusal.NO_SEAT, f"seat {self.seat}", f"seats run from 0 to {seats - 1}")
        if self.every is not None and self.every < 1:
            raise Refused(Refusal.OUT_OF_RANGE, f"every {self.every}", "show every turn, every second, or fewer")

    def turns(self) -> list[int]:
        """The turns that are shown."""
        last = self.replay.turns
        every = self.every
        if every is None and self.replay.setup.start().tempo is Tempo.TURN:
            end = str(End())
            ends = {mark.turn for mark, said in self.replay.log.turns() if any(entry.order == end for entry in said)}
            return sorted(ends | {0, last})
        step = every or max(1, -(-last // MOST_FRAMES))
        return sorted({*range(0, last, step), last})

    def frames(self, drawn: Callable[[], object] = lambda: None) -> Iterator[tuple[int, Image.Image]]:
        """Each turn that is shown, with its picture; `drawn` is called after each."""
        shown = set(self.turns())
        for match in self.replay.watch():
            if match.turn in shown:
                yield match.turn, frame(match, self.seat)
                drawn()

    def gif(self, frame_ms: int | None = None, drawn: Callable[[], object] = lambda: None) -> bytes:
        """The film as a GIF."""
        slow = self.replay.setup.start().tempo is Tempo.TURN
        pictures = (picture for _, picture in self.frames(drawn))
        return gif(pictures, len(self.turns()), frame_ms or (500 if slow else 100))


def frame(match: Match, seat: Seat | None = None) -> Image.Image:
    """A match as it stands, as a picture."""
    if match.setup.game == "fog":
        view = cast("FogView", match.game.view(seat))
        return fog_frame(view, match.players)
    return welten_frame(cast("WeltenGame", match.game), match.players)
