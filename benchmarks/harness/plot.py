"""Draws a result: bars for the subjects, lines for a series."""

import re
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter, LogLocator, NullLocator

from benchmarks.harness.claims import Ratio
from benchmarks.harness.formatting import claimed_text, figure_text, machine_text, unit_text
from benchmarks.harness.measurement import Spread
from benchmarks.harness.result import Result, SeriesResult

INK: Final = "#1f2937"
FAINT_INK: Final = "#6b7280"
GRID: Final = "#e5e7eb"
COLORS: Final = ("#4f46e5", "#f59e0b", "#0d9488", "#e11d48", "#0284c7", "#7c3aed", "#65a30d")
"""Colours that differ in lightness as well as in hue, for colour-blind readers and grey printers."""

MARKERS: Final = ("o", "s", "D", "^", "v", "P", "X")

LOG_FROM_RATIO: Final = 15
"""Beyond this ratio of the longest bar to the shortest, the short ones vanish on a plain axis."""

MANY_DECADES: Final = 1e4
"""From this ratio of highest to lowest rate on, only the powers of ten are marked."""

WIDTH_INCHES: Final = 9.0
FOOT_INCHES: Final = 0.3
TITLE_COLUMNS: Final = 80
DOTS_PER_INCH: Final = 160

STYLE: Final[dict[Any, Any]] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["Inter", "Source Sans 3", "DejaVu Sans"],
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": GRID,
    "axes.labelcolor": FAINT_INK,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": GRID,
    "grid.linewidth": 0.8,
    "xtick.color": FAINT_INK,
    "ytick.color": FAINT_INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
}


def save_plots(result: Result, folder: Path) -> list[Path]:
    """Write all pictures of a result and return their paths; none if nothing was measured."""
    name = result.benchmark.name
    saved = []
    if any(subject.spread for subject in result.subjects):
        saved.append(folder / f"{name}.png")
        _plot_contest(result, saved[-1])
    for number, series in enumerate(result.series, 1):
        if any(point.spread for points in series.lines.values() for point in points):
            words = re.sub(r"[^a-z0-9]+", "-", series.title.lower()).strip("-")
            saved.append(folder / f"{name}-{number}-{words}.png")
            _plot_series(result, series, saved[-1])
    return saved


@contextmanager
def _picture(title: str, result: Result, height_inches: float, path: Path) -> Iterator[Axes]:
    """Yield axes below a title and above the machine's name, and save them."""
    title = textwrap.fill(title, TITLE_COLUMNS)
    title_inches = 0.45 + 0.22 * title.count("\n")
    height = height_inches + title_inches + FOOT_INCHES
    rough = " (quick run: rough figures)" if result.quick else ""
    foot = f"{machine_text(result.conditions)}{rough}"
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH_INCHES, height), facecolor="white")
        # Without pyplot nothing is registered anywhere and no display is looked for.
        FigureCanvasAgg(figure)
        axes = figure.subplots()
        yield axes
        axes.tick_params(length=0)
        figure.text(0.02, 1 - 0.2 / height, title, size=13, weight="bold", va="top")
        figure.text(0.98, 0.12 / height, foot, size=7.5, color=FAINT_INK, ha="right", va="bottom")
        figure.tight_layout(rect=(0.01, FOOT_INCHES / height, 0.985, 1 - title_inches / height))
        _make_room(axes)
        figure.savefig(path, dpi=DOTS_PER_INCH)


def _make_room(axes: Axes) -> None:
    """Widen the x axis until the texts beside the bars end within the plot."""
    for _ in range(20):
        right = max((text.get_window_extent().x1 for text in axes.texts), default=0.0)
        if right <= axes.get_window_extent().x1:
            return
        low, high = axes.get_xlim()
        axes.set_xlim(low, high * (1.6 if axes.get_xscale() == "log" else 1.06))


