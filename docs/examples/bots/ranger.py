#!/usr/bin/env python3
"""A whole bot for both games of Duskfall, in Python without any library."""

import json
import sys
from typing import Any


def fog_orders(seat: int, view: dict[str, Any]) -> list[str]:
    """March onto the weakest tile that can be taken; else bring the largest army a step towards foreign land."""
    width, height = view["width"], view["height"]
    terrain, armies, defence = view["terrain"], view["armies"], view["defence"]

    def beside(tile: int) -> list[int]:
        row, column = divmod(tile, width)
        near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        return [r * width + c for r, c in near if 0 <= r < height and 0 <= c < width and terrain[r * width + c] != -2]

    mine = [tile for tile in range(width * height) if terrain[tile] == seat and armies[tile] > 1]
    best: tuple[int, int, int, int] | None = None
    for source in mine:
        for target in beside(source):
            guard = armies[target] + defence[target]
            if terrain[target] != seat and armies[source] - 1 > guard:
                wish = (terrain[target] >= 0, armies[source] - guard, source, target)
                best = max(best or wish, wish)
    if best is not None:
        return [f"{best[2]}>{best[3]}"]
    if not mine:
        return []
    # Walk outwards from the largest army until foreign land is found, then take the first step of that way.
    start = max(mine, key=lambda tile: armies[tile])
    first = {start: start}
    queue = [start]
    for tile in queue:
        for near in beside(tile):
            if near not in first:
                first[near] = near if tile == start else first[tile]
                if terrain[near] != seat:
                    return [f"{start}>{first[near]}"]
                queue.append(near)
    return []


def welten_orders(types: list[dict[str, Any]], view: dict[str, Any], legal: dict[str, Any]) -> list[str]:
    """Everyone goes as near to the enemy's leader as it can, and strikes at the weakest in reach."""
    units, player = view["units"], view["player"]
    if view["phase"] == "gates":
        return ["end"]
    if view["phase"] == "attack":
        v_at = {(x, y): v for _, x, y, v, _ in units if x >= 0}
        orders = []
        for unit, *places in legal["attacks"]:
            targets = list(zip(places[::2], places[1::2], strict=True))
            x, y = min(targets, key=lambda target: v_at.get(target, 99))
            orders.append(f"attack {unit} {x},{y}")
        return [*orders, "end"]
    enemies = [unit for unit in units if unit[1] >= 0 and types[unit[0]]["side"] != player]
    _, goal_x, goal_y, _, _ = next((unit for unit in enemies if types[unit[0]]["must_live"]), enemies[0])

    def way(x: int, y: int) -> int:
        return abs(x - goal_x) + abs(y - goal_y)

    # Whoever is nearest goes first and makes room; a tile that a friend has taken meanwhile is refused, at no cost.
    orders = []
    for unit, *places in sorted(legal["moves"], key=lambda row: way(*units[row[0]][1:3])):
        x, y = min(zip(places[::2], places[1::2], strict=True), key=lambda place: way(*place))
        if way(x, y) < way(*units[unit][1:3]):
            orders.append(f"move {unit} {x},{y}")
    return [*orders, "end"]


def main() -> None:
    """Read frames until the game is over."""
    start: dict[str, Any] = {}
    for text in sys.stdin:
        frame = json.loads(text)
        if frame["type"] == "start":
            start = frame
            sys.stderr.write(f"I play {start['game']} from seat {start['seat']}\n")
        elif frame["type"] == "turn":
            if start["game"] == "fog":
                orders = fog_orders(start["seat"], frame["view"])
            else:
                orders = welten_orders(start["unit_types"], frame["view"], frame["legal"])
            sys.stdout.write(json.dumps({"n": frame["n"], "orders": orders}) + "\n")
            sys.stdout.flush()
        elif frame["type"] == "end":
            sys.stderr.write(f"The winner is {frame['winner']}: {frame['reason']}\n")


if __name__ == "__main__":
    main()
