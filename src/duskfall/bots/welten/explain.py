"""Says in one sentence why a phase was planned or an order given, for each goal, with the numbers that decided."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_WEIGHED: Final = (
    "{chance} % of its games played out were won, {next} % with the next best of {plans} plans ({games} games)."
)
_WAY: Final = "{points} movement points are left to go."
_DANGER: Final = "the enemy's next attack could do {after} damage there, {before} where it stood."

SENTENCES: Final[Mapping[str, str]] = {
    "hold": f"Holds its ground: {_WEIGHED}",
    "sally": f"Goes to meet the enemy: {_WEIGHED}",
    "raid": f"Holds its ground, and its eagles seek the engines: {_WEIGHED}",
    "storm": f"Marches on the Feldherr with everything: {_WEIGHED}",
    "vanguard": f"Sends archers, riders and engines ahead of the foot: {_WEIGHED}",
    "west": f"Goes for the west edge: {_WEIGHED}",
    "to_commander": f"Marches towards the Feldherr; {_WAY}",
    "to_west_edge": f"Marches towards the west edge; {_WAY}",
    "to_enemy": f"Goes to meet the enemy; {_WAY}",
    "to_engines": f"Goes for the engines; {_WAY}",
    "position": f"Takes a better place: {_DANGER}",
    "shelter": f"Brings the Feldherr to safety: {_DANGER}",
    "kill": "Attacks to destroy: all who attack the unit are expected to do {damage} damage, and its V is {defence}.",
    "wound": "Attacks where it does most harm: {damage} damage is expected, and V is {defence}.",
    "breach": "Breaks what bars the way of {units} units.",
    "open_gate": "Opens a gate for the own army.",
    "shut_gate": "Shuts a gate against the enemy.",
}
