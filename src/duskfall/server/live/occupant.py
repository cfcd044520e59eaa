"""Describes who holds a seat."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field

from duskfall.protocol.fog.updates import QueuedMarch
from duskfall.server.lobby.client import Client
from duskfall.server.lobby.identity import User


@dataclass(slots=True, eq=False)
class Occupant:
    """Is the holder of a seat: a player, here or away, or a built-in bot."""

    name: str
    """As everyone in the room sees it; it does not change while a game is on."""
    user: User | None = None
    bot: str | None = None
    client: Client | None = None
    new_name: str | None = None
    """The name that the player has taken during a game, which is shown from its end on."""
    secure: bool = False
    """The player's id is good enough for rated games."""
    networks: set[str] = field(default_factory=set)
    """Where the player has played the game from."""
    token_number: int = 0
    """Tokens of the seat with a lower number are void."""
    ready: bool = False
    away_since_ms: int | None = None
    """When the connection was lost; None while it stands."""
    queue: deque[QueuedMarch] = field(default_factory=deque)
    """The player's marches that wait for their turns, in Fog of War."""
    thinking: bool = False
    """A bot was asked and has not answered yet."""
    asking: asyncio.Task[None] | None = None
    """The question that a bot was asked last."""

    @property
    def present(self) -> bool:
        """Tell whether the game need not wait for them: they are connected, or a bot."""
        return self.bot is not None or self.client is not None
