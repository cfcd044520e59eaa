"""A golden playthrough of Fog of War: three seats to the end, every event, and boards along the way."""

from __future__ import annotations

from duskfall.fog import Ended, Game, Marched, Options, advise
from tests.golden import check_golden

SEED = 11


def playthrough() -> str:
    game = Game.new(SEED, Options(width=14, height=12, players=3, turn_limit=400))
    lines = [f"seed {SEED}", "", str(game), ""]
    while game.outcome is None:
        wishes = {seat: advise(game.view(seat), "expanding", SEED) for seat in range(game.seats)}
        events = game.advance({seat: [march] for seat, march in wishes.items() if march is not None})
        marches = " ".join(f"{event.seat}:{event.march}" for event in events if isinstance(event, Marched))
        lines.append(f"turn {game.turn} {game.digest()} {marches}")
        lines += [f"  {event}" for event in events if not isinstance(event, Marched | Ended)]
        if game.turn % 50 == 0:
            lines += ["", str(game), "", "seat 1 sees", str(game.view(1)), ""]
    lines += [f"end {game.outcome}", "", str(game), ""]
    return "\n".join(lines)


def test_the_golden_game_is_played_as_ever() -> None:
    check_golden("fog.txt", playthrough())
