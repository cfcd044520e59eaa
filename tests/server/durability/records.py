"""What a store says about games, compared with what their players remember."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from duskfall.fog import Game as FogGame
from duskfall.play import Log, LoggedOrder, Mark, Match, Replay, Result, Setup
from duskfall.protocol.fog.updates import Snapshot
from duskfall.server.store import Store, StoredMatch
from tests.server.durability.players import Player, looks_of


def kept(url: str) -> dict[str, StoredMatch]:
    """Every match of a database, with its log, by its room; no server may run."""
    with Store.open(url) as store:
        names = [each.match for each in store.unfinished()]
        names += [done.begun.match for done in store.finished(limit=10_000)]
        found = [_whole(store, name) for name in names]
    return {stored.begun.room: stored for stored in found}


def _whole(store: Store, match: str) -> StoredMatch:
    stored = store.match(match)
    assert stored is not None
    return stored


def check(stored: StoredMatch, players: Sequence[Player]) -> None:
    """The log and the players agree: nothing lost, nothing doubled, nothing shown that is not there."""
    log = Log.parse(stored.lines)
    for player in players:
        assert not player.faults, f"{player.name}: {player.faults}"
        check_orders(log, player)
        assert max(player.shown, default=0) <= log.turn, f"{player.name} was shown a turn that the log does not have"
    check_turns(stored, log, players)


def check_orders(log: Log, player: Player) -> None:
    """A player's orders: all that were acknowledged, none that was refused, each once and as they were sent."""
    logged = [entry.order for entry in log if isinstance(entry, LoggedOrder) and entry.seat == player.seat]
    marches = [order for order in logged if ">" in order]
    assert len(marches) == len(set(marches)), f"an order of {player.name} was doubled"
    lost = player.acknowledged - set(marches)
    assert not lost, f"{len(lost)} acknowledged orders of {player.name} are lost"
    assert not player.refused.keys() & set(marches), f"a refused order of {player.name} was kept"
    place = {order: number for number, order in enumerate(player.sent)}
    assert set(marches) <= place.keys(), f"the log has an order that {player.name} never gave"
    numbers = [place[order] for order in marches]
    assert numbers == sorted(numbers), f"orders of {player.name} overtook each other"
    for told in (player.queued, player.done):
        assert len(told) == len(set(told)), f"{player.name} was told twice of one march"
        assert {player.sent[number] for number in told} <= set(marches), f"{player.name} was told of a lost march"


def check_turns(stored: StoredMatch, log: Log, players: Sequence[Player]) -> None:
    """Play a log again, which proves every digest, and compare each turn with what was shown of it."""
    match = Match(setup_of(stored), [sitter.name for sitter in stored.begun.seats], lockstep=False)
    for entry in log:
        match.repeat(entry)
        for player in players if isinstance(entry, Mark) else ():
            shown = player.shown.get(match.turn)
            if shown is not None:
                view = cast("FogGame", match.game).view(player.seat)
                assert looks_of(Snapshot.of(view)) == shown, f"{player.name} was shown another turn {match.turn}"
    resumed = Match.resumed(setup_of(stored), log, match.players, lockstep=False)
    assert resumed.log.digests() == log.digests()


def setup_of(stored: StoredMatch) -> Setup:
    """What the match was set up with."""
    begun = stored.begun
    return Setup.of(begun.game, begun.options, begun.seed)


def last_turn(stored: StoredMatch) -> int:
    """The turn of the last mark."""
    return Log.parse(stored.lines).turn


def replay_of(stored: StoredMatch) -> Replay:
    """The replay of a match that has ended."""
    ended = stored.ended
    assert ended is not None, f"the match in {stored.begun.room} has not ended"
    names = tuple(sitter.name for sitter in stored.begun.seats)
    result = Result(ended.winner, ended.places, ended.reason)
    return Replay(setup_of(stored), names, Log.parse(stored.lines), result)
