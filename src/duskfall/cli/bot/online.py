"""Lets a bot play on a live server, and reports its games on the screen."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from duskfall.bots import Bot, bot_named, title_of
from duskfall.bots.bot import Leaving, SeatInfo
from duskfall.bots.faults import Fault
from duskfall.bots.online import Ending
from duskfall.bots.online.adapter import BotAdapter
from duskfall.bots.online.connection import check_online
from duskfall.cli.terminal import compiling, err


class Reporting(BotAdapter):
    """Prints when a game begins and which faults the bot makes."""

    def on_start(self) -> None:
        """Print the number of the game and the opponents."""
        super().on_start()
        against = ", ".join(player["username"] for player in self.players if player["index"] != self.seat)
        err.print(f"Game {len(self.endings) + 1} of {self.games}: seat {self.seat} against {against}", markup=False)

    def on_fault(self, fault: Fault) -> None:
        """Print a fault of the bot."""
        err.print(f"Fault {self.faults.in_all}: {fault}", soft_wrap=True, markup=False)


def play_online(
    name: str, server: str, room: str, shown: str | None, *, seed: int | None, trust: bool, **rest: Any
) -> Sequence[Ending]:
    """Let a bot play in a room, and return how its games ended."""
    check_online()
    dice = secrets.randbits(64) if seed is None else seed

    def take_chair(chair: SeatInfo) -> Bot:
        return bot_named(name, chair, trust=trust)

    with compiling():
        _try_out(take_chair, dice)
        # The same bot may play on one server several times, and each name belongs to one player.
        called = shown or f"{title_of(name)[:16]} {secrets.randbelow(9000) + 1000}"
        player = Reporting(take_chair, dice, server, room, called, **rest)
        err.print(f"{player.name} joins room {room} of {server}", soft_wrap=True, markup=False)
        return player.run()


def _try_out(maker: Callable[[SeatInfo], Bot], dice: int) -> None:
    """Start and stop the bot once, so that its errors are reported before it joins a room."""
    trial: object = maker(SeatInfo("fog", {"players": 2}, 0, 2, dice))
    if isinstance(trial, Leaving):
        trial.leave(None, None)
