"""Rated games between people and bots, and a tournament, for pictures of the arena."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from duskfall.arena import Ledger, Plan, run
from duskfall.play import Match, Setup
from duskfall.server.ranking.ratings import Contestant, Ratings, bot_user
from duskfall.server.store import Logged, MatchBegun, MatchEnded, Record, SeatRecord, Store, sqlite_url
from tests.arena.tournaments import HereRunner

PEOPLE = ("Hypatia", "Sophie", "settler", "Isolde", "Brangaine", "Tristan", "wanderer", "Quiet Heron 23")
"""The stronger first."""
BOTS = ("settler", "wanderer")
BOARD = {"width": 12, "height": 12}


def user(name: str) -> str:
    return bot_user(name) if name in BOTS else f"{PEOPLE.index(name):032x}"


def sitter(name: str) -> SeatRecord:
    return SeatRecord(None, name, name) if name in BOTS else SeatRecord(user(name), name)


def game(number: int, one: str, other: str, loser: int, turns: int) -> Match:
    """A short game, which somebody gives up."""
    match = Match(Setup.of("fog", BOARD, number), [one, other], lockstep=False)
    for _ in range(turns):
        for seat in (0, 1):
            for order in list(match.game.legal(seat))[:1]:
                match.submit(seat, order)
        match.play_turn()
    match.submit(loser, match.read("surrender"))
    match.play_turn()
    return match


def records(count: int) -> list[Record]:
    """What a server would have written of so many rated games."""
    chance, ratings, written = random.Random(4), Ratings(), list[Record]()
    for number in range(count):
        one, other = chance.sample(PEOPLE, 2)
        stronger = 0 if PEOPLE.index(one) < PEOPLE.index(other) else 1
        loser = 1 - stronger if chance.random() < 0.8 else stronger
        match = game(number, one, other, loser, chance.randrange(10, 40))
        name, setup, outcome = f"rated{number}", match.setup, match.outcome
        assert outcome is not None
        seats = (sitter(one), sitter(other))
        written.append(MatchBegun(name, "oak", "fog", setup.options, setup.seed, seats, {}, setup.world.rules))
        written += [Logged(name, line, text) for line, text in enumerate(match.log.lines())]
        written.append(MatchEnded(name, outcome.winner, outcome.places, str(outcome.reason), match.turn))
        written += ratings.played("fog", [Contestant(user(one), one), Contestant(user(other), other)], outcome.places)
    return written


async def _write(store: Store, written: list[Record]) -> None:
    await store.write(*written)


def prepare(folder: Path) -> None:
    """Give a server that has not been started yet a past."""
    with Store.open(sqlite_url(folder)) as store:
        asyncio.run(_write(store, records(60)))
    cups = folder / "tournaments"
    cups.mkdir()
    plan = Plan.of("fog", ["settler", "wanderer", "settler", "wanderer"], options=BOARD, games=10, seed=1)
    with Ledger.open(cups / "Spring cup.db", plan) as ledger:
        run(plan, ledger, HereRunner())
