"""Matches to look at: short ones of both worlds, played by rules that depend on nothing but seed and turn."""

from __future__ import annotations

from typing import Any, Final, cast

from duskfall.dice import Dice, purpose
from duskfall.fog import Pass, advise
from duskfall.play import Match, Replay, Setup
from duskfall.welten import Game as WeltenGame

SKIRMISH: Final = """duskfall scenario 1
name skirmish
border 6

land
....,.......
..~~....f...
..~~..G.f.,.
......G.....
.,..#####...
............

gates
6,2
6,3

army
..S...b...k.
.S....b.....
F..A....ka..
.S..B...b...
..........u.
.B...a......
"""

MANNERS: Final = purpose("test players")


def play_fog(match: Match) -> None:
    """Play a Fog match to its end: seat 0 marches by chance, the others expand."""
    while match.outcome is None:
        turn = match.turn
        for seat in sorted(match.waiting):
            march = advise(match.game.view(seat), "expanding" if seat else "random", match.setup.seed)
            match.submit(seat, march or Pass())
        assert match.turn == turn + 1


def play_welten(match: Match) -> None:
    """Play a Weltendämmerung match to its end by chance, ending a state about every fifth order."""
    game = cast("WeltenGame", match.game)
    while match.outcome is None:
        dice = Dice(match.setup.seed, match.turn, MANNERS)
        legal = game.legal(game.player)
        choices = len(legal) - len(legal.others)
        if choices == 0 or dice.below(5) == 0:
            match.submit(game.player, match.read("end"))
        else:
            match.submit(game.player, legal.order(dice.below(choices)))


def play_on(match: Match) -> Match:
    """Play a match of either world to its end."""
    (play_fog if match.setup.game == "fog" else play_welten)(match)
    return match


def setup_of(game: str, seed: int = 7, **options: Any) -> Setup:
    """A short match of a world."""
    if game == "fog":
        return Setup.of("fog", {"width": 12, "height": 12, "turn_limit": 60, **options}, seed)
    return Setup.of("welten", {"scenario": SKIRMISH, **options}, seed)


def played(game: str, seed: int = 7, **options: Any) -> Match:
    """A match that has been played to its end."""
    return play_on(Match(setup_of(game, seed, **options), ["Ada", "Bo"]))


def recorded(game: str, seed: int = 7, **options: Any) -> Replay:
    """The replay of such a match."""
    return Replay.of(played(game, seed, **options))


def digests(game: str, seed: int = 7, **options: Any) -> str:
    """All digests of such a match, one a line."""
    return "\n".join(played(game, seed, **options).log.digests())
