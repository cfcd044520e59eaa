"""Defines the options of a room of Weltendämmerung, and the part of them that everyone may know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from duskfall.formats.welten.saves import is_save_text
from duskfall.play.clock import BANK_MS
from duskfall.protocol.values import STRICT, CasualReason

LONGEST_SCENARIO: Final = 60_000
"""Characters of a scenario's text."""

SideChoice: TypeAlias = Literal["eldoin", "dailor", "both"]
"""The side that somebody plays; `both` is a game of two people, or of one, at one screen."""


class WeltenOptions(BaseModel):
    """Holds what the one who opens a room chooses; those who join may leave all of it out. Names are of the wire."""

    model_config = STRICT | ConfigDict(frozen=True)

    scenario: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_SCENARIO)] = "default"
    """A name, the whole text of a scenario file, or a saved game of the C64 as `c64-save:` and its file in base64."""
    rules: Literal["guide", "original"] = "guide"
    side: SideChoice | None = None
    """Without it, the side that is free, Eldoin first."""
    clock: Annotated[int, Field(ge=BANK_MS[0] // 1000, le=BANK_MS[2] // 1000)] | None = None
    """Seconds that each side has for all of the game; without it there is no clock."""
    rated: bool = False
    """Games shall count for ratings, if everything else is as they need it."""
    listed: bool = True
    """The room is in the public list; else only those find it who know its name."""


@dataclass(frozen=True, slots=True)
class WeltenPublicOptions:
    """Shows everyone in a room how it plays."""

    scenario: str
    """A name, `own` for a land of the host's, or `save` for a saved game of the C64."""
    rules: str
    clock: int | None
    """Seconds a side, null without a clock."""
    rated: bool
    """The game counts for ratings."""
    casual: CasualReason | None
    """Why it does not count; null if it does."""
    listed: bool
    """The room is in the public list."""

    @classmethod
    def of(cls, options: WeltenOptions, casual: CasualReason | None) -> WeltenPublicOptions:
        """Give the public part of a room's options, and whether games count for ratings."""
        return cls(
            shown_scenario(options.scenario), options.rules, options.clock, casual is None, casual, options.listed
        )


def shown_scenario(scenario: str) -> str:
    """Give the name under which a scenario is shown: a text and a saved game have none of their own."""
    return "save" if is_save_text(scenario) else "own" if "\n" in scenario else scenario


def casual_reason(options: WeltenOptions) -> CasualReason | None:
    """Tell why games with these options do not count for ratings; None if they may."""
    if not options.rated:
        return "not asked"
    if not has_usual_options(options):
        return "options"
    return "clock" if options.clock is None else None


def has_usual_options(options: WeltenOptions) -> bool:
    """Tell whether a room plays as usual: the default land by the rules of the guide."""
    return (options.scenario, options.rules) == ("default", "guide")
