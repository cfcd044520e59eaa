"""What a tournament is: a few plain choices, from which everything else follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from math import ceil, comb, log2
from typing import Any, Final, Self

from duskfall.arena.fixtures import Entrant, Fixture
from duskfall.arena.sequential import Terms
from duskfall.bots import title_of
from duskfall.dice import SEEDS, checked_seed
from duskfall.errors import Refusal, Refused, UnknownName
from duskfall.play import Options, Setup

TURN_LIMIT: Final = 1000
"""Turns after which a game of Fog between bots is decided by armies and land, unless an option says otherwise."""

MOST_MATCHES: Final = 1_000_000
MOST_BOTS: Final = 1000
BOARDS: Final = 10
"""Boards that each pairing plays on when nobody says how many."""


class Format(StrEnum):
    """Who meets whom."""

    ROUND_ROBIN = "round-robin"
    """Everyone meets everyone, or with more than two seats every group of that size plays."""
    SWISS = "swiss"
    """In each round those meet who have done equally well so far."""
    LADDER = "ladder"
    """Neighbours on the ladder meet; the lower one who scores more than half takes the rung."""
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
    """Complete."""
    bots: tuple[str, ...]
    format: Format = Format.ROUND_ROBIN
    games: int = 2 * BOARDS
    """Matches of each pairing; in a Swiss tournament and on a ladder, in each round."""
    rounds: int = 1
    seats: int = 2
    seed: int = 0
    """Of the first board; the next boards have the next seeds."""
    deadline_ms: int = 1000
    trust: bool = False
    terms: Terms | None = None
    """When two bots are compared: when that is decided."""

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
    ) -> Self:
        """Choices as a user gives them, checked and completed."""
        if format not in list(Format):
            raise UnknownName("format", format, [each.value for each in Format])
        chosen = dict(options or {})
        if game == "fog":
            if chosen.get("players", seats) != seats:
                raise Refused(
                    Refusal.INCONSISTENT,
                    f"players={chosen['players']}",
                    f"the tournament has {seats} seats",
                    "say how many play with --seats",
                )
            chosen = {"players": seats, "turn_limit": TURN_LIMIT} | chosen
        setup = Setup.of(game, chosen, checked_seed(seed))
        if setup.options.get("players", 2) != seats:
            raise Refused(
                Refusal.INCONSISTENT,
                f"{seats} seats",
                f"this game has {setup.options.get('players', 2)}",
                "see --seats",
            )
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
                "name more; the same bot may come twice",
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
        """What the bots are called; of those that share a name the second one has a 2 behind it."""
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
        """How many matches there will be; when bots are compared, at most."""
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
        """The match of that number: who sits where, on which board."""
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
        )

    def plain(self) -> dict[str, Any]:
        """The plan as JSON carries it."""
        return asdict(self) | {"bots": list(self.bots), "format": str(self.format)}

    @classmethod
    def parse(cls, plain: Mapping[str, Any]) -> Self:
        """The plan that JSON carried, held to the same rules."""
        terms = plain["terms"]
        return cls.of(**{**plain, "terms": None if terms is None else Terms(**terms)})


def rungs(count: int, round_: int) -> list[tuple[int, int]]:
    """The rungs that meet in a round: 1st and 2nd, 3rd and 4th, ..., and in the next round 2nd and 3rd, ...

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
            # So many rounds bring any order into its place (odd-even transposition sort).
            usual, most = bots, 1000
    if asked is not None and not 1 <= asked <= most:
        raise Refused(Refusal.OUT_OF_RANGE, f"{asked} rounds", f"a {format_} has 1 to {most}", "leave --rounds away")
    return usual if asked is None else asked
