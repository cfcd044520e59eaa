"""Measures the cost of a match over the bare game: seats, checks, the log and a digest for every turn."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from benchmarks.harness.benchmark import Benchmark, Subject
from benchmarks.harness.claims import Rate, Ratio, at_least
from benchmarks.harness.measurement import Measurement
from duskfall.bots import BotMatch, Deadline, seat_bots
from duskfall.play import Match, Replay, Setup

SIDE: Final = 30
TURNS: Final = 300
SEED: Final = 7
MOST_OVERHEAD: Final = 0.40

FACE: Final = "single-game face"
MATCH: Final = "match"
LIGHT_FACE: Final = "single-game face, two wanderers"
LIGHT_MATCH: Final = "match, two wanderers"
VERIFY: Final = "replay verified"


def _setup() -> Setup:
    return Setup.of("fog", {"width": SIDE, "height": SIDE, "turn_limit": TURNS}, SEED)


def _bare(bots: tuple[str, str]) -> tuple[int, str]:
    """Play a game of bots without a match; return its turns and the last digest."""
    setup, clock = _setup(), Deadline(1000)
    game, players, turns = setup.start(), seat_bots(bots, setup), 0
    while game.outcome is None:
        game.advance({seat: bot.choose(game.view(seat), clock) for seat, bot in enumerate(players)})
        turns += 1
    return turns, game.digest()


def _match(bots: tuple[str, str]) -> tuple[int, str]:
    """Play the same game as a match."""
    setup = _setup()
    match = Match(setup, bots)
    with BotMatch(match, seat_bots(bots, setup)) as contest:
        contest.play()
    return match.turn, match.game.digest()


def _subject(name: str, play: Callable[[], tuple[int, str]], digest: str, note: str) -> Subject:
    """Return a subject that plays whole games, each of which has to come to the same end."""

    def measure(seconds: float) -> Measurement:
        turns, spent = 0, 0.0
        while spent < seconds:
            begin = time.perf_counter()
            played, last = play()
            spent += time.perf_counter() - begin
            turns += played
            if last != digest:
                raise RuntimeError(f"{name} came to another end")
        return Measurement(turns, spent)

    return Subject(name, measure, note=note)


def overhead(*, quick: bool) -> Benchmark:
    """Measure what the match layer costs over the single-game face with the same bots."""
    del quick  # the game is as long as it is
    bots, light = ("wanderer", "settler"), ("wanderer", "wanderer")
    ends = {names: _bare(names)[1] for names in (bots, light)}
    recorded = Match(_setup(), bots)
    with BotMatch(recorded, seat_bots(bots, recorded.setup)) as contest:
        contest.play()
    file = Replay.of(recorded).encode()

    def verify() -> tuple[int, str]:
        replay = Replay.decode(file)
        replay.verify()
        return replay.turns, replay.log.digests()[-1]

    return Benchmark(
        name="play",
        title="Fog of War: turns of a game between two bots, bare and as a match",
        unit="turns",
        subjects=[
            _subject(FACE, lambda: _bare(bots), ends[bots], "wanderer and settler"),
            _subject(MATCH, lambda: _match(bots), ends[bots], "the same, with checks, log and digests"),
            _subject(LIGHT_FACE, lambda: _bare(light), ends[light], "bots that hardly think"),
            _subject(LIGHT_MATCH, lambda: _match(light), ends[light], "the same as a match"),
            _subject(VERIFY, verify, ends[bots], "decoded and played again from its log"),
        ],
        claims=[
            Ratio(MATCH, against=FACE, goal=at_least(1 / (1 + MOST_OVERHEAD))),
            Ratio(LIGHT_MATCH, against=LIGHT_FACE, goal=at_least(1 / (1 + MOST_OVERHEAD))),
            Rate(MATCH),
            Rate(VERIFY),
        ],
        sizes={"side of the board": SIDE, "turns of a game": TURNS, "seed": SEED},
        notes=[f"An overhead of {MOST_OVERHEAD:.0%} is a rate of {1 / (1 + MOST_OVERHEAD):.2f} times the bare game's."],
    )
