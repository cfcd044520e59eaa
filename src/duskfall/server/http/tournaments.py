"""The tournaments that the owner of the server shows, with every match and its replay."""

from __future__ import annotations

from datetime import datetime
from http import HTTPStatus
from typing import Annotated, Final, Literal, cast

from fastapi import APIRouter, Path, Query, Response
from pydantic import BaseModel, ConfigDict

from duskfall.arena import Played, Standing
from duskfall.arena.games import game_named
from duskfall.arena.phrases import ENGLISH, PHRASES, Language, Phrases
from duskfall.arena.standings import Row, length_bins
from duskfall.arena.texts import ending, facts, findings, format_title, lengths, notes
from duskfall.errors import Refusal, Refused
from duskfall.play.replay import SUFFIX
from duskfall.protocol.values import GameName
from duskfall.server.http.context import ContextDep
from duskfall.server.http.cross_tables import CrossTable, cross_table_of
from duskfall.server.http.problems import refusals
from duskfall.server.ranking.tournaments import LONGEST_NAME, DamagedLedger, TournamentSummary

router = APIRouter(prefix="/tournaments", tags=["tournaments"])

_STRICT = ConfigDict(strict=True, frozen=True)
_THERE = refusals(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT)

CROSS_TABLE_SIZE: Final = 40
"""Bots in the cross table: the first of the ranking."""

Spoken = Annotated[Language, Query(alias="language", description="The language of sentences.")]
Name = Annotated[str, Path(max_length=LONGEST_NAME, description="The name of a tournament.")]


class TournamentCard(BaseModel):
    """A tournament in the list."""

    model_config = _STRICT

    name: str
    game: GameName
    title: str
    bots: int
    matches: int
    """As planned; of a comparison, the maximum."""
    played: int
    comparison: bool
    writtenAt: datetime

    @classmethod
    def of(cls, summary: TournamentSummary, phrases: Phrases) -> TournamentCard:
        """The card of a tournament."""
        plan = summary.plan
        return cls(
            name=summary.name,
            game=cast("GameName", plan.game),
            title=format_title(plan, phrases),
            bots=len(plan.bots),
            matches=plan.matches,
            played=summary.reached,
            comparison=plan.terms is not None,
            writtenAt=summary.written,
        )


class DamagedCard(BaseModel):
    """A file in the folder of tournaments that cannot be read as one."""

    model_config = _STRICT

    name: str
    reason: str


class TournamentCards(BaseModel):
    """The tournaments, the last written one first."""

    model_config = _STRICT

    tournaments: tuple[TournamentCard, ...]
    damaged: tuple[DamagedCard, ...]


class Fact(BaseModel):
    """A fact about a tournament."""

    model_config = _STRICT

    name: str
    value: str


class TableRow(BaseModel):
    """The results of one bot."""

    model_config = _STRICT

    place: int
    bot: str
    rating: int
    low: int
    high: int
    score: float
    """The fraction of opponents that it beat."""
    won: int
    drawn: int
    lost: int
    games: int
    faults: int

    @classmethod
    def of(cls, place: int, row: Row) -> TableRow:
        """A row at its place."""
        low, high = row.rating.interval
        return cls(
            place=place, bot=row.title, rating=round(row.rating.points), low=round(low), high=round(high),
            score=round(row.score, 6), won=row.won, drawn=row.drawn, lost=row.lost, games=row.games, faults=row.faults,
        )  # fmt: skip


class LengthBin(BaseModel):
    """The number of games of a length, from `first` to `last` turns."""

    model_config = _STRICT

    first: int
    last: int
    games: int


class Tournament(BaseModel):
    """A tournament as far as it has been played."""

    model_config = _STRICT

    name: str
    game: GameName
    title: str
    who: str
    """The subject of the finding; empty before the first match."""
    finding: str
    facts: tuple[Fact, ...]
    matches: int
    played: int
    counted: int
    """Matches in the table; in a large tournament, more with each request."""
    complete: bool
    table: tuple[TableRow, ...]
    cross: CrossTable
    """Of the first 40 of the table."""
    unit: Literal["turns", "orders"]
    lengths: str
    bins: tuple[LengthBin, ...]
    notes: tuple[str, ...]

    @classmethod
    def of(cls, name: str, standing: Standing, reached: int, phrases: Phrases = ENGLISH) -> Tournament:
        """A tournament with its standing; `reached` matches have been played."""
        plan, ranking = standing.plan, standing.ranking
        who, finding = findings(standing, phrases)
        turns = [played.turns for played in standing.results]
        first = ranking[:CROSS_TABLE_SIZE]
        return cls(
            name=name,
            game=cast("GameName", plan.game),
            title=format_title(plan, phrases),
            who=who,
            finding=finding.strip(),
            facts=tuple(Fact(name=fact, value=value) for fact, value in facts(plan, phrases)),
            matches=plan.matches,
            played=reached,
            counted=len(standing.results),
            complete=standing.complete,
            table=tuple(TableRow.of(place, row) for place, row in enumerate(ranking, 1)),
            cross=cross_table_of([[standing.cross[one.entrant][other.entrant] for other in first] for one in first]),
            unit=cast("Literal['turns', 'orders']", game_named(plan.game).units),
            lengths=lengths(standing, phrases),
            bins=tuple(LengthBin(first=low, last=high, games=games) for low, high, games in length_bins(turns))
            if turns
            else (),
            notes=tuple(notes(standing, phrases)),
        )


