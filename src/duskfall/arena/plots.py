"""Plots as SVG text. Places are in per cent, so a plot is as wide as its page and its words stay readable."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from duskfall.arena.standings import Row


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers between two bounds, a few of them.

    >>> ticks(812, 2170)
    [1000.0, 1250.0, 1500.0, 1750.0, 2000.0]
    """
    rough = max((high - low) / most, 1e-9)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * times for times in (1, 2, 2.5, 5, 10) if power * times >= rough)
    first = math.ceil(low / step)
    return [step * number for number in range(first, math.floor(high / step) + 1)]


def rating_plot(rows: Sequence[Row]) -> str:
    """A line for each bot: where its rating lies, and between which bounds the model is sure of it."""
    bounds = [bound for row in rows for bound in row.rating.interval]
    low, high = min(bounds), max(bounds)
    margin = 0.04 * (high - low)
    low, high = low - margin, high + margin

    def at(points: float) -> str:
        return f"{100 * (points - low) / (high - low):.2f}%"

    step, foot = 46, 22
    bottom = step * len(rows)
    parts = [f'<svg class="plot" role="img" aria-label="Ratings with their intervals" height="{bottom + foot}">']
    for tick in ticks(low, high):
        x = at(tick)
        parts.append(f'<line class="grid" x1="{x}" x2="{x}" y1="0" y2="{bottom}"/>')
        parts.append(f'<text class="tick" x="{x}" y="{bottom + 16}" text-anchor="middle">{tick:.0f}</text>')
    for number, row in enumerate(rows):
        y = step * number + 32
        left, right = row.rating.interval
        parts.append(
            f'<text class="name" x="0" y="{y - 15}">{escape(row.title)}</text>'
            f'<text class="value" x="100%" y="{y - 15}" text-anchor="end">'
            f"{row.rating.points:.0f} ({left:.0f} – {right:.0f})</text>"
            f'<line class="whisker" x1="{at(left)}" x2="{at(right)}" y1="{y}" y2="{y}"/>'
            f'<circle class="dot" cx="{at(row.rating.points)}" cy="{y}" r="5.5"/>'
        )
    return "".join([*parts, "</svg>"])


def length_bins(turns: Sequence[int], bins: int = 24) -> list[tuple[int, int, int]]:
    """How many games were how long: from, to, and how many; every step as wide as the others.

    >>> length_bins([10, 11, 30], bins=3)
    [(10, 16, 2), (17, 23, 0), (24, 30, 1)]
    """
    least, most = min(turns), max(turns)
    size = max(1, math.ceil((most - least + 1) / bins))
    counts = [0] * math.ceil((most - least + 1) / size)
    for length in turns:
        counts[(length - least) // size] += 1
    starts = range(least, most + 1, size)
    return [(first, min(most, first + size - 1), count) for first, count in zip(starts, counts, strict=True)]


def length_plot(turns: Sequence[int], unit: str) -> str:
    """How many games were how long."""
    least, most = min(turns), max(turns)
    steps = length_bins(turns)
    top, height = max(count for _, _, count in steps), 150
    parts = [f'<svg class="plot" role="img" aria-label="Lengths of games" height="{height + 26}">']
    for number, (first, last, count) in enumerate(steps):
        tall = 0 if not count else max(2.0, (height - 18) * count / top)
        title = f"{first} to {last} {unit}: {count} games" if last > first else f"{first} {unit}: {count} games"
        share = 100 / len(steps)
        parts.append(
            f'<rect class="bar" x="{share * number + 0.08 * share:.3f}%" width="{0.84 * share:.3f}%" '
            f'y="{height - tall:.1f}" height="{tall:.1f}"><title>{escape(title)}</title></rect>'
        )
        if count == top:
            centre = min(98.0, max(2.0, share * (number + 0.5)))
            parts.append(
                f'<text class="tick" x="{centre:.2f}%" y="{height - tall - 5:.1f}" text-anchor="middle">{count}</text>'
            )
    parts.append(f'<line class="axis" x1="0" x2="100%" y1="{height}" y2="{height}"/>')
    middle = (least + most) // 2
    for x, anchor, value in (("0", "start", least), ("50%", "middle", middle), ("100%", "end", most)):
        text = f"{value} {escape(unit)}" if anchor == "end" else str(value)
        parts.append(f'<text class="tick" x="{x}" y="{height + 18}" text-anchor="{anchor}">{text}</text>')
    return "".join([*parts, "</svg>"])
