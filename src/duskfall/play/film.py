"""Films of replays: the turns that are shown, each drawn by the renderer of its game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PIL import Image

from duskfall.errors import Refusal, Refused
from duskfall.formats.replay.film import gif
from duskfall.play.game import Seat
from duskfall.play.rendering import RENDERERS, Renderer, every_so_many
from duskfall.play.replay import Replay


@dataclass(frozen=True, slots=True)
class Film:
    """Frames of a replay, as a seat sees it, or with everything for the seat None.

    Without `every` the renderer of the game chooses the turns.
    """

    replay: Replay
    seat: Seat | None = None
    every: int | None = None
    """Shows every so many turns; the first and the last are always shown."""

    def __post_init__(self) -> None:
        seats = len(self.replay.players)
        if self.seat is not None and not 0 <= self.seat < seats:
            raise Refused(Refusal.NO_SEAT, f"seat {self.seat}", f"seats run from 0 to {seats - 1}")
        if self.every is not None and self.every < 1:
            raise Refused(Refusal.OUT_OF_RANGE, f"every {self.every}", "show every turn, every second, or fewer")

    @property
    def renderer(self) -> Renderer:
        """The renderer of the game that was played."""
        return RENDERERS[self.replay.setup.game]

    def turns(self) -> list[int]:
        """Lists the turns that are shown."""
        if self.every is None:
            return self.renderer.turns(self.replay)
        return every_so_many(self.replay, self.every)

    def frames(self, drawn: Callable[[], object] = lambda: None) -> Iterator[tuple[int, Image.Image]]:
        """Yields each shown turn with its picture; calls `drawn` after each."""
        shown = set(self.turns())
        for match in self.replay.watch():
            if match.turn in shown:
                yield match.turn, self.renderer.frame(match, self.seat)
                drawn()

    def gif(self, frame_ms: int | None = None, drawn: Callable[[], object] = lambda: None) -> bytes:
        """Encodes the film as a GIF."""
        pictures = (picture for _, picture in self.frames(drawn))
        return gif(pictures, len(self.turns()), frame_ms or self.renderer.frame_ms)
