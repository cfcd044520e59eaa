#!/usr/bin/env python3
"""A whole bot for a live server of Fog of War. It needs duskfall[online].

python online.py http://localhost:8080 den            joins the room den and waits for others
python online.py http://localhost:8080 den wanderer   plays there against a bot of the server's
"""

from __future__ import annotations

import os
import secrets
import sys

from duskfall.bots.online import OnlineBot
from duskfall.bots.sight import Sight
from duskfall.errors import Refused
from duskfall.fog import March

MOUNTAIN = -2


class Rambler(OnlineBot):
    """Takes what it can, enemies first; with nothing to take, its largest army walks towards land that is not ours."""

    def on_turn(self, sight: Sight) -> list[March]:
        """Say what to do in the next turn; an empty list is fine."""
        if sight.queue:  # our last march has not been made yet
            return []
        march = self.capture(sight) or self.advance(sight)
        return [march] if march else []

    def capture(self, sight: Sight) -> March | None:
        """The march onto a tile that can be taken which is worth most."""
        best: tuple[tuple[int, int], March] | None = None
        for source in sight.mine:
            for target in self.open_neighbours(sight, source):
                left = sight.armies[source] - 1 - sight.guard(target)  # one army stays behind
                if sight.terrain[target] == sight.seat or left <= 0:
                    continue
                worth = (2 if target in sight.generals else 1 if sight.terrain[target] >= 0 else 0, left)
                if best is None or worth > best[0]:
                    best = worth, March(source, target)
        return best[1] if best else None

    def advance(self, sight: Sight) -> March | None:
        """The first step of the shortest way from the largest army to land that is not ours."""
        armies = [tile for tile in sight.mine if sight.armies[tile] > 1]
        if not armies:
            return None
        start = max(armies, key=lambda tile: sight.armies[tile])
        first_step: dict[int, int] = {start: start}
        queue = [start]
        for tile in queue:
            for near in self.open_neighbours(sight, tile):
                if near not in first_step:
                    first_step[near] = near if tile == start else first_step[tile]
                    if sight.terrain[near] != sight.seat:
                        return March(start, first_step[near])
                    queue.append(near)
        return None

    def open_neighbours(self, sight: Sight, tile: int) -> list[int]:
        """Where an army could go: no diagonals, no mountains."""
        return [near for near in sight.neighbours(tile) if sight.terrain[near] != MOUNTAIN]


if __name__ == "__main__":
    url, room, *opponents = sys.argv[1:]
    user = os.environ.get("DUSKFALL_USER")  # our secret; keep one if you want to keep the name and its rating
    name = "Rambler" if user else f"Rambler {secrets.token_hex(4)}"
    try:
        for ending in Rambler(url, room, name, user=user, invite=opponents).run():
            sys.stdout.write(f"{'won' if ending.won else 'lost'} after {ending.turn} turns: {ending.reason}\n")
    except Refused as refused:
        sys.exit(str(refused))
