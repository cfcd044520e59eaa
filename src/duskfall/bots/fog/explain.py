"""Says in one sentence why a march was chosen, for each goal, with the numbers that decided."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SENTENCES: Final[Mapping[str, str]] = {
    "strike": "Strikes at a general: {armies} armies can be there in {turns}, its garrison is {garrison}.",
    "intercept": "Beats an army that would take the general in {turns}, with {excess} to spare.",
    "block": "Steps into the way of an army that would take the general in {turns}, with {excess} to spare.",
    "defend": "Gathers at home: an army would take the general in {turns}, with {excess} to spare.",
    "clear": "Attacks an army {turns} away from the general, which waits for the general's armies to leave.",
    "attack": "Attacks: {armies} armies arrive in {turns} where {expected} are expected.",
    "city": "Takes a city of {garrison}: {armies} armies can be there in {turns}.",
    "search": "Searches the fog for players; the likeliest place is {turns} away.",
    "opening": "Follows its plan of the opening, which ends in {turns}.",
    "land": "Takes land: the march is worth {worth} hundredths of a tile.",
}
