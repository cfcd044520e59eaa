"""Plays one match of a tournament, in any process: this one, a worker of the pool, a cluster."""

from __future__ import annotations

from typing import Any

from duskfall import __version__
from duskfall.arena.fixtures import Finished, Fixture, Played, SeatFaults
from duskfall.bots import Bot, BotMatch, Deadline, Fault, FaultKind, SeatInfo, bot_named
from duskfall.bots.bot import Leaving
from duskfall.bots.loading import BotNotMade
from duskfall.errors import Refusal, Refused
from duskfall.play import Match, Replay


def play(fixture: Fixture, version: str = __version__) -> Finished:
    """Play a match to its end. `version` is the Duskfall that asks for it: another one may know other rules."""
    if version != __version__:
        raise Refused(
            Refusal.OTHER_RULES,
            f"duskfall {__version__}",
            f"a worker has this version, the tournament is run by {version}",
            "install the same version everywhere",
        )
    match = Match(fixture.setup, fixture.titles)
    with BotMatch(match, start_bots(fixture), fixture.deadline_ms, explain=fixture.explain) as contest:
        outcome = contest.play()
    played = Played(
        number=fixture.number,
        round=fixture.round,
        seed=fixture.setup.seed,
        entrants=fixture.entrants,
        winner=None if outcome.winner is None else int(outcome.winner),
        places=tuple(map(int, outcome.places)),
        reason=str(outcome.reason),
        turns=match.turn,
        digest=match.game.digest(),
        faults=tuple(SeatFaults(record.in_all, record.last) for record in contest.faults),
    )
    return Finished(played, Replay.of(match, contest.reasons).encode())


def start_bots(fixture: Fixture) -> list[Bot]:
    """Start the bot of each seat. A bot whose own code fails at once keeps its seat and loses by its faults."""
    setup, bots = fixture.setup, list[Bot]()
    for seat, name in enumerate(fixture.names):
        chair = SeatInfo.of(setup, seat, len(fixture.names))
        try:
            bots.append(bot_named(name, chair, trust=fixture.trust))
        except BotNotMade as refused:
            bots.append(_FailedBot(refused.failure))
        except Refused:
            stop_bots(bots)
            raise
    return bots


def stop_bots(bots: list[Bot]) -> None:
    """Stop bots that will not play."""
    for bot in bots:
        if isinstance(bot, Leaving):
            bot.leave(None, None)


class _FailedBot:
    """Takes the seat of a bot that could not be started, and answers every question with a fault."""

    def __init__(self, failure: str) -> None:
        self._failure = failure

    def choose(self, view: Any, clock: Deadline) -> list[Any]:
        """Raise the fault that kept the bot from starting."""
        del view, clock
        raise Fault(FaultKind.FAILED, self._failure)
