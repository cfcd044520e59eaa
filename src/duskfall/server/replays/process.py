"""Makes the processes in which matches are played again."""

from __future__ import annotations

from duskfall.bots.programs.sandbox import Limits
from duskfall.play import Match, Replay, Setup
from duskfall.server.live.limited_process import LIMITS, LimitedProcess
from duskfall.server.replays.timelines import compressed_timeline


def replay_process(what: str, limits: Limits = LIMITS) -> LimitedProcess:
    """Make a process that works on replays; `what` is how a refusal calls one."""
    return LimitedProcess(what, "watch it with: duskfall replay export", limits, _load_rules)


def _load_rules() -> None:
    for game in ("fog", "welten"):
        compressed_timeline(Replay.of(Match(Setup.of(game), lockstep=False)), None)
