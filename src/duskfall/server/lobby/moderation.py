"""Keeps whom the host of a room has sent away or muted."""

from __future__ import annotations

from duskfall.errors import Refusal, Refused
from duskfall.server.lobby.client import Client
from duskfall.server.lobby.identity import User


class Moderation:
    """Knows the people who may not come into a room, and those who may not speak in it."""

    def __init__(self) -> None:
        self.spectators_muted = False
        self._kicked: set[str] = set()
        """Players, and their addresses."""
        self._muted: set[User] = set()

    def kick(self, user: User | None, address: str | None) -> None:
        """Keep somebody out from now on; the address is None if others of the room share it."""
        self._kicked |= {who for who in (user, address) if who is not None}

    def check_entry(self, room: str, client: Client) -> None:
        """Refuse somebody whom the host has sent away."""
        if self._kicked & {client.user, client.address}:
            raise Refused(Refusal.KICKED, room, "its host has sent you away", "choose another room")

    def mute(self, user: User, muted: bool) -> None:
        """Let a player not speak any more, or speak again."""
        if muted:
            self._muted.add(user)
        else:
            self._muted.discard(user)

    def is_muted(self, user: User | None) -> bool:
        """Tell whether a player may not speak."""
        return user in self._muted

    def check_speech(self, client: Client, *, watches: bool) -> None:
        """Refuse a message of somebody who was muted."""
        if self.is_muted(client.user) or (watches and self.spectators_muted):
            raise Refused(Refusal.MUTED, "chat", "the host of the room has muted you")
