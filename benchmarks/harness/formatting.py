"""Formats figures and claims as text, for tables and plots."""

from benchmarks.harness.benchmark import Benchmark
from benchmarks.harness.claims import Claim, Ratio
from benchmarks.harness.conditions import Conditions
from benchmarks.harness.measurement import Spread


def figure_text(figure: float) -> str:
    """Write a figure with thousands marked and no more digits than a measurement supports.

    >>> figure_text(1234567.8), figure_text(12.345), figure_text(0.012345)
    ('1,234,568', '12.3', '0.0123')
    """
    if figure >= 100:
        return f"{figure:,.0f}"
    return f"{figure:.1f}" if figure >= 10 else f"{figure:.3g}"


def claimed_text(claim: Claim, figure: float) -> str:
    """Write a figure as its claim counts it: a ratio in times."""
    return f"{figure_text(figure)}×" if isinstance(claim, Ratio) else figure_text(figure)


def spread_text(spread: Spread) -> str:
    """Write the extremes.

    >>> spread_text(Spread.of([900.0, 1000.0, 1200.0]))
    '900 - 1,200'
    """
    return f"{figure_text(spread.low)} - {figure_text(spread.high)}"


def percent_text(spread: Spread) -> str:
    """Write the extremes as they differ from the median.

    >>> percent_text(Spread.of([900.0, 1000.0, 1200.0]))
    '-10% +20%'
    """
    return f"{spread.low / spread.median - 1:+.0%} {spread.high / spread.median - 1:+.0%}"


def claim_text(claim: Claim) -> str:
    """Name what is claimed."""
    return f"{claim.subject} / {claim.against}" if isinstance(claim, Ratio) else claim.subject


def goal_text(claim: Claim) -> str:
    """Write the goal of a claim; nothing if it has none."""
    goal = claim.goal
    return f"{goal.bound.value} {claimed_text(claim, goal.figure)}" if goal else ""


def unit_text(benchmark: Benchmark) -> str:
    """Name the unit of the rates, such as "turns a second"."""
    return f"{benchmark.unit} a {benchmark.per}"


def machine_text(conditions: Conditions) -> str:
    """Name machine and date in one line."""
    cores = "core" if conditions.cores == 1 else "cores"
    return f"{conditions.cpu}, {conditions.cores:g} {cores}, {conditions.date[:10]}"
