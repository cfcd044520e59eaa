"""Plays stored matches again: to go on with them, or to find out how far that is possible."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator

from duskfall.errors import Refusal, Refused
from duskfall.play import Diverged, Log, Mark, Match, Setup, parse_entry
from duskfall.play.log import Entry
from duskfall.protocol.games import WIRE_GAMES
from duskfall.server.store import MatchBegun, StoredMatch, StoreReader


class Interrupted(Exception):
    """A match was not played again to its end, because nobody needs it any more."""


def until_stopped(entries: Iterable[Entry], stopped: threading.Event) -> Iterator[Entry]:
    """Give entries of a log; `Interrupted` as soon as the server stops, which need not wait for them."""
    for entry in entries:
        if stopped.is_set():
            raise Interrupted
        yield entry


def resumed_match(stored: StoredMatch, stopped: threading.Event | None = None) -> Match:
    """Play a match again from its log; refuse one that the rules do not confirm, entry by entry."""
    log = until_stopped(Log.parse(stored.lines), stopped or threading.Event())
    match = Match.resumed(_setup_of(stored.begun), log, _names(stored.begun), lockstep=False)
    if len(match.log) != len(stored.lines):
        reason = f"its log has {len(stored.lines)} entries, the rules write {len(match.log)}"
        raise Diverged(match.turn, reason)
    return match


def fault_of(store: StoreReader, match: str) -> str | None:
    """Say why a match cannot be played on; None if it can."""
    try:
        stored = store.match(match)
        if stored is None:
            return "it is not in the store"
        resumed_match(stored)
        WIRE_GAMES[stored.begun.game].has_usual_options(stored.begun.room_options)  # reads them
    except Exception as error:  # noqa: BLE001  # damage has every form
        return fault_text(error)
    return None


def fault_text(error: Exception) -> str:
    """Word what is wrong with a match in one line."""
    text = str(error) if isinstance(error, Refused) else f"{type(error).__name__}: {error}"
    return " ".join(text.split())


def sound_entries(begun: MatchBegun, lines: list[str]) -> tuple[int, int]:
    """Find the last turn up to which the rules confirm a log, and the number of entries up to its mark; 0 if none."""
    turn, length = 0, 0
    try:
        match = Match(_setup_of(begun), _names(begun), lockstep=False)
        for number, line in enumerate(lines):
            entry = parse_entry(line)
            match.repeat(entry)
            if isinstance(entry, Mark):
                if len(match.log) != number + 1:
                    break
                turn, length = entry.turn, number + 1
    except Exception:  # noqa: BLE001  # damage has every form
        return turn, length
    return turn, length


def _setup_of(begun: MatchBegun) -> Setup:
    setup = Setup.of(begun.game, begun.options, begun.seed)
    if setup.world.rules != begun.rules:
        reason = f"it was begun under the rules {begun.game} {begun.rules}, these are {setup.world.rules}"
        cure = "start the version of Duskfall that it was begun with"
        raise Refused(Refusal.OTHER_RULES, f"match {begun.match}", reason, cure)
    return setup


def _names(begun: MatchBegun) -> list[str]:
    if not begun.seats:
        raise Refused(Refusal.INCONSISTENT, f"match {begun.match}", "it has no players")
    return [record.name for record in begun.seats]
