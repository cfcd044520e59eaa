"""Lets a bot play on a live server, and reports its games on the screen."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence
from typing import Any, Final
from urllib.error import URLError
from urllib.parse import quote, urlsplit, urlunsplit
from urllib.request import urlopen

from duskfall.bots import Bot, bot_named, games_of, title_of
from duskfall.bots.bot import Leaving, SeatInfo
from duskfall.bots.faults import Fault
from duskfall.bots.online import Ending, RoomPlayer
from duskfall.bots.online.adapter import FogAdapter
from duskfall.bots.online.connection import check_online, server_url
from duskfall.bots.online.welten_adapter import WeltenAdapter
from duskfall.cli.terminal import compiling, err
from duskfall.errors import Refusal, Refused
from duskfall.play import world_named

LOOK_UP_S: Final = 10


class Reporting(RoomPlayer):
    """Prints when a game begins and which faults the bot makes."""

    def on_start(self) -> None:
        """Print the number of the game and the opponents."""
        super().on_start()
        against = ", ".join(player["username"] for player in self.players if player["index"] != self.seat)
        err.print(f"Game {len(self.endings) + 1} of {self.games}: seat {self.seat} against {against}", markup=False)

    def on_fault(self, fault: Fault) -> None:
        """Print a fault of the bot."""
        err.print(f"Fault {self.faults.in_all}: {fault}", soft_wrap=True, markup=False)


class ReportingFog(Reporting, FogAdapter):
    """Plays Fog of War."""


class ReportingWelten(Reporting, WeltenAdapter):
    """Plays Weltendämmerung."""


ADAPTERS: Final = {"fog": ReportingFog, "welten": ReportingWelten}
"""The player of each game."""
TRIALS: Final[dict[str, dict[str, Any]]] = {"fog": {"players": 2}, "welten": {}}
"""Options with which a bot of each game is tried out."""


def play_online(
    name: str,
    server: str,
    room: str,
    shown: str | None,
    *,
    game: str | None,
    seed: int | None,
    trust: bool,
    **rest: Any,
) -> Sequence[Ending]:
    """Let a bot play in a room, and return how its games ended."""
    check_online()
    dice = secrets.randbits(64) if seed is None else seed
    played = game_of(name, server, room, game)

    def take_chair(chair: SeatInfo) -> Bot:
        return bot_named(name, chair, trust=trust)

    with compiling():
        _try_out(take_chair, played, dice)
        # The same bot may play on one server several times, and each name belongs to one player.
        called = shown or f"{title_of(name)[:16]} {secrets.randbelow(9000) + 1000}"
        player: RoomPlayer = ADAPTERS[played](take_chair, dice, server, room, called, **rest)
        err.print(f"{player.name} joins room {room} of {server}", soft_wrap=True, markup=False)
        return player.run()


def game_of(name: str, server: str, room: str, wanted: str | None) -> str:
    """Find out which game is played: that of the room if it is open, else the one that was asked for, or the bot's."""
    if wanted is not None:
        world_named(wanted)
    own = games_of(name)
    opened = _opened_game(server, room)
    for known, reason in ((opened, f"room {room} plays {opened}"), (wanted, f"{wanted} was asked for")):
        if known is not None and own and known not in own:
            raise Refused(Refusal.IMPOSSIBLE, name, f"this bot plays {own[0]}, and {reason}", "choose another room")
    if opened is not None and wanted not in (None, opened):
        raise Refused(Refusal.IMPOSSIBLE, f"--game {wanted}", f"room {room} plays {opened}", "choose another room")
    return opened or wanted or (own[0] if own else "fog")


def _opened_game(server: str, room: str) -> str | None:
    """Ask a server which game a room plays; None if there is no such room, or nobody answers."""
    parts = urlsplit(server_url(server, "splice"))
    scheme = {"ws": "http", "wss": "https"}.get(parts.scheme, parts.scheme)
    address = urlunsplit((scheme, parts.netloc, "/api/rooms", f"room={quote(room)}", ""))
    try:
        with urlopen(address, timeout=LOOK_UP_S) as answer:  # noqa: S310  # `server_url` lets no other schemes pass
            rooms = json.load(answer)["rooms"]
    except (URLError, OSError, ValueError, LookupError):
        return None  # the connection will tell what is wrong
    return str(rooms[0]["game"]) if rooms else None


def _try_out(maker: Callable[[SeatInfo], Bot], game: str, dice: int) -> None:
    """Start and stop the bot once, so that its errors are reported before it joins a room."""
    options = world_named(game).checked(TRIALS[game])
    trial: object = maker(SeatInfo(game, options, 0, 2, dice))
    if isinstance(trial, Leaving):
        trial.leave(None, None)
