"""Knows the players who are here: by their secrets, with their connections and names."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from duskfall.bots import BUILT_IN
from duskfall.errors import Refusal, Refused
from duskfall.protocol.commands import PlayOn, SetUsername
from duskfall.protocol.messages import AcceptedAs, Identity, UsernameTaken
from duskfall.protocol.wire import JoinCommand
from duskfall.server.live.occupant import Occupant
from duskfall.server.lobby.client import Client
from duskfall.server.lobby.identity import Identities, User
from duskfall.server.lobby.names import Names
from duskfall.server.lobby.room import Room

NUMBERS: Final = tuple(10**digits for digits in range(3, 18))
"""The least numbers of guests, try by try: rated guests keep theirs, so short numbers run out."""


class Players:
    """Knows everyone who is connected or seated. A name is held for as long as its player is either."""

    def __init__(self, identities: Identities, rooms: Mapping[str, Room[Any, Any]]) -> None:
        self.names = Names(name for bots in BUILT_IN.values() for name in bots)
        self._identities = identities
        self._rooms = rooms
        self._clients_of: dict[User, set[Client]] = {}
        self._seats_of: dict[User, int] = {}

    # Here or gone

    def sharing(self, client: Client) -> User | None:
        """Give the player of a connection who has other connections too, else None."""
        user = client.user
        return user if user is not None and len(self._clients_of[user]) > 1 else None

    def disconnected(self, client: Client) -> None:
        """Forget a connection that has ended."""
        if client.user is not None:
            self._clients_of[client.user].discard(client)
            self._release(client.user)

    def seat_taken(self, user: User) -> None:
        """Count a room more in which a player has a seat."""
        self._seats_of[user] = self._seats_of.get(user, 0) + 1

    def seat_lost(self, user: User) -> None:
        """Count a room less in which a player has a seat."""
        self._seats_of[user] = self._seats_of.get(user, 0) - 1
        if self._seats_of[user] <= 0:
            del self._seats_of[user]
        self._release(user)

    def _release(self, user: User) -> None:
        """Free the name of a player who is neither connected nor seated."""
        if not self._clients_of.get(user):
            self._clients_of.pop(user, None)
            if not self._seats_of.get(user):
                self.names.release(user)

    def _seats(self, user: User) -> list[tuple[Room[Any, Any], Occupant]]:
        """List the rooms in which a player has a seat."""
        if user not in self._seats_of:
            return []
        return [(room, each) for room in self._rooms.values() for each in room.occupants if each.user == user]

    # Names

    def introduce(self, client: Client, command: SetUsername) -> AcceptedAs:
        """Take the id and the name of a client."""
        made = None
        if command.user is not None:
            user = self._identities.user(command.user)
        elif client.token_room is not None:
            raise Refused(Refusal.NOT_OWNER, "set_username", "a token gives a seat, not a name", "give your id too")
        elif client.user is not None:
            user = client.user
        else:
            made = self._identities.new_secret()
            user = self._identities.user(made)
        room = None if client.room is None else self._rooms[client.room]
        if room is not None and room.seat_of(client.user) is not None and user != client.user:
            raise Refused(
                Refusal.SEATED_ELSEWHERE, "set_username", "you have a seat here as another player", "leave first"
            )
        if any(room.state == "playing" and occupant.name != command.name for room, occupant in self._seats(user)):
            raise Refused(Refusal.GAME_RUNNING, "set_username", "names cannot change while a game is running")
        try:
            self.names.hold(user, command.name)
        except Refused:
            client.send(UsernameTaken(command.name))
            client.name_refused = client.name is None
            raise
        self._assign(client, user, command.name)
        client.token_room, client.name_refused = None, False
        if made is not None:
            client.send(Identity(made))
        return AcceptedAs(userId=made, username=command.name)

    def identify(self, client: Client, command: JoinCommand | PlayOn) -> None:
        """Find out which player joins; one without a name gets one."""
        user = self._claimed(client, command)
        if client.name_refused:
            client.pending_join = None if isinstance(command, PlayOn) else command
            raise Refused(Refusal.NAME_TAKEN, command.room, "your name is taken", "choose another with set_username")
        if client.user is None:
            self._assign(client, user, self._name_for(user))
            client.token_room = command.room if command.user is None and command.token is not None else None

    def owner(self, client: Client, room: str, secret: str | None) -> User | None:
        """Give the player who may speak about a seat in a room: the owner of the secret, or the client's own player."""
        if secret is not None:
            return self._identities.user(secret)
        return client.user if client.token_room in (None, room) else None

    def token(self, room: str, user: User) -> str:
        """Make the token that gives a seat back."""
        return self._identities.token(room, user)

    def _assign(self, client: Client, user: User, name: str) -> None:
        """Let a connection speak for a player under a name."""
        former = client.user
        if former != user:
            if former is not None:
                self._clients_of[former].discard(client)
                self._release(former)
            self._clients_of.setdefault(user, set()).add(client)
        client.user = user
        for own in self._clients_of[user]:
            own.name = name
        for room, occupant in self._seats(user):
            occupant.name = name
            room.players_changed()

    def _claimed(self, client: Client, command: JoinCommand | PlayOn) -> User:
        """Find the player that a client claims to be, by a token or a secret."""
        if command.token is not None:
            user = self._identities.user_of_token(command.room, command.token)
        elif command.user is not None:
            user = self._identities.user(command.user)
        elif client.user is not None:
            user = client.user
            if client.token_room not in (None, command.room):
                raise Refused(
                    Refusal.NOT_OWNER, command.room, f"your token is for room {client.token_room}", "give your id"
                )
        else:
            made = self._identities.new_secret()
            client.send(Identity(made))
            user = self._identities.user(made)
        if client.user is not None and user != client.user:
            raise Refused(Refusal.NOT_OWNER, command.room, "you gave another id before")
        return user

    def _name_for(self, user: User) -> str:
        """Choose the name of a player who gave none: the one that they have already, or a guest's."""
        known = [occupant.name for _, occupant in self._seats(user)]
        known += [client.name for client in self._clients_of.get(user, ()) if client.name is not None]
        if known:
            return known[0]
        for least in NUMBERS:
            name = f"Guest {least + secrets.randbelow(9 * least)}"
            with suppress(Refused):
                self.names.hold(user, name)
                return name
        raise Refused(
            Refusal.NAME_TAKEN, "Guest", "all names of this kind are taken", "choose a name with set_username"
        )
