"""What environments of one game offer beyond Gymnasium and PettingZoo: pictures, copies for search, replays."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from duskfall.envs.replay_page import ReplayPages
from duskfall.errors import Refusal, Refused
from duskfall.formats.files import write_whole
from duskfall.play import Replay

State = TypeVar("State")
"""A copy of a game in progress."""


Value = TypeVar("Value")


def begun(episode: Value | None) -> Value:
    """Returns what an episode has, or refuses if none has begun."""
    if episode is None:
        raise Refused(Refusal.IMPOSSIBLE, "environment", "no episode has begun", "call reset() first")
    return episode


class Session(Protocol[State]):
    """A game in progress behind an environment."""

    pages: ReplayPages

    def render(self) -> Any:
        """Draws the game in the render mode."""

    def copy(self) -> State:
        """Returns a copy of the game."""

    def restore(self, state: State) -> None:
        """Goes back to a copy."""

    def replay(self, players: Sequence[str]) -> Replay:
        """Returns the episode so far as a replay."""


class SessionMethods(Generic[State]):
    """Methods of environments that have a session."""

    _session: Session[State]

    def render(self) -> Any:
        """Draws the whole board; with `human` the replay page opens when an episode ends."""
        return self._session.render()

    def clone_state(self) -> State:
        """Returns a copy of the game, to search from."""
        return self._session.copy()

    def restore_state(self, state: State) -> None:
        """Goes back to a copy."""
        self._session.restore(state)

    def replay(self, players: Sequence[str] = ()) -> Replay:
        """Returns the episode so far as a replay."""
        return self._session.replay(players)

    def save_replay(self, path: str | Path, players: Sequence[str] = ()) -> None:
        """Writes the episode so far as a replay file."""
        write_whole(Path(path), self.replay(players).encode())

    def close(self) -> None:
        """Closes the pages that were opened."""
        self._session.pages.close()
