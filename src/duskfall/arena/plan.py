"""The plan of a tournament: the choices of its owner, from which every fixture follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from math import ceil, comb, log2
from typing import Any, Final, Self

from duskfall.arena.comparison import Terms
from duskfall.arena.fixtures import Entrant, Fixture
from duskfall.arena.games import game_named
from duskfall.bots import title_of
from duskfall.dice import SEEDS, checked_seed
from duskfall.errors import Refusal, Refused, UnknownName
from duskfall.play import Options, Setup

MOST_MATCHES: Final = 1_000_000
MOST_BOTS: Final = 1000
BOARDS: Final = 10
"""Boards that each pairing plays on unless the number of games is given."""


class Format(StrEnum):
    """The ways to choose which bots meet."""

    ROUND_ROBIN = "round-robin"
    """Every bot meets every other; with more than two seats every group of that size plays."""
    SWISS = "swiss"
    """In each round bots meet that have done equally well so far."""
    LADDER = "ladder"
    """Neighbours on the ladder meet; a lower one that scores more than half takes the rung."""
    COMPARE = "compare"
    """Two bots meet until it is known which is better."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole tournament, before the first match.

    >>> plan = Plan.of("fog", ["settler", "wanderer", "wanderer"], games=4, seed=7, options={"width": 12, "height": 12})
    >>> plan.titles, plan.matches
    (('settler', 'wanderer', 'wanderer 2'), 12)
    """

    game: str
    options: Options
    """The options of the game, complete."""
    bots: tuple[str, ...]
    format: Format = Format.ROUND_ROBIN
    games: int = 2 * BOARDS
    """Matches of each pairing; in a Swiss tournament and on a ladder, in each round."""
    rounds: int = 1
    seats: int = 2
    seed: int = 0
    """The seed of the first board; the next boards have the next seeds."""
    deadline_ms: int = 1000
    trust: bool = False
    terms: Terms | None = None
    """The error rates of a comparison; None in a tournament."""
    explain: bool = False
    """Whether replays keep why bots chose their orders, where they tell it."""

    @classmethod
    def of(
        cls,
        game: str,
        bots: Sequence[str],
        *,
        options: Mapping[str, Any] | None = None,
        format: str = Format.ROUND_ROBIN,  # noqa: A002 -- that is what it is called
        games: int | None = None,
        rounds: int | None = None,
        seats: int = 2,
        seed: int = 0,
        deadline_ms: int = 1000,
        trust: bool = False,
        terms: Terms | None = None,
        explain: bool = False,
    ) -> Self:
        """Check and complete the choices that a user makes."""
        if format not in list(Format):
            raise UnknownName("format", format, [each.value for each in Format])
        setup = _setup(game, dict(options or {}), seats, seed)
        plan = cls(
            game=game,
            options=setup.options,
            bots=tuple(bots),
            format=Format(format),
            games=BOARDS * seats if games is None else games,
            rounds=_rounds(Format(format), len(bots), rounds),
            seats=seats,
            seed=setup.seed,
            deadline_ms=deadline_ms,
            trust=trust,
            terms=terms,
            explain=explain,
        )
        plan._check()
        return plan

    def _check(self) -> None:
        count = len(self.bots)
        if not self.seats <= count <= MOST_BOTS:
            raise Refused(
                Refusal.OUT_OF_RANGE,
                f"{count} bots",
                f"with {self.seats} seats {self.seats} to {MOST_BOTS} are needed",
                "name more; the same bot may play twice",
            )
        if self.games < 1 or self.games % self.seats:
            raise Refused(
                Refusal.IMPOSSIBLE,
                f"{self.games} games",
                f"every board is played once from each of {self.seats} seats",
                f"choose {max(1, ceil(self.games / self.seats)) * self.seats}",
            )
        if self.format is Format.LADDER and self.seats != 2:
            raise Refused(
                Refusal.IMPOSSIBLE, f"{self.seats} seats", "on a ladder two meet", "choose round-robin or swiss"
            )
        if self.matches > MOST_MATCHES:
            raise Refused(
                Refusal.OUT_OF_RANGE,
                f"{self.matches:,} matches",
                f"at most {MOST_MATCHES:,} are played",
                "choose fewer games, or the format swiss",
            )

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles of the bots; when two share a name, the second one has a 2 behind it."""
        seen: Counter[str] = Counter()
        titles = []
        for bot in self.bots:
            title = title_of(bot)
            seen[title] += 1
            titles.append(title if seen[title] == 1 else f"{title[:56]} {seen[title]}")
        return tuple(titles)

    @property
    def boards(self) -> int:
        """Boards that each pairing plays on, from every seat."""
        return self.games // self.seats

    @property
    def matches(self) -> int:
        """The number of matches; in a comparison the greatest possible one."""
        count = len(self.bots)
        match self.format:
            case Format.ROUND_ROBIN:
                return comb(count, self.seats) * self.games
            case Format.SWISS:
                return self.rounds * (count // self.seats) * self.games
            case Format.LADDER:
                return sum(len(rungs(count, number)) for number in range(self.rounds)) * self.games
            case Format.COMPARE:
                return self.games

    def fixture(self, number: int, round_: int, board: int, entrants: tuple[Entrant, ...]) -> Fixture:
        """Return the match of that number with its board and the bot at each seat."""
        titles = self.titles
        return Fixture(
            number=number,
            round=round_,
            setup=Setup(self.game, self.options, (self.seed + board) % SEEDS),
            entrants=entrants,
            names=tuple(self.bots[entrant] for entrant in entrants),
            titles=tuple(titles[entrant] for entrant in entrants),
            deadline_ms=self.deadline_ms,
            trust=self.trust,
            explain=self.explain,
        )

    def plain(self) -> dict[str, Any]:
        """Return the plan as plain values for JSON."""
        return asdict(self) | {"bots": list(self.bots), "format": str(self.format)}

    @classmethod
    def parse(cls, plain: Mapping[str, Any]) -> Self:
        """Return the plan in plain values from JSON, checked by the same rules."""
        terms = plain["terms"]
        return cls.of(**{**plain, "terms": None if terms is None else Terms(**terms)})


def _setup(game: str, options: dict[str, Any], seats: int, seed: int) -> Setup:
    """Complete the options of the game, and refuse those that ask for another number of seats."""
    described = game_named(game)
    setup = Setup.of(game, described.default_options(seats) | options, checked_seed(seed))
    needed = described.seats(setup.options)
    if needed != seats and "players" in options:
        raise Refused(
            Refusal.INCONSISTENT,
            f"players={options['players']}",
            f"the tournament has {seats} seats",
            "say how many play with --seats",
        )
    if needed != seats:
        raise Refused(Refusal.INCONSISTENT, f"{seats} seats", f"this game has {needed}", "see --seats")
    return setup


def rungs(count: int, round_: int) -> list[tuple[int, int]]:
    """Return the rungs that meet in a round: 1st and 2nd, 3rd and 4th, ..., and in the next round 2nd and 3rd, ...

    >>> rungs(5, 0), rungs(5, 1), rungs(2, 1)
    ([(0, 1), (2, 3)], [(1, 2), (3, 4)], [(0, 1)])
    """
    first = round_ % 2 if count > 2 else 0
    return [(upper, upper + 1) for upper in range(first, count - 1, 2)]


def _rounds(format_: Format, bots: int, asked: int | None) -> int:
    match format_:
        case Format.ROUND_ROBIN | Format.COMPARE:
            usual = most = 1
        case Format.SWISS:
            usual, most = ceil(log2(max(2, bots))) + 1, 1000
        case Format.LADDER:
            # As many rounds as bots sort any order (odd-even transposition sort).
            usual, most = bots, 1000
    if asked is not None and not 1 <= asked <= most:
        raise Refused(Refusal.OUT_OF_RANGE, f"{asked} rounds", f"a {format_} has 1 to {most}", "leave --rounds out")
    return usual if asked is None else asked
