"""The result of a run of a benchmark, and its form in JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TypeAlias, assert_never

from benchmarks.harness.benchmark import Benchmark, Effort
from benchmarks.harness.claims import Claim, Goal, Rate, Ratio, Verdict, judge
from benchmarks.harness.conditions import Conditions
from benchmarks.harness.measurement import Measurement, Spread

Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None

FORMAT = 1
"""Increased when readers of the stored results have to change."""


@dataclass(frozen=True, slots=True)
class SubjectResult:
    """The measurements of one subject, in the order of the rounds, or the reason why there are none."""

    name: str
    rounds: Sequence[Measurement]
    reason: str = ""
    note: str = ""

    @property
    def spread(self) -> Spread | None:
        """Median and spread of the rates, if it was measured."""
        return Spread.of([taken.rate for taken in self.rounds]) if self.rounds else None

    def as_json(self) -> Json:
        """Return every round and its summary."""
        return {
            "name": self.name,
            "note": self.note,
            "reason_not_measured": self.reason or None,
            "rate": _spread_json(self.spread),
            "rounds": [{**asdict(taken), "rate": taken.rate} for taken in self.rounds],
        }


@dataclass(frozen=True, slots=True)
class Finding:
    """The figures of one claim, round by round, and its verdict."""

    claim: Claim
    figures: Sequence[float]

    @property
    def spread(self) -> Spread | None:
        """Median and spread of the claimed figure, if it was measured."""
        return Spread.of(self.figures) if self.figures else None

    @property
    def verdict(self) -> Verdict:
        """The verdict of the median against the goal."""
        spread = self.spread
        return judge(self.claim.goal, spread.median if spread else None)

    def as_json(self) -> Json:
        """Return the claim, its goal and its figures."""
        against = self.claim.against if isinstance(self.claim, Ratio) else None
        return {
            "kind": "rate" if against is None else "ratio",
            "subject": self.claim.subject,
            "against": against,
            "goal": _goal_json(self.claim.goal),
            "verdict": self.verdict.value,
            "figure": _spread_json(self.spread),
            "rounds": list(self.figures),
        }


@dataclass(frozen=True, slots=True)
class SeriesResult:
    """The lines of one series: for each line's name its result at each of the sizes."""

    title: str
    size: str
    sizes: Sequence[int]
    lines: Mapping[str, Sequence[SubjectResult]]

    def as_json(self) -> Json:
        """Return the lines with all their points."""
        return {
            "title": self.title,
            "size": self.size,
            "sizes": list(self.sizes),
            "lines": {name: [at.as_json() for at in points] for name, points in self.lines.items()},
        }


@dataclass(frozen=True, slots=True)
class Result:
    """All results of a run, with the conditions of the machine."""

    benchmark: Benchmark
    quick: bool
    effort: Effort
    conditions: Conditions
    subjects: Sequence[SubjectResult]
    findings: Sequence[Finding]
    series: Sequence[SeriesResult]
    services: Mapping[str, Mapping[str, str]]

    def findings_with(self, verdict: Verdict) -> list[Finding]:
        """Return the findings of one verdict."""
        return [finding for finding in self.findings if finding.verdict is verdict]

    def as_json(self) -> dict[str, Json]:
        """Return the result as it is stored."""
        benchmark = self.benchmark
        return {
            "format": FORMAT,
            "name": benchmark.name,
            "title": benchmark.title,
            "unit": benchmark.unit,
            "per": benchmark.per,
            "quick": self.quick,
            "effort": asdict(self.effort),
            "conditions": asdict(self.conditions),
            "sizes": dict(benchmark.sizes),
            "services": {name: dict(versions) for name, versions in self.services.items()},
            "subjects": [subject.as_json() for subject in self.subjects],
            "claims": [finding.as_json() for finding in self.findings],
            "series": [series.as_json() for series in self.series],
            "notes": list(benchmark.notes),
        }


def find(claim: Claim, subjects: Sequence[SubjectResult]) -> Finding:
    """Compute a claim round by round.

    A subject has a measurement for every round or none at all, so rounds pair up by position.
    """
    rounds = {subject.name: subject.rounds for subject in subjects}
    match claim:
        case Rate(subject):
            return Finding(claim, [taken.rate for taken in rounds[subject]])
        case Ratio(subject, against):
            pairs = zip(rounds[subject], rounds[against], strict=False)
            return Finding(claim, [ours.rate / theirs.rate for ours, theirs in pairs])
        case _:
            assert_never(claim)


def _spread_json(spread: Spread | None) -> Json:
    return asdict(spread) if spread else None


def _goal_json(goal: Goal | None) -> Json:
    return {"bound": goal.bound.value, "figure": goal.figure} if goal else None
