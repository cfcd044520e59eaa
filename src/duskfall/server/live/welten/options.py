"""Turns the options of a room of Weltendämmerung into the setup of a match, and back."""

from __future__ import annotations

from pydantic import ValidationError

from duskfall.errors import Refusal, Refused
from duskfall.formats.welten.original_import import imported_cycle
from duskfall.play import Setup
from duskfall.protocol.welten.options import WeltenOptions


def options_of(setup: Setup) -> WeltenOptions:
    """Give the options of a room that plays a match on."""
    try:
        return WeltenOptions(scenario=setup.options["scenario"], rules=setup.options["rules"], rated=False)
    except ValidationError:
        raise Refused(Refusal.IMPOSSIBLE, "scenario", "its text is longer than a room takes") from None


def setup_of(options: WeltenOptions, seed: int) -> Setup:
    """Give the setup of a match in a room, or refuse."""
    choices = {"scenario": options.scenario, "rules": options.rules}
    if options.rules == "original" and imported_cycle() is not None:
        choices["modifiers"] = "cycle"
    return Setup.of("welten", choices, seed)
