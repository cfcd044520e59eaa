"""Defines the options of a room of Weltendämmerung, and the part of them that everyone may know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from duskfall.play.clock import BANK_MS
from duskfall.protocol.values import STRICT

LONGEST_SCENARIO: Final = 60_000
"""Characters of a scenario's text."""

SideChoice: TypeAlias = Literal["eldoin", "dailor", "both"]
"""The side that somebody plays; `both` is a game of two people, or of one, at one screen."""


class WeltenOptions(BaseModel):
    """Holds what the one who opens a room chooses; those who join may leave all of it out. Names are of the wire."""

    model_config = STRICT | ConfigDict(frozen=True)

    scenario: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_SCENARIO)] = "default"
    """A name, or the whole text of a scenario file."""
    rules: Literal["guide", "original"] = "guide"
    side: SideChoice | None = None
    """Without it, the side that is free, Eldoin first."""
    clock: Annotated[int, Field(ge=BANK_MS[0] // 1000, le=BANK_MS[2] // 1000)] | None = None
    """Seconds that each side has for all of the game; without it there is no clock."""
    rated: bool = True
    """False: the game does not count for ratings, whatever it is played on."""


@dataclass(frozen=True, slots=True)
class WeltenPublicOptions:
    """Shows everyone in a room how it plays."""

    scenario: str
    """A name, or `own` for a land of the host's."""
    rules: str
    clock: int | None
    """Seconds a side, null without a clock."""
    rated: bool

    @classmethod
    def of(cls, options: WeltenOptions) -> WeltenPublicOptions:
        """Give the public part of a room's options."""
        named = options.scenario if "\n" not in options.scenario else "own"
        return cls(named, options.rules, options.clock, is_rated(options))


def is_rated(options: WeltenOptions) -> bool:
    """Tell whether games between two count for ratings: the default land, the guide's rules, and rated is wanted."""
    return options.rated and (options.scenario, options.rules) == ("default", "guide")
