"""Gathers the commands and messages of all games: reads any command, and names any message.

>>> read_command("attack", [412, 413])
Attack(source=412, target=413, half=False, move_id=None)
>>> read_command("set_ready", ["den", "yes"])
Traceback (most recent call last):
duskfall.errors.Malformed: set_ready: ready: Input should be a valid boolean; send set_ready(room, ready)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING, fields
from typing import Any, Final, TypeAlias

from pydantic import ValidationError

from duskfall.errors import Malformed, Refusal, Refused, UnknownName
from duskfall.protocol.commands import (
    AbandonGame,
    ChatMessage,
    GetCurrentRoom,
    InviteBot,
    JoinPrivate,
    KickBot,
    LeaveGame,
    LobbyCommand,
    PingTile,
    PlayOn,
    Rematch,
    RoomCommand,
    SetForceStart,
    SetReady,
    SetUsername,
    Spectate,
    Surrender,
)
from duskfall.protocol.fog.commands import Attack, ClearMoves, FogCommand, PassTurn, SetOptions, UndoMove
from duskfall.protocol.fog.messages import AttackResult, FogMessage
from duskfall.protocol.fog.updates import GameUpdate
from duskfall.protocol.messages import CommandRefused, GameAlreadyStarted, PlayersUpdate, RoomMessage, RoomReply
from duskfall.protocol.welten.commands import WeltenCommand, WeltenJoin, WeltenLegal, WeltenOrder, WeltenThreats
from duskfall.protocol.welten.messages import WeltenMessage, WeltenReply

Command: TypeAlias = LobbyCommand | RoomCommand | FogCommand | WeltenCommand
JoinCommand: TypeAlias = JoinPrivate | WeltenJoin
Message: TypeAlias = RoomMessage | FogMessage | WeltenMessage
"""All that is ever sent, boards of Fog of War apart: these leave as a `GameUpdate`, which is made from views alone."""
Reply: TypeAlias = RoomReply | WeltenReply
"""Every acknowledgement."""

COMMANDS: Final[dict[str, type[Any]]] = {
    kind.event: kind
    for kind in (
        SetUsername, JoinPrivate, Spectate, SetReady, SetForceStart, Rematch, LeaveGame, Attack, UndoMove, ClearMoves,
        PassTurn, Surrender, AbandonGame, ChatMessage, PingTile, SetOptions, InviteBot, KickBot, PlayOn, GetCurrentRoom,
        WeltenJoin, WeltenOrder, WeltenLegal, WeltenThreats,
    )
}  # fmt: skip
"""Every event that a client may send."""


def read_command(event: object, args: list[Any]) -> Command:
    """Read the command that an event stands for, or refuse it and say what is wrong."""
    kind = COMMANDS.get(event) if isinstance(event, str) else None
    if kind is None:
        unknown = UnknownName("event", str(event)[:40], COMMANDS)
        raise Refused(Refusal.UNKNOWN_EVENT, unknown.given, unknown.reason, unknown.cure)
    try:
        command: Command = kind(*args)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        raise Malformed(event, _complaint(kind, first["loc"], first["msg"]), f"send {_usage(kind)}") from None
    return command


def _complaint(kind: type[Any], place: tuple[int | str, ...], text: str) -> str:
    names = [field.name for field in fields(kind)]
    path = [names[part] if at == 0 and isinstance(part, int) and part < len(names) else part
            for at, part in enumerate(place)]  # fmt: skip
    return ": ".join([*(str(part)[:40] for part in path), text.removeprefix("Value error, ")])


def _usage(kind: type[Any]) -> str:
    words = [
        field.name if field.default is field.default_factory is MISSING else f"[{field.name}]" for field in fields(kind)
    ]
    return f"{kind.event}({', '.join(words)})"


def event_of(message: Message | GameUpdate) -> str:
    """Give the name of the event that a message is sent as.

    >>> from duskfall.protocol.messages import GameWon
    >>> event_of(GameWon(1)), event_of(CommandRefused("attack", "OFF_MAP", "900 lies off the map"))
    ('game_won', 'refused')
    """
    return message.name if isinstance(message, CommandRefused) else message.event


def payload_of(message: Message | GameUpdate) -> Sequence[Any]:
    """Give the arguments of the event."""
    match message:
        case PlayersUpdate(players):
            return (players,)
        case GameAlreadyStarted():
            return ()
        case AttackResult():
            return (message.payload(),)
        case _:
            return (message,)
