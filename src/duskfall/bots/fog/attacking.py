"""Attacks: strikes at known generals when enough armies can be there, and marches on the likeliest tile before."""

from __future__ import annotations

import numpy as np

from duskfall.bots.fog import weights
from duskfall.bots.fog.gathering import Gathering
from duskfall.bots.fog.ground import Choice, Ground, Reason
from duskfall.bots.fog.land import Floats
from duskfall.bots.fog.memory import UNREACHED, FogMemory
from duskfall.fog.layout import Ints
from duskfall.fog.position import CITY_TILE, TOWER_TILE
from duskfall.fog.turn import NO_MARCH
from duskfall.grid import NOWHERE, Grid


class Attack:
    """Plans the attacks of one seat; an attack that has begun goes on with fewer armies than one that sets out."""

    def __init__(self, memory: FogMemory, gathering: Gathering) -> None:
        self._memory, self._gathering = memory, gathering
        self._until = -1
        """The turn up to which the attack that has begun goes on."""
        self._aim = -1
        self._walker = -1
        """Where the army stands that is in search of the enemy."""

    def strike(self, ground: Ground) -> Choice | None:
        """Strikes at the known general that can be taken first."""
        best: Choice | None = None
        for other in ground.others:
            general = self._memory.generals[other]
            if general >= 0 and ground.reach[general] < UNREACHED:
                choice = self._strike_at(ground, general)
                if choice and (best is None or choice.reason.numbers["turns"] < best.reason.numbers["turns"]):
                    best = choice
        return best

    def _strike_at(self, ground: Ground, general: int) -> Choice | None:
        unseen = ground.view.turn - int(self._memory.seen_turn[general])
        garrison = int(ground.guard[general]) + unseen
        within = self._longest(ground, general)
        brought = self._gathering.plan(ground.guard, ground.terrain, ground.seat, general, within)
        for turns in range(1, len(brought)):
            if brought[turns] > garrison + turns + weights.KILL_MARGIN + turns // weights.KILL_MARGIN_TURNS:
                march = self._gathering.march(turns)
                numbers = {"turns": turns, "armies": brought[turns], "garrison": garrison}
                return None if march == NO_MARCH else Choice(march, Reason("strike", numbers))
        return None

    def attack(self, ground: Ground) -> Choice | None:
        """Gathers and marches on the likeliest general when the armies are expected to suffice."""
        view = ground.view
        if view.turn < weights.ATTACK_FIRST_TURN or ground.target < 0:
            return None
        aim = self._choose_aim(ground, int(np.argmax(ground.mine)))
        if aim < 0:
            return None
        expected = weights.DEFENDED_LEAST + int(weights.DEFENDED_SHARE * self._memory.spare(view, ground.target))
        going = view.turn <= self._until
        brought = self._gathering.plan(ground.guard, ground.terrain, ground.seat, aim, self._longest(ground, aim))
        turns = best_turns(brought, expected, going)
        march = NO_MARCH if turns == 0 else self._gathering.march(turns)
        if march == NO_MARCH:
            self._until = -1
            return None
        if not going:
            self._until = view.turn + turns + weights.ATTACK_WASTE
        return Choice(march, Reason("attack", {"turns": turns, "armies": brought[turns], "expected": expected}))

    def _longest(self, ground: Ground, goal: int) -> int:
        """Returns the turns that an attack may take: more where the largest army has a long way to its goal."""
        away = int(self._memory.steps_from(ground.terrain, [goal])[int(np.argmax(ground.mine))])
        return max(weights.ATTACK_TURNS, away + weights.ATTACK_MORE) if away < UNREACHED else weights.ATTACK_TURNS

    def take_city(self, ground: Ground) -> Choice | None:
        """Takes a free city that can be taken soon, when the armies that it costs can be spared."""
        view = ground.view
        score = view.scores[ground.seat]
        if view.turn < weights.CITY_FIRST_TURN or view.turn <= self._until:
            return None
        best: Choice | None = None
        grid, far = Grid(view.width, view.height), ground.far
        spare = weights.FAR_CITY_SPARE if far else weights.CITY_SPARE
        within = weights.FAR_CITY_TURNS if far else weights.CITY_TURNS
        for city in view.cities:
            cost = int(ground.guard[city])
            near = far or grid.manhattan(ground.home, city) <= weights.CITY_STEPS
            if near and view.terrain[city] == CITY_TILE and score.armies - score.tiles >= spare * cost:
                choice = self._city_march(ground, city, cost, within)
                if choice and (best is None or choice.reason.numbers["turns"] < best.reason.numbers["turns"]):
                    best = choice
        return best

    def break_out(self, ground: Ground) -> Choice | None:
        """Takes the free city or tower that can be taken first, wherever it lies: one of them bars the way."""
        best: Choice | None = None
        for barrier in (*ground.view.cities, *ground.view.towers):
            if ground.view.terrain[barrier] in (CITY_TILE, TOWER_TILE):
                choice = self._city_march(ground, barrier, int(ground.guard[barrier]), weights.ATTACK_TURNS)
                if choice and (best is None or choice.reason.numbers["turns"] < best.reason.numbers["turns"]):
                    best = choice
        return best

    def _city_march(self, ground: Ground, city: int, cost: int, within: int) -> Choice | None:
        brought = self._gathering.plan(ground.guard, ground.terrain, ground.seat, city, within)
        for turns in range(1, len(brought)):
            if brought[turns] > cost:
                march = self._gathering.march(turns)
                numbers = {"turns": turns, "armies": brought[turns], "garrison": cost}
                return None if march == NO_MARCH else Choice(march, Reason("city", numbers))
        return None

    def _choose_aim(self, ground: Ground, walker: int) -> int:
        """Returns the tile that an army marches to: the known general, or the likeliest tile for its way, or -1."""
        general = self._memory.generals[ground.target] if ground.target >= 0 else -1
        if general >= 0:
            return general
        chance = ground.chance
        if chance.sum() <= 0:
            return -1
        steps = self._memory.steps_from(ground.terrain, [walker])
        score = around(chance, ground.view.width) * (chance > 0) / (steps + weights.AIM_STEPS)
        best = int(np.argmax(score))
        if self._aim < 0 or chance[self._aim] <= 0 or score[self._aim] * weights.AIM_KEPT <= score[best]:
            self._aim = best
        return self._aim

    def search(self, ground: Ground) -> Choice | None:
        """Walks a large army through the fog, where a general is likely, while nobody was met."""
        if ground.target >= 0 or ground.view.turn < weights.ATTACK_FIRST_TURN:
            return None
        mine, walker = ground.mine, self._walker
        if walker < 0 or mine[walker] < weights.SEARCH_GOES_ON:
            walker = int(np.argmax(mine))
            if mine[walker] < weights.SEARCH_ARMY:
                return None
        self._walker = -1
        return self._walk(ground, mine, walker)

    def halt(self) -> None:
        """Ends the walk of the searching army; the next search begins with the largest one."""
        self._walker = -1

    def _walk(self, ground: Ground, mine: Ints, walker: int) -> Choice | None:
        """Returns the step of the searching army towards its aim, over free land where there is a choice."""
        view = ground.view
        aim = self._choose_aim(ground, walker)
        if aim < 0:
            return None
        steps, near_chance = self._memory.steps_from(ground.terrain, [aim]), around(ground.chance, view.width)
        ways = []
        for direction, near in enumerate(Grid(view.width, view.height).neighbour_table()[walker].tolist()):
            if near != NOWHERE and steps[near] == steps[walker] - 1:
                own = ground.terrain[near] == ground.seat
                if own or mine[walker] - 1 > ground.guard[near]:
                    ways.append((float(near_chance[near]) + (not own), -direction, near))
        if not ways:
            return None
        _, direction, self._walker = max(ways)
        return Choice(walker * 8 - direction * 2, Reason("search", {"turns": int(steps[walker])}))


def best_turns(brought: list[int], expected: int, going: bool) -> int:
    """Returns the turns in which an attack brings most for its length, 0 if none brings what is expected.

    >>> best_turns([0, 5, 30, 31, 32], expected=20, going=False)
    2
    """
    if going:
        expected = int(expected * weights.ATTACK_GOES_ON)
    enough = [turns for turns in range(1, len(brought)) if brought[turns] > expected + (0 if going else turns // 2)]
    return max(enough, key=lambda turns: brought[turns] / (turns + weights.ATTACK_WASTE), default=0)


def around(chance: Floats, width: int) -> Floats:
    """Returns for each tile the sum over the tiles at most two rows and columns away."""
    board = chance.reshape(-1, width)
    padded = np.pad(board, 2)
    total = np.zeros_like(board)
    for down in range(5):
        for right in range(5):
            total += padded[down : down + len(board), right : right + width]
    return total.ravel()
