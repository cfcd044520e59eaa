"""Plays one match of a tournament, wherever that is: here, in a worker of the pool, on a cluster."""

from __future__ import annotations

from typing import Any

from duskfall import __version__
from duskfall.arena.fixtures import Finished, Fixture, Played, SeatFaults
from duskfall.bots import Bot, BotMatch, Deadline, Fault, FaultKind, SeatInfo, bot_named
from duskfall.bots.bot import Leaving
from duskfall.errors import Refusal, Refused
from duskfall.play import Match, Replay


def play(fixture: Fixture, version: str = __version__) -> Finished:
    """Play a match to its end. `version` is that of whoever asks: another one may know other rules."""
    if version != __version__:
        raise Refused(
            Refusal.OTHER_RULES,
            f"duskfall {__version__}",
            f"a worker has this version, the tournament is run by {version}",
            "install the same version everywhere",
        )
    match = Match(fixture.setup, fixture.titles)
    with BotMatch(match, seated(fixture), fixture.deadline_ms) as contest:
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
        faults=tuple(SeatFaults(record.in_all, record.last) for record in contest.records),
    )
    return Finished(played, Replay.of(match).encode())


def seated(fixture: Fixture) -> list[Bot]:
    """A bot at each seat. One whose own code fails at once is seated all the same, and loses by its faults."""
    setup, bots = fixture.setup, list[Bot]()
    for seat, name in enumerate(fixture.names):
        chair = SeatInfo(setup.game, setup.options, seat, len(fixture.names), setup.seed)
        try:
            bots.append(bot_named(name, chair, trust=fixture.trust))
        except Refused:
            dismiss(bots)
            raise
        except Exception as error:  # noqa: BLE001 -- whatever a stranger's class raises is its fault and not ours
            bots.append(_NoShow(error))
    return bots


def dismiss(bots: list[Bot]) -> None:
    """Let bots go that will not play."""
    for bot in bots:
        if isinstance(bot, Leaving):
            bot.leave(None, None)


class _NoShow:
    """Stands for a bot that could not take its seat."""

    def __init__(self, error: Exception) -> None:
        self._reason = f"{type(error).__name__}: {error}"[:200]

    def choose(self, view: Any, clock: Deadline) -> list[Any]:
        """Nothing, ever."""
        del view, clock
        raise Fault(FaultKind.SILENT, self._reason)
