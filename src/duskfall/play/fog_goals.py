"""The goals that players of Fog of War give as reasons for their marches, each with the numbers that decide."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from duskfall.play.reasons import Goals

FogGoal: TypeAlias = Literal[
    "strike", "intercept", "block", "defend", "clear", "attack", "city", "search", "opening", "land"
]

FOG_GOALS: Final[Goals] = {
    "strike": ("turns", "armies", "garrison"),
    "intercept": ("turns", "excess"),
    "block": ("turns", "excess"),
    "defend": ("turns", "excess"),
    "clear": ("turns", "excess"),
    "attack": ("turns", "armies", "expected"),
    "city": ("turns", "armies", "garrison"),
    "search": ("turns",),
    "opening": ("turns",),
    "land": ("worth",),
}
