"""Draws the plots of the report as SVG.

Places are in per cent, so a plot is as wide as its page, and its texts stay readable.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from duskfall.arena.report.rendering import render
from duskfall.arena.standings import Row, length_bins

_ROW_HEIGHT: Final = 46
"""Pixels of a bot in the plot of ratings."""
_BARS_HEIGHT: Final = 150
"""Pixels of the plot of lengths above its axis."""
_HEADROOM: Final = 18
"""Pixels above the highest bar, for its number."""


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Return a few round numbers between two bounds.

    >>> ticks(812, 2170)
    [1000.0, 1250.0, 1500.0, 1750.0, 2000.0]
    """
    rough = max((high - low) / most, 1e-9)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * times for times in (1, 2, 2.5, 5, 10) if power * times >= rough)
    first = math.ceil(low / step)
    return [step * number for number in range(first, math.floor(high / step) + 1)]


def rating_plot(rows: Sequence[Row]) -> str:
    """Draw a line for each bot: its rating, and the interval that the model is sure of."""
    bounds = [bound for row in rows for bound in row.rating.interval]
    low, high = min(bounds), max(bounds)
    margin = 0.04 * (high - low)
    low, high = low - margin, high + margin

    def at(points: float) -> str:
        return f"{100 * (points - low) / (high - low):.2f}%"

    return render(
        "rating_plot.svg", rows=rows, ticks=ticks(low, high), at=at, step=_ROW_HEIGHT, bottom=_ROW_HEIGHT * len(rows)
    )


@dataclass(frozen=True, slots=True)
class _Bar:
    """The games of one range of lengths."""

    x: float
    """The left end of its range, in per cent of the plot's width."""
    height: float
    count: int
    title: str


def length_plot(turns: Sequence[int], units: str) -> str:
    """Draw how many games had which length."""
    least, most = min(turns), max(turns)
    bins = length_bins(turns)
    top = max(count for _, _, count in bins)
    width = 100 / len(bins)
    bars = []
    for number, (first, last, count) in enumerate(bins):
        height = 0 if not count else max(2.0, (_BARS_HEIGHT - _HEADROOM) * count / top)
        title = f"{first} to {last} {units}: {count} games" if last > first else f"{first} {units}: {count} games"
        bars.append(_Bar(width * number, height, count, title))
    return render(
        "length_plot.svg",
        bars=bars,
        width=width,
        top=top,
        height=_BARS_HEIGHT,
        labels=[("0", "start", least), ("50%", "middle", (least + most) // 2), ("100%", "end", f"{most} {units}")],
    )
