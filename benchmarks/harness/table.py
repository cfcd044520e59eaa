"""Prints a result as tables in the terminal."""

from collections.abc import Iterator, Sequence

from rich import box
from rich.console import Console, ConsoleRenderable, Group
from rich.table import Table
from rich.text import Text

from benchmarks.harness.claims import Verdict
from benchmarks.harness.formatting import (
    claim_text,
    claimed_text,
    figure_text,
    goal_text,
    machine_text,
    percent_text,
    spread_text,
    unit_text,
)
from benchmarks.harness.result import Finding, Result, SeriesResult

VERDICT_STYLES = {
    Verdict.MET: "green",
    Verdict.MISSED: "bold red",
    Verdict.NOT_MEASURED: "yellow",
    Verdict.REPORTED: "dim",
}

NOT_MEASURED = Verdict.NOT_MEASURED.value

FILE_WIDTH = 120
"""Columns of a table that is written to a file or pipe, whose width is unknown."""


def open_console() -> Console:
    """Return the console that results are printed to."""
    console = Console()
    return console if console.is_terminal else Console(width=FILE_WIDTH)


def print_result(result: Result, console: Console) -> None:
    """Print conditions, figures, claims, series and notes."""
    console.print(Group(*_parts(result)))


def print_summary(results: Sequence[Result], console: Console) -> None:
    """Print how many goals were met and name those that were not."""
    held = [(each, finding) for each in results for finding in each.findings if finding.claim.goal]
    counts = [
        f"{sum(finding.verdict is verdict for _, finding in held)} {verdict.value}"
        for verdict in (Verdict.MET, Verdict.MISSED, Verdict.NOT_MEASURED)
    ]
    console.print(Text(f"\nGoals: {', '.join(counts)}", style="bold"))
    for result, finding in held:
        if finding.verdict is Verdict.MET:
            continue
        spread = finding.spread
        found = f", found {claimed_text(finding.claim, spread.median)}" if spread else ""
        console.print(
            Text(
                f"  {finding.verdict.value}: {result.benchmark.name}: "
                f"{claim_text(finding.claim)} {goal_text(finding.claim)}{found}",
                style=VERDICT_STYLES[finding.verdict],
            ),
            soft_wrap=True,
        )


def _parts(result: Result) -> Iterator[ConsoleRenderable]:
    benchmark = result.benchmark
    yield _heading(f"{benchmark.name}: {benchmark.title}")
    yield from _conditions(result)
    yield _subject_table(result)
    for subject in result.subjects:
        if subject.reason:
            yield Text(f"{subject.name} is not measured: {subject.reason}", style="yellow")
    if result.findings:
        yield _heading("Claims: medians over the rounds")
        yield _claim_table(result.findings)
    for series in result.series:
        yield _heading(f"{series.title}: {unit_text(benchmark)}")
        yield _series_table(series)
        for reason in _reasons(series):
            yield Text(reason, style="yellow")
    if benchmark.notes:
        yield _heading("Not like for like, and what else to know")
        yield from (Text(f"  - {note}") for note in benchmark.notes)


def _conditions(result: Result) -> Iterator[Text]:
    conditions, effort = result.conditions, result.effort
    rounds = f"{effort.repeats} rounds in turn of about {effort.seconds:g} s"
    rough = "; a quick run, so figures are rough" if result.quick else ""
    threads = [f"{name}={value}" for name, value in conditions.thread_settings.items()]
    lines = [
        f"{machine_text(conditions)}, {conditions.memory_gib:g} GiB, {conditions.system}",
        f"{conditions.python}, numpy {conditions.numpy}, numba {conditions.numba}; "
        f"threads: {conditions.numba_threads} by numba, {', '.join(threads) or 'no settings'}",
        f"load average {conditions.load_average}, commit {conditions.commit or 'unknown'}",
        f"{rounds}, after {effort.warmups} to warm up{rough}",
    ]
    if result.benchmark.sizes:
        sizes = (f"{name} {value}" for name, value in result.benchmark.sizes.items())
        lines.append(f"sizes: {', '.join(sizes)}")
    for name, versions in result.services.items():
        installed = ", ".join(f"{package} {number}" for package, number in versions.items())
        lines.append(f"{name}: {installed or 'not started'}")
    yield from (Text(line, style="dim") for line in lines)
    if conditions.busy:
        yield Text("The machine was busy when this run began; take it again.", style="yellow")


def _heading(text: str) -> Text:
    """Return a heading; a table's own title would be wrapped to the width of the table."""
    return Text(f"\n{text}", style="bold")


def _subject_table(result: Result) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("subject", no_wrap=True)
    table.add_column(unit_text(result.benchmark), justify="right", style="bold", no_wrap=True)
    table.add_column("lowest - highest", justify="right", no_wrap=True)
    table.add_column("note", style="dim")
    for subject in result.subjects:
        spread = subject.spread
        cells = (figure_text(spread.median), spread_text(spread)) if spread else (NOT_MEASURED, "")
        table.add_row(subject.name, *cells, subject.note)
    return table


def _claim_table(findings: Sequence[Finding]) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("claim")
    table.add_column("found", justify="right", style="bold", no_wrap=True)
    table.add_column("lowest - highest", justify="right", no_wrap=True)
    table.add_column("goal", justify="right", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    for finding in findings:
        spread = finding.spread
        table.add_row(
            claim_text(finding.claim),
            claimed_text(finding.claim, spread.median) if spread else "",
            spread_text(spread) if spread else "",
            goal_text(finding.claim),
            Text(finding.verdict.value, style=VERDICT_STYLES[finding.verdict]),
        )
    return table


def _series_table(series: SeriesResult) -> Table:
    """Return one row for each size; extremes are in percent of the median, as there may be many columns."""
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(series.size, justify="right")
    for name in series.lines:
        table.add_column(name, justify="right", style="bold")
        table.add_column("spread", justify="right", style="dim", no_wrap=True)
    for row, size in enumerate(series.sizes):
        cells: list[str] = []
        for points in series.lines.values():
            spread = points[row].spread
            if spread:
                cells += (figure_text(spread.median), percent_text(spread))
            else:
                cells += (NOT_MEASURED, "")
        table.add_row(f"{size:,}", *cells)
    return table


def _reasons(series: SeriesResult) -> list[str]:
    """Return once for each line why points of it are missing."""
    reasons = {
        f"{name} is not measured at every size: {point.reason}": None
        for name, points in series.lines.items()
        for point in points
        if point.reason
    }
    return list(reasons)
