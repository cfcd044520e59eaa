"""The goals that players of Weltendämmerung give as reasons, each with the numbers that decide.

A plan is the reason for a whole phase, and stands with its first order; the orders after it have reasons of their own.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from duskfall.play.reasons import Goals

WeltenPlan: TypeAlias = Literal["hold", "sally", "raid", "storm", "vanguard", "west"]
WeltenAim: TypeAlias = Literal[
    "to_commander", "to_west_edge", "to_enemy", "to_engines", "position", "shelter",
    "kill", "wound", "breach", "open_gate", "shut_gate",
]  # fmt: skip
WeltenGoal: TypeAlias = WeltenPlan | WeltenAim

_PLAN: Final = ("chance", "games", "plans", "next")
"""The percentage of games played out that were won with the plan, the games in all, the plans that were weighed, and
the percentage of the second best."""

WELTEN_GOALS: Final[Goals] = {
    "hold": _PLAN,
    "sally": _PLAN,
    "raid": _PLAN,
    "storm": _PLAN,
    "vanguard": _PLAN,
    "west": _PLAN,
    "to_commander": ("points",),
    "to_west_edge": ("points",),
    "to_enemy": ("points",),
    "to_engines": ("points",),
    "position": ("before", "after"),
    "shelter": ("before", "after"),
    "kill": ("damage", "defence"),
    "wound": ("damage", "defence"),
    "breach": ("units",),
    "open_gate": (),
    "shut_gate": (),
}
