"""One game of each rule set, told event by event; a change of a rule shows as a changed line.

Regenerate with DUSKFALL_GOLDEN=write and review the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from duskfall.dice import Dice, purpose
from duskfall.formats.welten.scenarios import load_scenario
from duskfall.welten import GUIDE, ORIGINAL, Game, Rules
from tests.welten.test_play import random_orders

HERE = Path(__file__).parent / "golden"
BOTH = pytest.mark.parametrize("rules", [GUIDE, ORIGINAL], ids=lambda rules: rules.name)


def told(rules: Rules) -> str:
    """A whole game by chance on a small land."""
    game = Game(load_scenario(HERE / "skirmish.land"), rules, seed=1987)
    lines = [f"# {rules.name} on {game.scenario.name}, seed {game.seed}, dice {game.dice}", f"  {game.digest()}"]
    for order in random_orders(game, Dice(1987, 0, purpose("golden game")), most=9):
        for event in game.advance({game.player: [order]}):
            lines += [f"{order} -> {event}"]
        if str(order) == "end":
            lines += [f"  {game.digest()}"]
    return "\n".join([*lines, f"  {game.digest()}", ""])


@BOTH
def test_the_golden_game_is_played_as_it_was(rules: Rules) -> None:
    path = HERE / f"{rules.name}.txt"
    story = told(rules)
    if os.environ.get("DUSKFALL_GOLDEN") == "write":
        path.write_text(story, encoding="utf-8")
    assert story == path.read_text(encoding="utf-8")
