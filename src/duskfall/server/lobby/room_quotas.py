"""Limits how many rooms a player, an address and the server may have; empty rooms give way to new ones."""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping
from typing import Any, TypeAlias

from duskfall.errors import Refusal, Refused
from duskfall.server.lobby.client import Client
from duskfall.server.lobby.room import Room
from duskfall.server.settings import Limits

AnyRoom: TypeAlias = Room[Any, Any]


class RoomQuotas:
    """Refuses rooms that are too many, and closes empty ones to make place."""

    def __init__(self, limits: Limits, rooms: MutableMapping[str, AnyRoom]) -> None:
        self._limits = limits
        self._rooms = rooms

    def make_place(self, client: Client, name: str) -> None:
        """Refuse a new room that is one too many, unless an empty one gives way."""
        by_user = [room for room in self._rooms.values() if room.opened_by.user == client.user]
        by_address = [room for room in self._rooms.values() if room.opened_by.address == client.address]
        for own, most, whose in (
            (by_user, self._limits.rooms_a_user, "you have"),
            (by_address, self._limits.rooms_an_address, "your address has"),
        ):
            if len(own) >= most and not self._close_longest_empty(own):
                reason = f"{whose} opened {len(own)} rooms that are still there"
                raise Refused(Refusal.TOO_MANY, name, reason, "end or leave one of your games first")
        if self._full() and not self._give_way():
            raise Refused(Refusal.TOO_MANY, name, "the server has as many rooms as it allows", "try again later")

    def _full(self) -> bool:
        """Tell whether no more rooms can be opened: too many have somebody in them, or too many games wait."""
        if len(self._rooms) < self._limits.rooms:
            return False
        waiting = sum(room.state == "playing" and not room.clients for room in self._rooms.values())
        return len(self._rooms) - waiting >= self._limits.rooms or waiting >= self._limits.waiting_games

    def _give_way(self) -> bool:
        """Close an empty room of the address that has opened most of those that are there; false if there is none."""
        by_address: dict[str | None, list[AnyRoom]] = {}
        for room in self._rooms.values():
            by_address.setdefault(room.opened_by.address, []).append(room)
        heaviest = sorted(by_address.values(), key=len, reverse=True)
        return any(self._close_longest_empty(rooms) for rooms in heaviest)

    def _close_longest_empty(self, rooms: Iterable[AnyRoom]) -> bool:
        """Close the room that nobody has been in for longest; a game that has begun is kept, however long it waits."""
        empty = [(room.empty_since, room.name) for room in rooms if room.empty_since is not None]
        idle = [(since, name) for since, name in empty if self._rooms[name].state != "playing"]
        if idle:
            del self._rooms[min(idle)[1]]
        return bool(idle)
