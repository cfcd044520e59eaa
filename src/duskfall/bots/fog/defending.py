"""Defends the general: meets an army on its way, stands in its way, or gathers at home what it takes."""

from __future__ import annotations

import numpy as np

from duskfall.bots.fog import weights
from duskfall.bots.fog.gathering import Gathering
from duskfall.bots.fog.ground import Choice, Ground, Reason
from duskfall.bots.fog.memory import FogMemory
from duskfall.bots.fog.threats import Threat, Threats
from duskfall.fog.raiding import strike
from duskfall.fog.turn import NO_MARCH


class Defence:
    """Answers threats to the general of one seat."""

    def __init__(self, memory: FogMemory, gathering: Gathering, tiles: int) -> None:
        self._memory, self._gathering = memory, gathering
        self._threats = Threats(tiles)
        self._work = [np.zeros(tiles, np.int32) for _ in range(3)]

    def threat(self, ground: Ground) -> Threat | None:
        """Returns the army that would take our general first, or None; somebody who never marched is no threat."""
        if ground.idle:
            return None
        return self._threats.worst(
            ground.guard, ground.terrain, self._memory.seen_turn, ground.view.turn, ground.view.width, ground.others,
            ground.home, (weights.TRAIL_TURNS, weights.WATCH, weights.THREAT_MARGIN),
        )  # fmt: skip

    def answer(self, ground: Ground, threat: Threat) -> Choice | None:
        """Returns the march against a threat; None if no army can do anything about it."""
        numbers = {"turns": threat.steps, "excess": threat.excess}
        bare = ground.with_home(1)  # the general's own armies must not leave it
        meeting = self._intercept(bare, threat, 1)
        if meeting != NO_MARCH:
            return Choice(meeting, Reason("intercept", numbers))
        blocking = self._threats.block(bare.guard, ground.terrain, ground.view.width, ground.seat, ground.home, threat)
        if blocking != NO_MARCH:
            return Choice(blocking, Reason("block", numbers))
        march = self._gather(ground, threat)
        return None if march == NO_MARCH else Choice(march, Reason("defend", numbers))

    def _gather(self, ground: Ground, threat: Threat) -> int:
        """Gathers at home, in time if that can be, else as soon as it can be: few attackers march straight."""
        in_time = max(1, threat.steps - 1)
        for latest in (in_time, in_time + weights.DEFENCE_HOPE):
            brought = self._gathering.plan(ground.guard, ground.terrain, ground.seat, ground.home, latest)
            for turns in range(1, len(brought)):
                if brought[turns] >= threat.excess:
                    return self._gathering.march(turns)
        return self._gathering.march(in_time)

    def _intercept(self, ground: Ground, threat: Threat, within: int) -> int:
        """Returns the march of the nearest army that beats a threat where it stands."""
        view = ground.view
        return strike(
            ground.guard, ground.terrain, view.width, view.height, ground.seat, threat.tile, 0, within, *self._work
        )

    def free_armies(self, ground: Ground) -> tuple[Ground, bool, Choice | None]:
        """Binds the general's armies, or half of them, where an enemy in sight waits for them to go.

        Returns the ground with the armies that may go, whether the general marches with half, and a march against the
        enemy that waits, if it can be beaten without risk.
        """
        armies = int(ground.guard[ground.home])
        bare = ground.with_home(1)
        waiting = self.threat(bare)
        reserved = ground.crowded and ground.view.turn >= weights.OPENING_TURNS
        if waiting is None:
            return self._leave_reserve(ground, 0) if reserved else (ground, False, None)
        numbers = {"turns": waiting.steps, "excess": waiting.excess}
        within = weights.CLEARED_STEPS if waiting.steps <= weights.CLEARED_STEPS else 0
        march = self._intercept(bare, waiting, within)
        if march != NO_MARCH:
            return bare, False, Choice(march, Reason("clear", numbers))
        if reserved:
            return self._leave_reserve(ground, waiting.most)
        if waiting.steps == 1 and armies - 1 > ground.guard[waiting.tile] and self._only_threat(bare, waiting):
            march = self._intercept(ground, waiting, 1)
            return bare, False, None if march == NO_MARCH else Choice(march, Reason("clear", numbers))
        going = armies // 2
        if not ground.view.half or armies - going <= waiting.most:
            return bare, False, None
        rest = ground.with_home(going + 1)
        march = self._intercept(rest, waiting, within)
        return rest, True, None if march == NO_MARCH else Choice(march, Reason("clear", numbers))

    def _leave_reserve(self, ground: Ground, most: int) -> tuple[Ground, bool, Choice | None]:
        """Lets half of the general's armies go if the others are a reserve; `most` is what waits in sight."""
        view, armies = ground.view, int(ground.guard[ground.home])
        strongest = max(self._memory.spare(view, other) for other in ground.others)
        share = weights.DENSE_HOME if ground.dense else weights.CROWD_HOME
        going = armies // 2
        if not view.half or armies - going <= max(most, int(share * strongest)):
            return ground.with_home(1), False, None
        return ground.with_home(going + 1), True, None

    def _only_threat(self, bare: Ground, waiting: Threat) -> bool:
        """Tells whether nothing else in sight would take the general while its armies beat the enemy that waits."""
        guard, terrain = bare.guard.copy(), bare.terrain.copy()
        guard[waiting.tile], terrain[waiting.tile] = 1, bare.seat
        return self.threat(bare._replace(guard=guard, terrain=terrain)) is None