class TournamentMatch(BaseModel):
    """A match of a tournament."""

    model_config = _STRICT

    number: int
    round: int
    seed: str
    """A string of digits, since JavaScript cannot hold every seed as a number."""
    bots: tuple[str, ...]
    """By seat."""
    winner: int | None
    """A seat."""
    places: tuple[int, ...]
    reason: str
    """In words."""
    turns: int
    faults: int

    @classmethod
    def of(cls, played: Played, titles: tuple[str, ...], phrases: Phrases) -> TournamentMatch:
        """A match as JSON carries it."""
        return cls(
            number=played.number,
            round=played.round,
            seed=str(played.seed),
            bots=tuple(titles[entrant] for entrant in played.entrants),
            winner=played.winner,
            places=played.places,
            reason=ending(played.reason, phrases),
            turns=played.turns,
            faults=sum(faults.in_all for faults in played.faults),
        )


class TournamentMatches(BaseModel):
    """Matches of a tournament, in the order of their numbers."""

    model_config = _STRICT

    found: int
    """The number of matches on all pages."""
    matches: tuple[TournamentMatch, ...]


@router.get("", responses=refusals())
async def tournaments(context: ContextDep, spoken: Spoken = "en") -> TournamentCards:
    """The tournaments that the owner of the server shows."""
    found = await context.run_in_thread(context.tournaments.summaries)
    return TournamentCards(
        tournaments=tuple(
            TournamentCard.of(each, PHRASES[spoken]) for each in found if isinstance(each, TournamentSummary)
        ),
        damaged=tuple(
            DamagedCard(name=each.name, reason=each.reason) for each in found if isinstance(each, DamagedLedger)
        ),
    )


@router.get("/{name}", responses=_THERE)
async def tournament(context: ContextDep, name: Name, spoken: Spoken = "en") -> Tournament:
    """A tournament: its table, ratings, cross table, and the lengths of its games."""
    phrases = PHRASES[spoken]
    return await context.run_in_thread(lambda: Tournament.of(name, *context.tournaments.standing(name), phrases))


@router.get("/{name}/matches", responses=_THERE)
async def matches(
    context: ContextDep,
    name: Name,
    skip: Annotated[int, Query(ge=0, le=2**31, description="How many matches to skip.")] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    bot: Annotated[str | None, Query(max_length=100, description="Of one bot only.")] = None,
    spoken: Spoken = "en",
) -> TournamentMatches:
    """The matches in the table of a tournament."""
    standing, _ = await context.run_in_thread(context.tournaments.standing, name)
    found = await context.run_in_thread(_matches_of, standing, bot)
    shown, titles = found[skip : skip + limit], standing.plan.titles
    told = tuple(TournamentMatch.of(played, titles, PHRASES[spoken]) for played in shown)
    return TournamentMatches(found=len(found), matches=told)


def _matches_of(standing: Standing, bot: str | None) -> list[Played]:
    if bot is None:
        return standing.results
    if bot not in standing.plan.titles:
        raise Refused(Refusal.UNKNOWN_NAME, bot, "no bot of this tournament has this name")
    entrant = standing.plan.titles.index(bot)
    return [played for played in standing.results if entrant in played.entrants]


@router.get(
    "/{name}/matches/{number}/file",
    response_class=Response,
    responses=_THERE | {200: {"content": {"application/octet-stream": {}}, "description": "A `.duskfall` file."}},
)
async def match_file(context: ContextDep, name: Name, number: Annotated[int, Path(ge=0, le=2**31)]) -> Response:
    """The replay of a match as a file that proves itself."""
    content = await context.run_in_thread(context.tournaments.replay, name, number)
    named = {"content-disposition": f'attachment; filename="match-{number}{SUFFIX}"'}
    return Response(content, media_type="application/octet-stream", headers=named)
