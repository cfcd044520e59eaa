"""Who is here: players by their secrets, the connections they speak through, and the names they go by."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from duskfall.bots import BUILT_IN
from duskfall.errors import Refusal, Refused
from duskfall.protocol.commands import JoinPrivate, PlayOn, SetUsername
from duskfall.protocol.messages import AcceptedAs, Identity, UsernameTaken
from duskfall.protocol.welten.commands import WeltenJoin
from duskfall.server.live.services import Occupant
from duskfall.server.lobby.identity import Identities, User
from duskfall.server.lobby.names import Names
from duskfall.server.lobby.room import Room
from duskfall.server.transport.connection import Connection

NUMBERS: Final = tuple(10**digits for digits in range(3, 18))
"""Where the numbers of guests begin, try by try: rated guests keep theirs, so short numbers run out."""


class Players:
    """Everyone who is connected or seated. A name is held for as long as its player is either."""

    def __init__(self, secretary: Identities, rooms: Mapping[str, Room]) -> None:
        self.names = Names(name for bots in BUILT_IN.values() for name in bots)
        self._secretary = secretary
        self._rooms = rooms
        self._lines_of: dict[User, set[Connection]] = {}
        self._seats_of: dict[User, int] = {}

    # Here or gone

    def alone(self, line: Connection) -> bool:
        """Whether a connection is the only one of its player."""
        return line.user is None or len(self._lines_of[line.user]) == 1

    def gone(self, line: Connection) -> None:
        """A connection has ended."""
        if line.user is not None:
            self._lines_of[line.user].discard(line)
            self._release(line.user)

    def seat_taken(self, user: User) -> None:
        """A player has a seat in one more room."""
        self._seats_of[user] = self._seats_of.get(user, 0) + 1

    def seat_lost(self, user: User) -> None:
        """A player has a seat in one room less."""
        self._seats_of[user] = self._seats_of.get(user, 0) - 1
        if self._seats_of[user] <= 0:
            del self._seats_of[user]
        self._release(user)

    def _release(self, user: User) -> None:
        """Free the name of a player who is neither connected nor seated."""
        if not self._lines_of.get(user):
            self._lines_of.pop(user, None)
            if not self._seats_of.get(user):
                self.names.release(user)

    def _seats(self, user: User) -> list[tuple[Room, Occupant]]:
        """Where a player sits."""
        if user not in self._seats_of:
            return []
        return [(room, holder) for room in self._rooms.values() for holder in room.holders if holder.user == user]

    # Names

    def introduce(self, line: Connection, command: SetUsername) -> AcceptedAs:
        """Let somebody say who it is and what it wants to be called."""
        made = None
        if command.user is not None:
            user = self._secretary.user(command.user)
        elif line.bound_to is not None:
            raise Refused(Refusal.NOT_OWNER, "set_username", "a token gives a seat and no name", "give your id too")
        elif line.user is not None:
            user = line.user
        else:
            made = self._secretary.new_secret()
            user = self._secretary.user(made)
        room = line.room
        if room is not None and room.seat_of(line.user) is not None and user != line.user:
            raise Refused(Refusal.SEATED_ELSEWHERE, "set_username", "you sit here as somebody else", "leave first")
        if any(room.state == "playing" and holder.name != command.name for room, holder in self._seats(user)):
            raise Refused(Refusal.GAME_RUNNING, "set_username", "names stay while a game is on")
        try:
            self.names.hold(user, command.name)
        except Refused:
            line.tell(UsernameTaken(command.name))
            line.name_refused = line.name is None
            raise
        self._call(line, user, command.name)
        line.bound_to, line.name_refused = None, False
        if made is not None:
            line.tell(Identity(made))
        return AcceptedAs(userId=made, username=command.name)

    def identify(self, line: Connection, command: JoinPrivate | WeltenJoin | PlayOn) -> None:
        """Let somebody who joins be whom it claims to be; who has no name yet gets one."""
        user = self._claimed(line, command)
        if line.name_refused:
            line.wanted = None if isinstance(command, PlayOn) else command
            raise Refused(Refusal.NAME_TAKEN, command.room, "your name is taken", "choose another with set_username")
        if line.user is None:
            self._call(line, user, self._name_for(user))
            line.bound_to = command.room if command.user is None and command.token is not None else None

    def owner(self, line: Connection, room: str, secret: str | None) -> User | None:
        """Who speaks about a seat in a room: whoever the secret belongs to, or the line's own player."""
        if secret is not None:
            return self._secretary.user(secret)
        return line.user if line.bound_to in (None, room) else None

    def token(self, room: str, user: User) -> str:
        """What gives a seat back."""
        return self._secretary.token(room, user)

    def _call(self, line: Connection, user: User, name: str) -> None:
        """Let a line speak for a player under a name."""
        former = line.user
        if former != user:
            if former is not None:
                self._lines_of[former].discard(line)
                self._release(former)
            self._lines_of.setdefault(user, set()).add(line)
        line.user = user
        for own in self._lines_of[user]:
            own.name = name
        for room, holder in self._seats(user):
            holder.name = name
            room.players_changed()

    def _claimed(self, line: Connection, command: JoinPrivate | WeltenJoin | PlayOn) -> User:
        """The player that somebody claims to be, by a token or a secret."""
        if command.token is not None:
            user = self._secretary.holder(command.room, command.token)
        elif command.user is not None:
            user = self._secretary.user(command.user)
        elif line.user is not None:
            user = line.user
            if line.bound_to not in (None, command.room):
                raise Refused(
                    Refusal.NOT_OWNER, command.room, f"your token is for room {line.bound_to}", "give your id"
                )
        else:
            made = self._secretary.new_secret()
            line.tell(Identity(made))
            user = self._secretary.user(made)
        if line.user is not None and user != line.user:
            raise Refused(Refusal.NOT_OWNER, command.room, "you have said that you are somebody else")
        return user

    def _name_for(self, user: User) -> str:
        """The name of somebody who gave none: the one it goes by already, or a guest's."""
        known = [holder.name for _, holder in self._seats(user)]
        known += [line.name for line in self._lines_of.get(user, ()) if line.name is not None]
        if known:
            return known[0]
        for least in NUMBERS:
            name = f"Guest {least + secrets.randbelow(9 * least)}"
            with suppress(Refused):
                self.names.hold(user, name)
                return name
        raise Refused(Refusal.NAME_TAKEN, "Guest", "too many are here already", "choose a name with set_username")
