"""Knows the players who are here: by their secrets, with their connections and names."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from duskfall.bots import BUILT_IN
from duskfall.errors import Refusal, Refused
from duskfall.protocol.commands import PlayOn, SetUsername
from duskfall.protocol.messages import AcceptedAs, Identity, UsernameTaken
from duskfall.protocol.wire import JoinCommand
from duskfall.server.live.occupant import Occupant
from duskfall.server.live.services import Services
from duskfall.server.lobby.client import Client
from duskfall.server.lobby.identity import Identities, User, is_secure
from duskfall.server.lobby.names import KEEPING_GAMES, KEPT_S, Names
from duskfall.server.lobby.room import Room
from duskfall.server.store import Named

NUMBERS: Final = tuple(10**digits for digits in range(3, 18))
"""The least numbers of guests, try by try: rated guests keep theirs, so short numbers run out."""


class Players:
    """Knows everyone who is connected or seated. A name is held for as long as its player is either.

    Seats belong to players, not to names: a player may take another name at any time. In a running game they are shown
    under the old one until its end, and hold it for as long.
    """

    def __init__(self, identities: Identities, rooms: Mapping[str, Room[Any, Any]], services: Services) -> None:
        self.names = Names(name for bots in BUILT_IN.values() for name in bots)
        self._identities = identities
        self._rooms = rooms
        self._services = services
        self._rate_limits = services.rate_limits
        self._limits = services.rate_limits.for_clients()
        self._clients_of: dict[User, set[Client]] = {}
        self._seats_of: dict[User, int] = {}
        self._name_of: dict[User, str] = {}
        """The name that each of them has now."""

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

    def seat_restored(self, user: User, name: str) -> None:
        """Count a room more in which a player had a seat, and a name, before the server stopped."""
        self.seat_taken(user)
        with suppress(Refused):  # somebody else's by now: no reason to leave all the games where they are
            self.names.hold(user, name)
            self._name_of[user] = name

    def seat_lost(self, user: User) -> None:
        """Count a room less in which a player has a seat."""
        self._seats_of[user] = self._seats_of.get(user, 0) - 1
        if self._seats_of[user] <= 0:
            del self._seats_of[user]
        self._release(user)

    def game_ended(self, user: User) -> None:
        """Free the name under which a game that is over showed a player who has another one now."""
        self.names.release(user, self._shown_names(user))

    def _release(self, user: User) -> None:
        """Free the names that a player is not shown under any more; one who has played much keeps the last one."""
        if not self._clients_of.get(user):
            self._clients_of.pop(user, None)
            if not self._seats_of.get(user):
                name = self._name_of.pop(user, None)
                if name is not None:
                    self._note_presence(user, name)
                    if self._services.ratings.games(user) >= KEEPING_GAMES:
                        self.names.keep(user, name, time.time() + KEPT_S)
        self.names.release(user, self._shown_names(user))

    def _shown_names(self, user: User) -> set[str]:
        """Give the name that a player has, and those under which running games show them."""
        names = {occupant.name for _, occupant in self._seats(user)}
        current = self._name_of.get(user)
        return names if current is None else names | {current}

    def _note_presence(self, user: User, name: str) -> None:
        """Write down when a player with a rating was here, and under which name the ladder lists them."""
        if self._services.ratings.games(user):
            self._services.store.write(Named(user, name))

    def _seats(self, user: User) -> list[tuple[Room[Any, Any], Occupant]]:
        """List the rooms in which a player has a seat."""
        if user not in self._seats_of:
            return []
        return [(room, each) for room in self._rooms.values() for each in room.occupants if each.user == user]

    # Names

    def introduce(self, client: Client, command: SetUsername) -> AcceptedAs:
        """Take the id and the name of a client; who is refused because of the name has to be told by `refuse_name`."""
        made = None
        if command.user is not None:
            user = self._claim(client, command.user, self._stranger_to(client, command.name))
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
        self._hold(client, user, command.name)
        if command.user is not None:
            client.secure = is_secure(command.user, command.name)
        else:
            # An id that is not given again was compared with another name before; one made here is random.
            client.secure = made is not None or (client.secure and client.name == command.name)
        self._assign(client, user, command.name)
        client.token_room, client.refused_as, client.names_refused = None, None, 0
        if made is not None:
            client.send(Identity(made))
        return AcceptedAs(userId=made, username=command.name, limits=self._limits)

    def _hold(self, client: Client, user: User, name: str) -> None:
        """Let a player hold a name, or refuse it and count it: each id once, however many names are tried with it."""
        try:
            self.names.hold(user, name)
        except Refused:
            if client.refused_as != user:
                self._rate_limits.failed_claim(client, self._stranger_to(client, name))
            client.refused_as = user
            raise

    def refuse_name(self, client: Client, name: str) -> None:
        """Tell a client that a name is taken, if it is, whatever else was wrong.

        That they may not try any more ids does not tell whether this one is the owner's.
        """
        if self.names.is_taken(name):
            client.names_refused += 1
            client.send(UsernameTaken(name))

    def _claim(self, client: Client, secret: str, owner: User | None = None) -> User:
        """Give the player of a secret, unless too many were tried from there; a second one on a connection counts.

        `owner` is the player whose name is claimed from elsewhere.
        """
        user = self._identities.user(secret)
        if user == client.user:
            return user
        self._rate_limits.check_claims(client, owner)
        if client.user is not None:
            self._rate_limits.failed_claim(client)
        return user

    def _stranger_to(self, client: Client, name: str) -> User | None:
        """Give the owner of a name if they are not connected from the client's own address."""
        owner = self.names.owner(name)
        here = owner is None or any(own.address == client.address for own in self._clients_of.get(owner, ()))
        return None if here else owner

    def identify(self, client: Client, command: JoinCommand | PlayOn) -> bool:
        """Find out which player joins; one without a name gets one. True if they have shown the token of their seat."""
        user, by_token = self._claimed(client, command)
        if client.name is None and client.refused_as is not None:
            client.pending_join = None if isinstance(command, PlayOn) else command
            raise Refused(Refusal.NAME_TAKEN, command.room, "your name is taken", "choose another with set_username")
        if client.user is None:
            name = self._name_for(user)
            client.secure = command.token is None and (command.user is None or is_secure(command.user, name))
            self._assign(client, user, name)
            client.token_room = command.room if command.user is None and command.token is not None else None
        return by_token

    def owner(self, client: Client, room: str, secret: str | None) -> User | None:
        """Give the player who may speak about a seat in a room: the owner of the secret, or the client's own player."""
        if secret is not None:
            return self._claim(client, secret)
        return client.user if client.token_room in (None, room) else None

    def new_token(self, room: str, occupant: Occupant) -> str:
        """Make the token that gives a seat back; those before it are void."""
        assert occupant.user is not None  # noqa: S101  # bots have no tokens
        occupant.token_number += 1
        return self._identities.token(room, occupant.user, occupant.token_number)

    def _user_of_token(self, room: str, token: str) -> User | None:
        """Give the player whose seat a token gives back; None if it has expired or is void.

        After a restart of the server, the newest token that is shown is taken for the newest there is.
        """
        shown = self._identities.read_token(room, token)
        held = self._rooms.get(room)
        occupant = None if shown is None or held is None else held.occupant_of(shown.user)
        if shown is None or occupant is None or shown.number < occupant.token_number:
            return None
        occupant.token_number = shown.number
        return shown.user

    def _assign(self, client: Client, user: User, name: str) -> None:
        """Let a connection speak for a player under a name."""
        former = client.user
        if former != user:
            if former is not None:
                self._clients_of[former].discard(client)
                self._release(former)
            self._clients_of.setdefault(user, set()).add(client)
        client.user = user
        if self._name_of.get(user) != name or len(self._clients_of[user]) == 1:
            self._note_presence(user, name)
        self._name_of[user] = name
        for own in self._clients_of[user]:
            own.name = name
        for room, occupant in self._seats(user):
            occupant.secure = client.secure
            room.rename(occupant, name)
        self.names.release(user, self._shown_names(user))

    def _claimed(self, client: Client, command: JoinCommand | PlayOn) -> tuple[User, bool]:
        """Find the player that a client claims to be, by a token or a secret; true if it was the token."""
        by_token = None
        if command.token is not None:
            try:
                by_token = self._user_of_token(command.room, command.token)
            except Refused:
                self._rate_limits.failed_claim(client)
                raise
        if by_token is not None:
            user = by_token
        elif command.user is not None:
            user = self._claim(client, command.user)
        elif command.token is not None:
            self._rate_limits.failed_claim(client)
            raise Refused(
                Refusal.NOT_OWNER, "token", f"it gives no seat in room {command.room} any more", "join with your own id"
            )
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
        return user, by_token is not None

    def _name_for(self, user: User) -> str:
        """Choose the name of a player who gave none: the one that they have already, or a guest's."""
        known = self._name_of.get(user)
        if known is not None:
            return known
        for least in NUMBERS:
            name = f"Guest {least + secrets.randbelow(9 * least)}"
            with suppress(Refused):
                self.names.hold(user, name)
                return name
        raise Refused(
            Refusal.NAME_TAKEN, "Guest", "all names of this kind are taken", "choose a name with set_username"
        )
