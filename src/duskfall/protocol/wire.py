"""Gathers the commands and messages of all games: reads any command, and names any message.

>>> read_command("attack", [412, 413])
Attack(source=412, target=413, half=False, move_id=None)
>>> read_command("attack", [412, 413, None, 7])
Attack(source=412, target=413, half=False, move_id=7)
>>> read_command("set_ready", ["den", "yes"])
Traceback (most recent call last):
duskfall.errors.Refused: set_ready: ready: Input should be a valid boolean; send set_ready(room, ready)
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
    KickPlayer,
    LeaveGame,
    LobbyCommand,
    MutePlayer,
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
from duskfall.protocol.messages import (
    ChatHistory,
    CommandRefused,
    GameAlreadyStarted,
    GameEnd,
    PlayersUpdate,
    RoomMessage,
    RoomReply,
)
from duskfall.protocol.values import LONGEST_SHOWN
from duskfall.protocol.welten.commands import (
    WeltenCommand,
    WeltenJoin,
    WeltenLegal,
    WeltenOrder,
    WeltenReach,
    WeltenThreats,
)
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
        PassTurn, Surrender, AbandonGame, ChatMessage, PingTile, SetOptions, InviteBot, KickBot, KickPlayer, MutePlayer,
        PlayOn, GetCurrentRoom, WeltenJoin, WeltenOrder, WeltenLegal, WeltenThreats, WeltenReach,
    )
}  # fmt: skip
"""Every event that a client may send."""

_DEFAULTS: Final = {kind: tuple(field.default for field in fields(kind)) for kind in COMMANDS.values()}
"""What each argument of a command is when it is left out; `MISSING` for those that have to be given."""
MOST_VALUES: Final = 200
"""Values within lists and objects that an event may hold. The largest map has 100 rows, and a room about 30 options.
The check of a command collects an error for each wrong value, so it must not be given thousands of them."""
_BEYOND_BOUNDS: Final = frozenset({"greater_than", "greater_than_equal", "less_than", "less_than_equal"})
"""What pydantic calls a number that is too small or too large."""


def _given(argument: Any, default: Any) -> Any:
    """Give an argument; null counts as left out."""
    return default if argument is None and default is not MISSING else argument


def shown_event(event: object) -> str:
    """Give the name of an event for a refusal, however wrong it is.

    >>> shown_event("attack"), shown_event(["attack"])
    ('attack', 'the event')
    """
    return event[:LONGEST_SHOWN] if isinstance(event, str) else "the event"


def read_command(event: object, args: list[Any]) -> Command:
    """Read the command that an event stands for, or refuse it and say what is wrong."""
    if not isinstance(event, str):
        raise Refused(Refusal.UNKNOWN_EVENT, shown_event(event), "its name is not a text", "send its name first")
    kind = COMMANDS.get(event)
    if kind is None:
        unknown = UnknownName("event", shown_event(event), COMMANDS)
        raise Refused(Refusal.UNKNOWN_EVENT, unknown.given, unknown.reason, unknown.cure)
    if len(args) > len(_DEFAULTS[kind]):
        raise Malformed(event, f"it has {len(args)} arguments", f"send {_usage(kind)}")
    for arg in args:
        if isinstance(arg, list | dict) and _is_large(arg):
            raise Malformed(event, f"it holds more than {MOST_VALUES} values", f"send {_usage(kind)}")
    try:
        command: Command = kind(*map(_given, args, _DEFAULTS[kind]))
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        code = Refusal.OUT_OF_RANGE if first["type"] in _BEYOND_BOUNDS else Refusal.MALFORMED
        raise Refused(code, event, _complaint(kind, first["loc"], first["msg"]), f"send {_usage(kind)}") from None
    return command


def _is_large(value: list[Any] | dict[str, Any]) -> bool:
    """Tell whether there are more values in lists and objects than any event has; the rest is not looked at."""
    count, left = 0, [value]
    while left:
        inner = left.pop()
        values = inner.values() if isinstance(inner, dict) else inner
        count += len(values)
        if count > MOST_VALUES:
            return True
        left += [each for each in values if isinstance(each, list | dict)]
    return False


def _complaint(kind: type[Any], place: tuple[int | str, ...], text: str) -> str:
    names = [field.name for field in fields(kind)]
    path = [names[part] if at == 0 and isinstance(part, int) and part < len(names) else part
            for at, part in enumerate(place)]  # fmt: skip
    return ": ".join([*(str(part)[:40] for part in path), text.removeprefix("Value error, ")])


def _usage(kind: type[Any]) -> str:
    words = [field.name if field.default is MISSING else f"[{field.name}]" for field in fields(kind)]
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
        case ChatHistory(lines):
            return (lines,)
        case GameAlreadyStarted():
            return ()
        case AttackResult() | GameEnd():
            return (message.payload(),)
        case _:
            return (message,)
