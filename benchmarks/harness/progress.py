"""Shows the progress of a run on stderr, so that stdout holds the results alone."""

from types import TracebackType
from typing import Protocol, Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

from benchmarks.harness.benchmark import Benchmark, Effort


class Progress(Protocol):
    """Receives the progress of the runner while it measures."""

    def announce(self, message: str) -> None:
        """Report something that a person may want to know now."""
        ...

    def measuring(self, what: str) -> None:
        """Report that one measurement begins."""
        ...


class Silent:
    """Shows nothing."""

    def announce(self, message: str) -> None:
        """Ignore the message."""

    def measuring(self, what: str) -> None:
        """Ignore the measurement."""


class Plain:
    """Prints one line for each subject, for logs and pipes."""

    def __init__(self, name: str, console: Console) -> None:
        self._name = name
        self._console = console
        self._named: set[str] = set()

    def announce(self, message: str) -> None:
        """Print the message as a line."""
        self._console.print(f"{self._name}: {message}", markup=False, soft_wrap=True)

    def measuring(self, what: str) -> None:
        """Print the subject when it is measured for the first time."""
        if what not in self._named:
            self._named.add(what)
            self.announce(f"measuring {what}")


class Live:
    """Shows a bar over all measurements, for a person at a terminal; removed at the end."""

    def __init__(self, name: str, measurements: int, console: Console) -> None:
        self._name = name
        self._bar = Bar(
            TextColumn("[bold]{task.fields[name]}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("[dim]{task.description}"),
            console=console,
            transient=True,
        )
        self._task = self._bar.add_task("starting", total=measurements, name=name)
        self._begun = 0

    def __enter__(self) -> Self:
        """Show the bar."""
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Remove the bar."""
        self._bar.stop()

    def announce(self, message: str) -> None:
        """Print the message above the bar."""
        self._bar.console.print(f"{self._name}: {message}", markup=False)

    def measuring(self, what: str) -> None:
        """Move the bar: the previous measurement is done."""
        self._bar.update(self._task, description=what, completed=self._begun)
        self._begun += 1


def count_measurements(benchmark: Benchmark, effort: Effort) -> int:
    """Return how many measurements a run takes if every subject can be measured."""
    points = sum(len(series.sizes) * len(series.lines) for series in benchmark.series)
    return (len(benchmark.subjects) + points) * (effort.repeats + effort.warmups)
