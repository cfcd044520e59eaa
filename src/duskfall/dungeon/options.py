"""The options of a map, with their bounds, and the profiles."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final, Self

from duskfall.errors import Refusal, Refused, UnknownName

CLASSIC: Final = "classic"
C64: Final = "c64"
PROFILES: Final = (CLASSIC, C64)
"""`classic` takes any 64-bit seed and all options; `c64` makes the 255 maps of the original, bit for bit."""

C64_SEEDS: Final = range(256)
"""Seeds of the profile c64; 0 counts as 1, because the 8-bit dice of the original would."""

GAP: Final = 5
"""Least number of tiles between the floors of two rooms, on one axis or the other."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the greatest value of an option, and its meaning."""

    least: float
    most: float
    meaning: str


BOUNDS: Final = {
    "width": Bounds(24, 255, "columns of the map"),
    "height": Bounds(24, 255, "rows of the map"),
    "grid": Bounds(2, 8, "cells on each side of the grid; a cell holds at most one room"),
    "room_min": Bounds(3, 12, "least width and height of a room"),
    "room_max": Bounds(3, 12, "greatest width and height of a room"),
    "treasures": Bounds(0, 64, "hidden treasure chambers, as far as there are walls for them"),
    "secret_share": Bounds(0, 1, "chance that a room with one connection becomes a secret room"),
    "loops": Bounds(0, 64, "corridors beyond the tree, as far as there is ground for them"),
    "decoys": Bounds(0, 64, "doors to corridors that end blind, as far as there is ground for them"),
    "hidden_passages": Bounds(0, 64, "corridors with secret doors at both ends, as far as there is ground for them"),
}
"""By option; `Options` refuses values outside of them."""


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of the classic profile; the defaults are the original's.

    >>> Options(room_min=9, room_max=8)
    Traceback (most recent call last):
    duskfall.errors.Refused: rooms of 9 to 8: the least room is larger than the greatest; swap room_min and room_max
    """

    width: int = 72
    height: int = 72
    grid: int = 4
    room_min: int = 4
    room_max: int = 8
    treasures: int = 3
    secret_share: float = 0.5
    loops: int = 0
    decoys: int = 0
    hidden_passages: int = 0

    def __post_init__(self) -> None:
        for field in fields(self):
            _check(field.name, getattr(self, field.name))
        if self.room_min > self.room_max:
            raise Refused(
                Refusal.IMPOSSIBLE,
                f"rooms of {self.room_min} to {self.room_max}",
                "the least room is larger than the greatest",
                "swap room_min and room_max",
            )
        needed = 2 * self.room_min + GAP + 2
        if max(self.width, self.height) < needed:
            raise Refused(
                Refusal.IMPOSSIBLE,
                f"rooms of at least {self.room_min} on a map of {self.width}x{self.height}",
                f"two of them with their walls need {needed} columns or rows",
                "choose a larger map or smaller rooms",
            )

    @property
    def rooms(self) -> int:
        """The largest number of rooms."""
        return self.grid * self.grid

    def changed(self, **choices: Any) -> Self:
        """Returns the same options but for `choices`; an unknown name gets a suggestion.

        >>> Options().changed(loop=3)
        Traceback (most recent call last):
        duskfall.errors.UnknownName: loop: no such option; did you mean 'loops'? Known: decoys, grid, height,
        hidden_passages, loops, room_max, room_min, secret_share, treasures, width
        """
        for name in choices:
            if name not in BOUNDS:
                raise UnknownName("option", name, BOUNDS)
        return replace(self, **choices)

    def as_dict(self) -> dict[str, int | float]:
        """Returns the options by name, for files."""
        return asdict(self)


def _check(name: str, value: object) -> None:
    bounds = BOUNDS[name]
    share = name == "secret_share"
    kinds = (int, float) if share else (int,)
    # bool is an int to Python, and NaN is in no range.
    if isinstance(value, bool) or not isinstance(value, kinds) or not bounds.least <= value <= bounds.most:
        kind = "a share" if share else "a whole number"
        raise Refused(
            Refusal.OUT_OF_RANGE,
            f"{name}={value!r}",
            f"{kind} from {bounds.least:g} to {bounds.most:g} is needed ({bounds.meaning})",
        )


def checked_profile(profile: str) -> str:
    """Returns the name of a profile, or refuses an unknown one.

    >>> checked_profile("clasic")
    Traceback (most recent call last):
    duskfall.errors.UnknownName: clasic: no such profile; did you mean 'classic'? Known: c64, classic
    """
    if profile not in PROFILES:
        raise UnknownName("profile", profile, PROFILES)
    return profile
