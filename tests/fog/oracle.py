"""Fog of War once more, slow and obvious: dictionaries, no tables, vision from scratch every turn.

It shares with the engine only the words that are compared: orders, events, outcomes and the board that a game starts
from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from duskfall.errors import Refusal
from duskfall.fog import (
    Absent,
    CapturedCity,
    CapturedGeneral,
    CapturedTower,
    Clear,
    Eliminated,
    Ended,
    Event,
    March,
    Marched,
    Order,
    Outcome,
    Pass,
    Position,
    Reason,
    Surrender,
    Undo,
)

LAND, MOUNTAIN, TOWER, CITY = -1, -2, -5, -6
NEVER_SEEN, NEVER_SEEN_OBSTACLE = -3, -4
FULL = 2**31 - 1
KINDS = {0: LAND, 32: MOUNTAIN, 64: CITY, 96: TOWER}


def between(value: int, end: int) -> bool:
    """Whether a value lies between 0 and `end`, both included."""
    return min(0, end) <= value <= max(0, end)


def hides(mountain: tuple[int, int], target: tuple[int, int]) -> bool:
    """Whether a mountain hides a target from a structure at (0, 0)."""
    (mr, mc), (tr, tc) = mountain, target
    if mountain in {(0, 0), target}:
        return False
    return between(mr, tr) and between(mc, tc) and 2 * abs(tr * mc - tc * mr) < abs(tr) + abs(tc)


@dataclass(frozen=True)
class Tile:
    """What can be seen of a tile."""

    terrain: int
    armies: int
    defence: int


@dataclass
class Seen:
    """What a seat sees after a turn."""

    terrain: list[int]
    armies: list[int]
    defence: list[int]
    visible: list[bool]
    cities: list[int]
    towers: list[int]
    generals: list[int]
    scores: list[tuple[int, int]]
    alive: list[bool]
    queue: list[March]
    events: list[Event]


class Oracle:
    """One game."""

    def __init__(self, position: Position, half: bool = True, turn_limit: int | None = None) -> None:
        self.width, self.height, self.turn = position.width, position.height, position.turn
        self.half, self.turn_limit = half, turn_limit
        self.tiles = range(self.width * self.height)
        self.terrain = dict(enumerate(position.terrain.tolist()))
        self.kind = {tile: KINDS[kind] for tile, kind in enumerate(position.kinds.tolist())}
        self.armies = dict(enumerate(position.armies.tolist()))
        self.defence = dict(enumerate(position.defence.tolist()))
        self.generals = list(position.generals)
        self.players = len(self.generals)
        self.seats = range(self.players)
        living = sum(general >= 0 for general in self.generals)
        self.places = [0 if general >= 0 else living + 1 for general in self.generals]
        self.queues: list[list[March]] = [[] for _ in self.seats]
        self.memory: list[dict[int, Tile]] = [{} for _ in self.seats]
        self.cities: list[list[int]] = [[] for _ in self.seats]
        self.towers: list[list[int]] = [[] for _ in self.seats]
        self.visible: list[set[int]] = [set() for _ in self.seats]
        self.events: list[Event] = []
        self.outcome: Outcome | None = None
        self.discs: dict[int, set[int]] = {}
        for seat in self.seats:
            self.see(seat, self.board(), self.board())

    # Geometry.

    def place(self, tile: int) -> tuple[int, int]:
        return divmod(tile, self.width)

    def neighbours(self, tile: int) -> set[int]:
        row, column = self.place(tile)
        around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        return {r * self.width + c for r, c in around if 0 <= r < self.height and 0 <= c < self.width}

    def disc(self, structure: int) -> set[int]:
        if structure not in self.discs:
            self.discs[structure] = self.look_around(structure, 2 if self.kind[structure] == CITY else 3)
        return self.discs[structure]

    def look_around(self, structure: int, radius: int) -> set[int]:
        row, column = self.place(structure)
        offset = {tile: (tile // self.width - row, tile % self.width - column) for tile in self.tiles}
        mountains = [offset[tile] for tile in self.tiles if self.kind[tile] == MOUNTAIN]
        near = [tile for tile in self.tiles if sqrt(offset[tile][0] ** 2 + offset[tile][1] ** 2) <= radius]
        return {tile for tile in near if not any(hides(mountain, offset[tile]) for mountain in mountains)}

    # Orders on arrival.

    def refusal(self, seat: int, orders: Sequence[Order]) -> Refusal | None:
        """Why the first order that cannot be taken is refused."""
        queued = len(self.queues[seat])
        if orders and self.generals[seat] < 0:
            return Refusal.ELIMINATED
        for order in orders:
            if isinstance(order, March):
                if order.source not in self.tiles or order.target not in self.tiles:
                    return Refusal.OFF_MAP
                if order.target not in self.neighbours(order.source):
                    return Refusal.NOT_ADJACENT
                if order.half and not self.half:
                    return Refusal.SPLIT_OFF
                if queued == 64:
                    return Refusal.QUEUE_FULL
                queued += 1
            elif isinstance(order, Undo):
                queued = max(queued - 1, 0)
            elif isinstance(order, Clear):
                queued = 0
        return None

    # A turn.

    def rotation(self) -> list[int]:
        return [(self.turn + i) % self.players for i in self.seats]

    def living(self) -> list[int]:
        return [seat for seat in self.seats if self.generals[seat] >= 0]

    def board(self) -> dict[int, Tile]:
        return {tile: Tile(self.terrain[tile], self.armies[tile], self.defence[tile]) for tile in self.tiles}

    def advance(self, orders: Mapping[int, Sequence[Order]]) -> list[Event]:
        self.events = []
        start = self.board()
        self.turn += 1
        leaving = {seat for seat, wanted in orders.items() if self.take(seat, wanted)}
        for seat in self.rotation():
            if seat in leaving and seat in self.living() and len(self.living()) > 1:
                self.eliminate(seat)
        for seat in self.rotation():
            self.move(seat)
        moved = self.board()
        self.grow()
        self.finish()
        for seat in self.seats:
            self.see(seat, start, moved)
        return self.events

    def take(self, seat: int, orders: Sequence[Order]) -> bool:
        """Put orders into the queue; whether the seat leaves."""
        leaves = False
        queue = self.queues[seat]
        for order in orders:
            match order:
                case March():
                    queue.append(order)
                case Undo():
                    del queue[-1:]
                case Clear():
                    queue.clear()
                case Surrender() | Absent():
                    leaves = True
                case Pass():
                    pass
        return leaves

    def eliminate(self, seat: int) -> None:
        self.places[seat] = len(self.living())
        self.generals[seat] = -1
        self.queues[seat] = []
        for tile in self.tiles:
            if self.terrain[tile] == seat:
                self.terrain[tile] = LAND
                self.armies[tile] //= 2
        self.events.append(Eliminated(seat))

    def judge(self, seat: int, march: March) -> Refusal | None:
        if self.terrain[march.source] != seat:
            return Refusal.NOT_YOURS
        if self.armies[march.source] <= 1:
            return Refusal.TOO_FEW
        if self.terrain[march.target] == MOUNTAIN:
            return Refusal.MOUNTAIN
        return None

    def move(self, seat: int) -> None:
        while self.queues[seat]:
            march = self.queues[seat].pop(0)
            refusal = self.judge(seat, march)
            self.events.append(Marched(seat, march, refusal))
            if refusal is None:
                self.fight(seat, march)
                return

    def fight(self, seat: int, march: March) -> None:
        source, target = march.source, march.target
        k = self.armies[source] // 2 if march.half else self.armies[source] - 1
        self.armies[source] -= k
        was = self.terrain[target]
        d = self.defence[target] if was == TOWER else self.armies[target]
        if was == seat:
            self.armies[target] = min(FULL, d + k)
        elif k > d:
            self.terrain[target], self.armies[target], self.defence[target] = seat, k - d, 0
            if was == CITY:
                self.events.append(CapturedCity(seat, target))
            elif was == TOWER:
                self.events.append(CapturedTower(seat, target))
            elif was >= 0 and self.generals[was] == target:
                self.events.append(CapturedGeneral(seat, target, was))
                self.eliminate(was)
        elif was == TOWER:
            self.defence[target] = d - k
        elif was != LAND:
            self.armies[target] = d - k

    def grow(self) -> None:
        for tile in self.tiles:
            if self.terrain[tile] >= 0:
                always = tile in self.generals or self.kind[tile] == CITY
                if always or self.turn % 25 == 0:
                    self.armies[tile] = min(FULL, self.armies[tile] + 1)

    def score(self, seat: int) -> tuple[int, int]:
        """Tiles and armies."""
        own = [tile for tile in self.tiles if self.terrain[tile] == seat]
        return len(own), sum(self.armies[tile] for tile in own)

    def finish(self) -> None:
        living = self.living()
        winner = None
        if len(living) == 1:
            reason = Reason.LAST_ALIVE
            winner = living[0]
            self.places[winner] = 1
        elif self.turn == self.turn_limit:
            reason = Reason.TURN_LIMIT
            strength = {seat: self.score(seat)[::-1] for seat in living}
            for seat in living:
                self.places[seat] = 1 + sum(strength[other] > strength[seat] for other in living)
            firsts = [seat for seat in living if self.places[seat] == 1]
            winner = firsts[0] if len(firsts) == 1 else None
        else:
            return
        self.outcome = Outcome(winner, tuple(self.places), reason, self.turn)
        self.events.append(Ended(self.outcome))

    # What is seen.

    def in_sight(self, seat: int) -> set[int]:
        """The tiles that a seat sees from its land and structures."""
        own = {tile for tile in self.tiles if self.terrain[tile] == seat}
        visible = set(own)
        for tile in own:
            visible |= self.neighbours(tile)
            if self.kind[tile] in {CITY, TOWER}:
                visible |= self.disc(tile)
        return visible

    def see(self, seat: int, start: Mapping[int, Tile], moved: Mapping[int, Tile]) -> None:
        """Bring a seat's sight and memory up to the end of the turn."""
        now = self.board()
        visible = self.in_sight(seat)
        self.visible[seat] = visible
        memory = self.memory[seat]
        for tile in self.tiles:
            if tile in visible:
                memory[tile] = now[tile]
            elif start[tile].terrain == seat:
                memory[tile] = moved[tile]
        for kind, known in ((CITY, self.cities[seat]), (TOWER, self.towers[seat])):
            known.extend(tile for tile in sorted(visible) if self.kind[tile] == kind and tile not in known)

    def unseen(self, tile: int) -> Tile:
        return Tile(NEVER_SEEN if self.kind[tile] == LAND else NEVER_SEEN_OBSTACLE, 0, 0)

    def told(self, seat: int, event: Event) -> bool:
        match event:
            case Marched():
                return event.seat == seat
            case CapturedCity() | CapturedTower():
                return event.seat == seat or event.tile in self.visible[seat]
            case CapturedGeneral():
                return seat in {event.seat, event.of} or event.tile in self.visible[seat]
            case Eliminated() | Ended():
                return True

    def view(self, seat: int) -> Seen:
        shown = [self.memory[seat].get(tile) or self.unseen(tile) for tile in self.tiles]
        return Seen(
            terrain=[tile.terrain for tile in shown],
            armies=[tile.armies for tile in shown],
            defence=[tile.defence for tile in shown],
            visible=[tile in self.visible[seat] for tile in self.tiles],
            cities=list(self.cities[seat]),
            towers=list(self.towers[seat]),
            generals=[general if general in self.visible[seat] else -1 for general in self.generals],
            scores=[self.score(other) for other in self.seats],
            alive=[general >= 0 for general in self.generals],
            queue=list(self.queues[seat]),
            events=[event for event in self.events if self.told(seat, event)],
        )
