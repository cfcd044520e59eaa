"""Finds the renderer of a game's finished matches by the game's name."""

from __future__ import annotations

from typing import Any, Final, Protocol, TypeAlias

from duskfall.play import Game, Match, Replay, Seat
from duskfall.server.replays import fog, welten

Frame: TypeAlias = fog.FogFrame | welten.WeltenFrame
Timeline: TypeAlias = fog.FogTimeline | welten.WeltenTimeline
Turn: TypeAlias = fog.FogTurn | welten.WeltenTurn


class TimelineRecorder(Protocol):
    """Looks at every turn of a match and gives the frames of its timeline."""

    def see(self, match: Match) -> None:
        """Look at a turn."""

    def frame(self, match: Match) -> Frame:
        """The changes since the frame before, or since the beginning."""


class Renderer(Protocol):
    """Shows finished matches of one game. Each game implements it once."""

    @property
    def most_frames(self) -> int:
        """Frames of a timeline at most; a longer match is shown every second turn, every third, and so on."""

    def recorder(self, replay: Replay, seat: Seat | None) -> TimelineRecorder:
        """A recorder of the view of a seat; None sees everything."""

    def timeline(self, replay: Replay, seat: Seat | None, first: Match) -> Timeline:
        """A timeline whose frames, its last field, are empty; `first` is the match at its beginning."""

    def turn(self, replay: Replay, turn: int, game: Game, seat: Seat | None) -> Turn:
        """A turn as a seat saw it; `game` is the game after that turn."""

    def strength(self, view: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Count what each seat holds and its strength, from a view that sees everything."""


RENDERERS: Final[dict[str, Renderer]] = {"fog": fog.Renderer(), "welten": welten.Renderer()}
