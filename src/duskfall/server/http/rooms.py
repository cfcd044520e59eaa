"""Rooms, live games among them, and who can be invited to them."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict

from duskfall.bots import BUILT_IN
from duskfall.protocol.fog.options import FogPublicOptions
from duskfall.protocol.messages import RoomState
from duskfall.protocol.welten.options import WeltenPublicOptions
from duskfall.server.http.context import Here
from duskfall.server.http.problems import refusals
from duskfall.server.lobby.lobby import AnyRoom

router = APIRouter(tags=["rooms"])

_STRICT = ConfigDict(strict=True, frozen=True)
GAMES: Final[tuple[Literal["fog", "welten"], ...]] = ("fog", "welten")


class PlayerShown(BaseModel):
    """A player by name."""

    model_config = _STRICT

    name: str
    isBot: bool


class RoomShown(BaseModel):
    """A room as everyone may know it; a live game is one with the state `playing`."""

    model_config = _STRICT

    roomId: str
    game: Literal["fog", "welten"]
    state: RoomState
    players: tuple[PlayerShown, ...]
    seats: int
    spectators: int
    turn: int | None
    """Turns or orders played; null before a game."""
    options: FogPublicOptions | WeltenPublicOptions

    @classmethod
    def of(cls, room: AnyRoom) -> RoomShown:
        """What everyone may know of a room."""
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
    """A built-in opponent, in a sentence."""

    model_config = _STRICT

    game: Literal["fog", "welten"]
    name: str
    about: str


class Bots(BaseModel):
    """The built-in opponents of each game."""

    model_config = _STRICT

    fog: tuple[str, ...]
    welten: tuple[str, ...]
    told: tuple[BotShown, ...]
    """Each with what it does."""


@router.get("/rooms", responses=refusals())
async def rooms(
    here: Here, room: Annotated[str | None, Query(max_length=200, description="Only the room of this name.")] = None
) -> Rooms:
    """The rooms, with the games that are being played; none if the one that is asked for is not there."""
    open_rooms = here.lobby.rooms
    asked = open_rooms.values() if room is None else [open_rooms[room]] if room in open_rooms else []
    return Rooms(rooms=tuple(map(RoomShown.of, asked)))


@router.get("/bots", responses=refusals())
async def bots() -> Bots:
    """The names that can be given to `invite_bot`."""
    told = tuple(
        BotShown(game=game, name=name, about=(kind.__doc__ or "").partition("\n")[0])
        for game in GAMES
        for name, kind in sorted(BUILT_IN[game].items())
    )
    return Bots(fog=tuple(sorted(BUILT_IN["fog"])), welten=tuple(sorted(BUILT_IN["welten"])), told=told)
