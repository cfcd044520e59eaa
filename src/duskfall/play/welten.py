"""Weltendämmerung as a match plays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, cast

import xxhash

from duskfall.errors import Malformed, Refusal, Refused, UnknownName
from duskfall.formats.welten.library import DEFAULT, ORIGINAL, default_versions, scenario_named, scenario_names
from duskfall.formats.welten.saves import is_save_text, save_of_text, save_text
from duskfall.formats.welten.scenarios import MAGIC, parse_scenario, scenario_text
from duskfall.play.game import Event, Game, Order, Seat
from duskfall.play.reasons import Goals
from duskfall.play.welten_goals import WELTEN_GOALS
from duskfall.play.world import Options, refuse_unknown, word
from duskfall.welten import Clock, Moved, MoveTo, Resign, Scenario, logged_order, order, rules_named
from duskfall.welten import Game as WeltenGame

_KNOWN: Final = ("rules", "scenario", "modifiers", "fingerprint")
UNIFORM: Final = "uniform"
CYCLE: Final = "cycle"
_LONGEST_SCENARIO: Final = 400_000
"""Characters; a land of the greatest size with pictures of its own takes fewer."""


class WeltenWorld:
    """`rules`: guide or original. `scenario`: default, original (if imported), a scenario file's text, or a save.

    A saved game of the C64 is written `c64-save:BASE64`, and played on by the rules of the original unless others are
    named. `modifiers`: uniform dice, or with the original rules the `cycle` of an imported KERNAL, which is the default
    where there is one. A `fingerprint` guards the parts that the options only name (a named scenario, the cycle), and
    tells the version of the default land.
    """

    name: Final = "welten"
    rules: Final = "1"
    removal: Final = Clock()
    goals: Final[Goals] = WELTEN_GOALS

    def checked(self, options: Mapping[str, Any]) -> Options:
        """Completes options, or refuses them."""
        refuse_unknown("welten", options, _KNOWN)
        wanted = word(options, "scenario", DEFAULT)
        rules = rules_named(word(options, "rules", "original" if is_save_text(wanted) else "guide"))
        imported = rules.name == "original" and scenario_named(DEFAULT).cycle is not None
        modifiers = word(options, "modifiers", CYCLE if imported else UNIFORM)
        if modifiers not in (UNIFORM, CYCLE):
            raise UnknownName("source of modifiers", modifiers, (UNIFORM, CYCLE))
        if modifiers == CYCLE and rules.name != "original":
            raise Refused(Refusal.IMPOSSIBLE, "modifiers cycle", "only the original rules have a cycle", "use uniform")
        name = _as_carried(wanted)
        plain: Options = {"rules": rules.name, "scenario": name, "modifiers": modifiers}
        known = [_fingerprint(scenario) for scenario in _scenarios(plain)]
        fingerprint = word(options, "fingerprint", known[0])
        if fingerprint not in known:
            raise Refused(
                Refusal.INCONSISTENT,
                f"scenario {name[:20]!r}",
                "it differs here from the one that was played on",
                "use the version of Duskfall and the imported files of that game",
            )
        return plain | {"fingerprint": fingerprint}

    def start(self, options: Options, seed: int) -> Game:
        """Starts a game on the scenario that the options name or contain, or plays a saved one on."""
        name = options["scenario"]
        situation = save_of_text(name).situation if is_save_text(name) else None
        return WeltenGame(_scenario(options), rules_named(options["rules"]), seed, situation)

    def read(self, text: str) -> Order:
        """Reads an order from a player's text."""
        return order(text)

    def recall(self, text: str) -> Order:
        """Reads an order from a text in a log: a player's, or the clock's."""
        return logged_order(text)

    def kept(self, order: Order, events: Sequence[Event]) -> Order:
        """Keeps moves step by step, so that a replay need not search for paths."""
        if isinstance(order, MoveTo):
            return next((event.order for event in events if isinstance(event, Moved)), order)
        return order

    def check(self, game: Game, seat: Seat, orders: Sequence[Order]) -> None:
        """Refuses orders that could not be executed now."""
        game.clone().advance({seat: orders})

    def waits_for(self, game: Game, seat: Seat, orders: Sequence[Order]) -> bool:
        """Waits for the side to play."""
        del orders
        return game.outcome is None and cast("WeltenGame", game).player == seat

    def living(self, game: Game, seat: Seat) -> bool:
        """Tells whether the game runs: both sides play to the end."""
        return game.outcome is None and seat in (0, 1)

    def is_march(self, order: Order) -> bool:
        """Tells that no order is a march: each order advances the game, so none are counted."""
        del order
        return False

    def leaves(self, order: Order) -> bool:
        """Tells whether a side resigns or has no time left."""
        return isinstance(order, Resign | Clock)


def _as_carried(name: str) -> str:
    """Returns a scenario in the form of the options: a known name, or the text of a file in its standard form."""
    if name in (DEFAULT, ORIGINAL):
        return name
    if is_save_text(name):
        return save_text(save_of_text(name).data)
    if not name.startswith(MAGIC):
        if "\n" in name:
            raise Malformed("scenario", "the text is no scenario file", f"its first line is: {MAGIC}")
        raise UnknownName("scenario", name[:60], (DEFAULT, ORIGINAL))
    if len(name) > _LONGEST_SCENARIO:
        raise Malformed("scenario", f"{len(name)} characters are too many", f"at most {_LONGEST_SCENARIO}")
    scenario = parse_scenario(name)
    if ORIGINAL in scenario_names() and _same_land(scenario, scenario_named(ORIGINAL)):
        return ORIGINAL  # the work of 1987 is only named, never copied to others
    return scenario_text(scenario)


def _same_land(one: Scenario, other: Scenario) -> bool:
    lands = [(land.terrain.tobytes(), land.placements, land.gates, land.border) for land in (one, other)]
    return lands[0] == lands[1]


def _scenario(options: Options) -> Scenario:
    """Returns the scenario of complete options; of several versions the one with their fingerprint."""
    scenarios, wanted = _scenarios(options), options.get("fingerprint")
    if len(scenarios) == 1:
        return scenarios[0]
    return next((scenario for scenario in scenarios if _fingerprint(scenario) == wanted), scenarios[0])


def _scenarios(options: Options) -> list[Scenario]:
    """Returns the scenario that options name or contain, in all of its versions, the newest first."""
    name = options["scenario"]
    scenarios = default_versions() if name == DEFAULT else (_land(name),)
    if options["modifiers"] == UNIFORM:
        return [replace(scenario, cycle=None) for scenario in scenarios]
    cycle = scenario_named(DEFAULT).cycle
    if cycle is None:
        raise Refused(
            Refusal.IMPOSSIBLE,
            "modifiers cycle",
            "the numbers of a KERNAL are not imported",
            "import one that you own: duskfall welten import-kernal FILE",
        )
    return [replace(scenario, cycle=cycle) for scenario in scenarios]


def _land(name: str) -> Scenario:
    if is_save_text(name):
        return save_of_text(name).scenario
    return scenario_named(name) if name == ORIGINAL else parse_scenario(name)


@lru_cache(maxsize=16)
def _fingerprint(scenario: Scenario) -> str:
    cycle = b"" if scenario.cycle is None else scenario.cycle.tobytes()
    return xxhash.xxh3_128_hexdigest(scenario_text(scenario).encode() + cycle)
