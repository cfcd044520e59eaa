"""Turns the options of a room of Weltendämmerung into the setup of a match, and back."""

from __future__ import annotations

from pydantic import ValidationError

from duskfall.errors import Refusal, Refused
from duskfall.formats.welten.saves import is_save_text
from duskfall.formats.welten.scenarios import land_size
from duskfall.play import Setup
from duskfall.protocol.welten.options import WeltenOptions
from duskfall.server.settings import Limits


def options_of(setup: Setup) -> WeltenOptions:
    """Give the options of a room that plays a match on."""
    try:
        return WeltenOptions(scenario=setup.options["scenario"], rules=setup.options["rules"])
    except ValidationError:
        raise Refused(Refusal.IMPOSSIBLE, "scenario", "its text is longer than a room takes") from None


def completed(options: WeltenOptions) -> WeltenOptions:
    """Give the options of a new room: without rules, a saved game is played on by those of the original."""
    if is_save_text(options.scenario) and "rules" not in options.model_fields_set:
        return options.model_copy(update={"rules": "original"})
    return options


def check_land(scenario: str, limits: Limits) -> None:
    """Refuse the text of a land that holds more than a server allows, before it is read as a whole."""
    if "\n" not in scenario:
        return
    size = land_size(scenario)
    for count, most, what in (
        (size.tiles, limits.land_tiles, "tiles"),
        (size.units, limits.land_units, "units"),
        (size.gates, limits.land_gates, "gates"),
    ):
        if count > most:
            raise Refused(Refusal.OUT_OF_RANGE, "scenario", f"it has {count} {what}", f"this server allows {most}")


def setup_of(options: WeltenOptions, seed: int) -> Setup:
    """Give the setup of a match in a room, or refuse."""
    return Setup.of("welten", {"scenario": options.scenario, "rules": options.rules}, seed)
