"""Rooms, with their live matches, and the bots that can be invited."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final, get_args

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, ConfigDict

from duskfall.bots import BUILT_IN
from duskfall.protocol.fog.options import FogPublicOptions
from duskfall.protocol.messages import RoomState
from duskfall.protocol.values import GameName
from duskfall.protocol.welten.options import WeltenPublicOptions
from duskfall.server.http.context import ContextDep
from duskfall.server.http.problems import refusals
from duskfall.server.lobby.lobby import AnyRoom, Lobby

router = APIRouter(tags=["rooms"])

_STRICT = ConfigDict(strict=True, frozen=True)
AT_A_TIME: Final = 50
"""Rooms that are written in a row; each takes some thirty microseconds."""
GAMES: Final[tuple[GameName, ...]] = get_args(GameName)


class PlayerShown(BaseModel):
    """A player by name."""

    model_config = _STRICT

    name: str
    isBot: bool


class RoomShown(BaseModel):
    """The public state of a room; its match is live in the state `playing`."""

    model_config = _STRICT

    roomId: str
    game: GameName
    state: RoomState
    players: tuple[PlayerShown, ...]
    seats: int
    spectators: int
    turn: int | None
    """Turns or orders played; null before a match."""
    options: FogPublicOptions | WeltenPublicOptions

    @classmethod
    def of(cls, room: AnyRoom) -> RoomShown:
        """The public state of a room."""
        standing = room.room_update()
        return cls(
            roomId=room.name,
            game=room.game,
            state=room.state,
            players=tuple(PlayerShown(name=player.username, isBot=player.isBot) for player in room.players()),
            seats=room.seats,
            spectators=standing.spectators,
            turn=room.turn,
            options=standing.options,
        )


class Rooms(BaseModel):
    """The rooms of a server."""

    model_config = _STRICT

    rooms: tuple[RoomShown, ...]


class BotShown(BaseModel):
    """A built-in bot."""

    model_config = _STRICT

    game: GameName
    name: str
    about: str


class Bots(BaseModel):
    """The names of the built-in bots of each game."""

    model_config = _STRICT

    fog: tuple[str, ...]
    welten: tuple[str, ...]
    told: tuple[BotShown, ...]
    """Each bot with a sentence about it."""


@router.get("/rooms", responses=refusals(), response_model=Rooms)
async def list_rooms(
    context: ContextDep,
    room: Annotated[str | None, Query(max_length=200, description="Only the room of this name.")] = None,
) -> Response | Rooms:
    """All rooms with their live matches, as they were at most a second ago, or the room of that name as it is now.

    The list is empty if that room does not exist. Unlisted rooms are found by their names only.
    """
    if room is None:
        return await context.kept("rooms", lambda: _all_rooms(context.lobby)).response()
    known = context.lobby.rooms.get(room)
    return Rooms(rooms=() if known is None else (RoomShown.of(known),))


async def _all_rooms(lobby: Lobby) -> bytes:
    """Write the list of all listed rooms, some at a time, so that no match waits for it."""
    written = list[bytes]()
    for number, room in enumerate([room for room in lobby.rooms.values() if room.options.listed]):
        if number % AT_A_TIME == AT_A_TIME - 1:
            await asyncio.sleep(0)
        written.append(RoomShown.of(room).model_dump_json().encode())
    return b'{"rooms":[%b]}' % b",".join(written)


@router.get("/bots", responses=refusals())
async def list_bots() -> Bots:
    """The names that `invite_bot` takes."""
    told = tuple(
        BotShown(game=game, name=name, about=(kind.__doc__ or "").partition("\n")[0])
        for game in GAMES
        for name, kind in sorted(BUILT_IN[game].items())
    )
    names = {game: tuple(sorted(BUILT_IN[game])) for game in GAMES}
    return Bots(**names, told=told)
