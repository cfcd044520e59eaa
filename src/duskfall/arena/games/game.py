"""The interface that a game implements once to be played in tournaments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from duskfall.play import Options

Frame: TypeAlias = NDArray[np.uint8]
"""A board as the index of a colour for every tile, by row and column."""

Colours: TypeAlias = tuple[str, ...]
"""Colours as six hexadecimal digits each."""


class Mark(NamedTuple):
    """A small square that the report draws on tiles of certain colours, such as a general's."""

    first: int
    """The first colour, by its index, whose tiles have the mark."""
    end: int
    """The index after the last one."""
    inset: float
    """The distance of the square from the border of its tile, as a share of the tile's side."""
    colour: str


class ArenaGame(Protocol):
    """Describes one game to the arena."""

    @property
    def name(self) -> str:
        """The name that setups and plans call the game by."""

    @property
    def title(self) -> str:
        """The title that people know."""

    @property
    def unit(self) -> str:
        """The unit in which the length of a game is counted, in the singular."""

    @property
    def units(self) -> str:
        """The same unit in the plural."""

    @property
    def endings(self) -> Mapping[str, str]:
        """The reasons for which a game ends, each as people say it."""

    @property
    def colours(self) -> Colours:
        """The colours that frames are drawn with."""

    @property
    def seat_colours(self) -> range:
        """The colour of each seat, as an index into `colours`."""

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks on tiles, by indices into `colours`."""

    def default_options(self, seats: int) -> dict[str, Any]:
        """Return the options of a game between bots that apply unless others are given."""

    def seats(self, options: Options) -> int:
        """Return the number of seats of a game with these complete options."""

    def frame(self, view: Any) -> Frame:
        """Draw the whole board as a spectator sees it."""
