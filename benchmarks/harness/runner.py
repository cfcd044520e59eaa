"""Measures the subjects of a benchmark in turn: A B C, A B C, ... ."""

from collections.abc import Sequence

from benchmarks.harness.benchmark import Benchmark, Effort, Series, Service, Subject
from benchmarks.harness.conditions import observe
from benchmarks.harness.measurement import Measurement, Unmeasured
from benchmarks.harness.progress import Progress, Silent
from benchmarks.harness.result import Result, SeriesResult, SubjectResult, find


def run(benchmark: Benchmark, *, quick: bool = False, progress: Progress | None = None) -> Result:
    """Measure all subjects and series of a benchmark.

    A subject that raises `Unmeasured` at any time is reported without figures, since half of its
    rounds could not be paired with those of others; the rest goes on. Anything else it raises is
    a crash and is passed on, after all services were closed.
    """
    effort = benchmark.effort.quickened() if quick else benchmark.effort
    conditions = observe()
    rounds = _Rounds(effort, progress or Silent())
    try:
        subjects = rounds.measure(benchmark.subjects)
        series = [_measure_series(rounds, each) for each in benchmark.series]
        services = {service.name: service.versions() for service in rounds.services}
    finally:
        rounds.close()
    findings = [find(claim, subjects) for claim in benchmark.claims]
    return Result(benchmark, quick, effort, conditions, subjects, findings, series, services)


def _measure_series(rounds: "_Rounds", series: Series) -> SeriesResult:
    """Measure size by size, the lines in turn at each size.

    Turns over all sizes at once would also even out slow drift, but would keep what was built for
    every size in memory.
    """
    lines: dict[str, list[SubjectResult]] = {}
    for size in series.sizes:
        subjects = [line(size) for line in series.lines]
        for point in rounds.measure(subjects, where=f"{size:,} {series.size}"):
            lines.setdefault(point.name, []).append(point)
    return SeriesResult(series.title, series.size, series.sizes, lines)


class _Rounds:
    """Measures subjects in turn with an effort, and remembers the services that it started."""

    def __init__(self, effort: Effort, progress: Progress) -> None:
        self._effort = effort
        self._progress = progress
        self.services: list[Service] = []

    def measure(self, subjects: Sequence[Subject], where: str = "") -> list[SubjectResult]:
        """Measure these subjects in turn, round by round."""
        reasons = self._start_services(subjects)
        taken: dict[str, list[Measurement]] = {subject.name: [] for subject in subjects}
        for number in range(-self._effort.warmups, self._effort.repeats):
            for subject in subjects:
                if subject.name in reasons:
                    continue
                self._progress.measuring(f"{subject.name}, {where}" if where else subject.name)
                try:
                    measurement = subject.measure(self._effort.seconds)
                except Unmeasured as reason:
                    reasons[subject.name] = str(reason)
                    self._progress.announce(f"{subject.name} is not measured: {reason}")
                    continue
                if number >= 0:
                    taken[subject.name].append(measurement)
        return [
            SubjectResult(
                subject.name,
                () if subject.name in reasons else taken[subject.name],
                reasons.get(subject.name, ""),
                subject.note,
            )
            for subject in subjects
        ]

    def _start_services(self, subjects: Sequence[Subject]) -> dict[str, str]:
        """Start the services of the subjects; return for each failed subject why its service could not be started."""
        reasons: dict[str, str] = {}
        for subject in subjects:
            service = subject.needs
            if service is None:
                continue
            if not any(service is known for known in self.services):
                self.services.append(service)
            try:
                service.start(self._progress.announce)
            except Unmeasured as reason:
                reasons[subject.name] = str(reason)
                self._progress.announce(f"{subject.name} is not measured: {reason}")
        return reasons

    def close(self) -> None:
        for service in self.services:
            service.close()
