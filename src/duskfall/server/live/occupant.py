"""Describes who holds a seat."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from duskfall.protocol.fog.updates import QueuedMarch
from duskfall.server.lobby.client import Client
from duskfall.server.lobby.identity import User


@dataclass(slots=True, eq=False)
class Occupant:
    """Is the holder of a seat: a player, here or away, or a built-in bot."""

    name: str
    user: User | None = None
    bot: str | None = None
    client: Client | None = None
    ready: bool = False
    away_since_ms: int | None = None
    """When the connection was lost; None while it stands."""
    queue: deque[QueuedMarch] = field(default_factory=deque)
    """The player's marches that wait for their turns, in Fog of War."""
    thinking: bool = False
    """A bot was asked and has not answered yet."""

    @property
    def present(self) -> bool:
        """Tell whether the game need not wait for them: they are connected, or a bot."""
        return self.bot is not None or self.client is not None