def _plot_contest(result: Result, path: Path) -> None:
    """Draw one bar for each subject, from the first above to the last below."""
    measured = {each.name: each.spread for each in result.subjects if each.spread}
    medians = [spread.median for spread in measured.values()]
    on_log = max(medians) / min(medians) > LOG_FROM_RATIO
    labels = _bar_labels(result)
    with _picture(result.benchmark.title, result, 0.7 + 0.5 * len(result.subjects), path) as axes:
        if on_log:
            axes.set_xscale("log")
        for row, subject in enumerate(result.subjects):
            spread = measured.get(subject.name)
            if spread:
                _draw_bar(axes, row, spread, labels[subject.name])
            else:
                # Placed by the row, but at the left edge wherever the axis begins.
                edge = axes.get_yaxis_transform()
                axes.text(
                    0.01,
                    row,
                    "not measured",
                    transform=edge,
                    va="center",
                    color=FAINT_INK,
                    style="italic",
                )
        # A bar on a log axis has no zero to stand on: it starts a factor below the shortest.
        axes.set_xlim(
            min(medians) / 4 if on_log else 0,
            max(spread.high for spread in measured.values()) * 1.1,
        )
        axes.xaxis.set_major_formatter(EngFormatter(sep=" "))
        axes.xaxis.set_minor_locator(NullLocator())
        axes.grid(visible=False, axis="y")
        axes.set_yticks(range(len(result.subjects)), [each.name for each in result.subjects])
        axes.tick_params(axis="y", labelsize=10.5, labelcolor=INK)
        axes.set_ylim(len(result.subjects) - 0.45, -0.55)
        scale = ", log scale" if on_log else ""
        axes.set_xlabel(f"{unit_text(result.benchmark)} (median, lowest to highest{scale})")


def _draw_bar(axes: Axes, row: int, spread: Spread, label: str) -> None:
    axes.barh(row, spread.median, height=0.58, color=COLORS[row % len(COLORS)])
    extremes = [[spread.median - spread.low], [spread.high - spread.median]]
    axes.errorbar(spread.median, row, xerr=extremes, color=INK, capsize=3, lw=1.2, capthick=1.2)
    beside = axes.annotate(
        label,
        (spread.high, row),
        (7, 0),
        textcoords="offset points",
        va="center",
        weight="bold",
        size=9.5,
    )
    # For a label that sticks out the layout would shrink the plot; `_make_room` widens the axis.
    beside.set_in_layout(False)


def _bar_labels(result: Result) -> dict[str, str]:
    """Label each subject with its median, and with the ratio to what it is compared with."""
    labels = {each.name: figure_text(each.spread.median) for each in result.subjects if each.spread}
    named = set()
    for finding in result.findings:
        claim, spread = finding.claim, finding.spread
        # A bar has room for one ratio, the first that was claimed.
        if isinstance(claim, Ratio) and spread and claim.subject not in named:
            named.add(claim.subject)
            labels[claim.subject] += f"   ({claimed_text(claim, spread.median)} {claim.against})"
    return labels


def _plot_series(result: Result, series: SeriesResult, path: Path) -> None:
    """Draw one line for each subject over the sizes, with the extremes as a band."""
    with _picture(f"{result.benchmark.name}: {series.title}", result, 4.2, path) as axes:
        for number, (name, points) in enumerate(series.lines.items()):
            pairs = zip(series.sizes, points, strict=True)
            measured = [(size, point.spread) for size, point in pairs if point.spread]
            if measured:
                _draw_line(axes, number, name, measured)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xticks(list(series.sizes), [f"{size:,}" for size in series.sizes])
        axes.xaxis.set_minor_locator(NullLocator())
        _mark_rates(axes)
        axes.set_xlabel(series.size)
        axes.set_ylabel(unit_text(result.benchmark))
        axes.legend(frameon=False, loc="best")


def _draw_line(axes: Axes, number: int, name: str, measured: Sequence[tuple[int, Spread]]) -> None:
    color, marker = COLORS[number % len(COLORS)], MARKERS[number % len(MARKERS)]
    sizes = [size for size, _ in measured]
    lows, highs = [spread.low for _, spread in measured], [spread.high for _, spread in measured]
    axes.fill_between(sizes, lows, highs, color=color, alpha=0.15, linewidth=0)
    medians = [spread.median for _, spread in measured]
    axes.plot(sizes, medians, color=color, marker=marker, mec="white", linewidth=2, label=name)


def _mark_rates(axes: Axes) -> None:
    """Show at least a decade: else a flat series fills the height and noise looks like a cliff."""
    low, high = axes.get_ylim()
    low, high = min(low, high / 10) * 0.8, high * 1.25
    axes.set_ylim(low, high)
    few_decades = high / low < MANY_DECADES
    axes.yaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if few_decades else (1.0,)))
    axes.yaxis.set_major_formatter(EngFormatter(sep=" "))
    axes.yaxis.set_minor_locator(NullLocator())
