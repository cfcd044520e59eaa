"""The description of a benchmark: subjects, claims, series. Nothing is measured here."""

import difflib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Protocol, Self, assert_never

from benchmarks.harness.claims import Claim, Rate, Ratio
from benchmarks.harness.measurement import Measure

QUICK_REPEATS: Final = 3
QUICK_SECONDS: Final = 0.2
"""A quick run shows that a benchmark works; its figures are rough."""


class Service(Protocol):
    """A process that must run while a subject is measured: a peer, a server, a database.

    The runner starts it before the first measurement of a subject that needs it (again and again,
    so starting what runs already does nothing) and closes it at the end, whatever happened.
    """

    @property
    def name(self) -> str:
        """The name in reports."""
        ...

    def start(self, announce: Callable[[str], None]) -> None:
        """Start it, and announce slow steps; raise `Unmeasured` if that cannot be done."""
        ...

    def close(self) -> None:
        """Stop it."""
        ...

    def versions(self) -> Mapping[str, str]:
        """Return the versions that are installed in it, for the record; empty before it was started."""
        ...


@dataclass(frozen=True, slots=True)
class Subject:
    """Something that is measured. The note is printed beside its figures."""

    name: str
    measure: Measure
    needs: Service | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Series:
    """Rates as a function of a size.

    `lines` are functions from a size to the subject measured at that size; the subject's name is
    the line's name. They are called size by size, and what they built is let go before the next
    size, so a series up to a large size does not hold all smaller ones in memory.
    """

    title: str
    size: str
    """The name of the size, such as "boards at once"; the label of the axis."""
    sizes: Sequence[int]
    lines: Sequence[Callable[[int], Subject]]


@dataclass(frozen=True, slots=True)
class Effort:
    """The number of rounds and the seconds of each measurement."""

    repeats: int = 7
    warmups: int = 1
    seconds: float = 1.0

    def __post_init__(self) -> None:
        """Refuse an effort that measures nothing."""
        if self.repeats < 1 or self.warmups < 0 or self.seconds <= 0:
            raise ValueError(f"{self}: at least one repeat of more than 0 seconds is needed")

    def quickened(self) -> Self:
        """Return the effort of a quick run."""
        return replace(
            self,
            repeats=min(self.repeats, QUICK_REPEATS),
            seconds=min(self.seconds, QUICK_SECONDS),
        )


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A named set of subjects that are measured in turn, and the claims about them.

    `unit` and `per` name the rate ("turns", a "second" or a "second of CPU"), `sizes` are stored
    and printed with the conditions, and `notes` say what is not like for like.
    """

    name: str
    title: str
    unit: str
    subjects: Sequence[Subject]
    claims: Sequence[Claim] = ()
    series: Sequence[Series] = ()
    sizes: Mapping[str, str | float] = field(default_factory=dict)
    notes: Sequence[str] = ()
    per: str = "second"
    effort: Effort = field(default_factory=Effort)

    def __post_init__(self) -> None:
        """Refuse subjects of the same name and claims about a subject that does not exist."""
        names = [subject.name for subject in self.subjects]
        for name, count in Counter(names).items():
            if count > 1:
                raise ValueError(f"{self.name}: {count} subjects are called {name!r}")
        for claim in self.claims:
            for name in subjects_of(claim):
                if name not in names:
                    raise ValueError(f"{self.name}: no subject {name!r}{did_you_mean(name, names)}")


def subjects_of(claim: Claim) -> tuple[str, ...]:
    """Return the names of the subjects of a claim."""
    match claim:
        case Rate(subject):
            return (subject,)
        case Ratio(subject, against):
            return (subject, against)
        case _:
            assert_never(claim)


def did_you_mean(name: str, names: Sequence[str]) -> str:
    """Return the end of a sentence about an unknown name.

    >>> did_you_mean("fgo", ["fog", "dungeon"])
    "; did you mean 'fog'?"
    """
    close = difflib.get_close_matches(name, names, n=1)
    return f"; did you mean {close[0]!r}?" if close else f"; there are {', '.join(names)}"
