"""Plays matches against programs, and proves that nothing of them is left."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from duskfall.bots import BotMatch, FaultCount, Limits, Program, SeatInfo, bot_named, check_sandbox
from duskfall.errors import Refused
from duskfall.play import Match, Outcome, Setup

PATIENT_MS = 30_000
"""For answers that surely come, or programs that surely end: never waited for to the end."""
SHORT_MS = 60
"""For answers that never come."""


@dataclass(frozen=True)
class Verdict:
    """How a duel ended for the program at seat 0."""

    outcome: Outcome
    faults: FaultCount
    log: str
    match: Match


def need_sandbox() -> None:
    """Skips, and says what was not run, where the sandbox does not work."""
    try:
        check_sandbox()
    except Refused as refused:
        pytest.skip(f"NOT RUN, programs in the sandbox: {refused}")


def need_tool(name: str) -> str:
    """Returns a program that the sandbox can start too, or skips and names it."""
    for folder in ("/usr/bin", "/usr/local/bin"):
        if (place := shutil.which(name, path=folder)) is not None:
            return place
    pytest.skip(f"NOT RUN, bots in this language: {name} is not in /usr/bin")


@contextmanager
def leaving_nothing() -> Iterator[list[Program]]:
    """Proves afterwards that the programs put on the list have left no process, no zombie, no file."""
    programs: list[Program] = []
    before = children()
    yield programs
    for program in programs:
        process = program.process
        if process.namespace is not None:
            assert processes_in(process.namespace) == []
        assert process.folder is None or not process.folder.exists()
    assert children() <= before


def children() -> set[int]:
    """The processes that we started, zombies too."""
    return {child.pid for child in psutil.Process().children()}


def processes_in(namespace: int) -> list[int]:
    """The processes in a pid namespace, whose links only /proc has."""
    found = []
    for process in psutil.pids():
        with suppress(OSError):  # it has ended, or is not ours to look at
            if str(Path(f"/proc/{process}/ns/pid").readlink()) == f"pid:[{namespace}]":
                found.append(process)
    return found


def setup_of(game: str, turn_limit: int) -> Setup:
    if game == "fog":
        return Setup.of("fog", {"width": 12, "height": 12, "turn_limit": turn_limit}, seed=7)
    return Setup.of("welten", {}, seed=7)


def duel(
    path: Path,
    *,
    game: str = "fog",
    deadline_ms: int = PATIENT_MS,
    first_ms: int = PATIENT_MS,
    turn_limit: int = 60,
    trust: bool = False,
    limits: Limits = Limits(),  # noqa: B008
) -> Verdict:
    """Plays a program at seat 0 against a built-in bot, and checks that nothing is left of it."""
    if not trust:
        need_sandbox()
    setup = setup_of(game, turn_limit)
    match = Match(setup, [path.name[:40], "opponent"])
    with leaving_nothing() as programs:
        info = SeatInfo(game, setup.options, 0, 2, setup.seed)
        program = Program(path, info, trust=trust, limits=limits, first_ms=first_ms)
        programs.append(program)
        opponent = bot_named(
            "wanderer" if game == "fog" else "recruit", SeatInfo(game, setup.options, 1, 2, setup.seed)
        )
        with BotMatch(match, [program, opponent], deadline_ms) as bot_match:
            outcome = bot_match.play()
    return Verdict(outcome, bot_match.faults[0], program.log, match)
