"""Records the episode of one board, and plays it again as a match to make a replay of it."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from duskfall.envs.fog.task import FogTask
from duskfall.errors import Refusal, Refused
from duskfall.fog import Episodes, March, Pass, Position, march_of
from duskfall.play import Match, Replay


class Recording:
    """The seed, the level and the actions of one episode."""

    def __init__(self, task: FogTask, episodes: Episodes, board: int = 0) -> None:
        self._task = task
        self._seed = int(episodes.seeds[board])
        self._level: Position | None = episodes.level(board)
        self._turns: list[list[int]] = []

    def add(self, actions: list[int]) -> None:
        """Adds the actions of all seats in one turn."""
        self._turns.append(actions)

    def replay(self, players: Sequence[str] = ()) -> Replay:
        """Plays the episode again by the rules of a match; `duskfall replay verify` proves the result."""
        match = Match(self._task.setup(self._seed, self._level), players, lockstep=False)
        for actions in self._turns:
            for seat, action in enumerate(actions):
                if match.world.living(match.game, seat):
                    match.submit(seat, self._order(action))
            match.play_turn()
        return Replay.of(match)

    def _order(self, action: int) -> March | Pass:
        """Returns the order of an action; one that no game would take is a pass, as it is on the boards."""
        march = march_of(action, self._task.width, self._task.height)
        return Pass() if march is None or (march.half and not self._task.half) else march

    def copy(self) -> Recording:
        """Returns a copy that goes on by itself."""
        twin = copy(self)
        twin._turns = self._turns.copy()
        return twin


class Recorder:
    """Records one board of many, episode after episode; the last finished one is kept."""

    def __init__(self, board: int) -> None:
        self._board = board
        self._running: Recording | None = None
        self._finished: Recording | None = None

    def follow(self, task: FogTask, episodes: Episodes) -> None:
        """Takes note of what the last step did on the board."""
        if episodes.turns[self._board, 0, 0] == 0:
            self._running = Recording(task, episodes, self._board)
        elif self._running is not None:
            self._running.add(episodes.actions[self._board].tolist())
            if episodes.ended[self._board]:
                self._running, self._finished = None, self._running

    @property
    def chosen(self) -> Recording:
        """The last finished episode, or the running one if none is finished."""
        recording = self._finished or self._running
        if recording is None:
            raise Refused(Refusal.IMPOSSIBLE, "recording", "no episode has begun", "call reset() first")
        return recording
