"""Sending a bot to a live server, and telling how it does."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from duskfall.bots import Bot, bot_named, title_of
from duskfall.bots.bot import Leaving, SeatInfo
from duskfall.bots.connection import check_online
from duskfall.bots.envoy import Envoy
from duskfall.bots.faults import Fault
from duskfall.bots.online import Ending
from duskfall.cli.screen import compiling, err


class Reporting(Envoy):
    """Says on the screen when a game begins and what goes wrong."""

    def on_start(self) -> None:
        """Name the game."""
        super().on_start()
        against = ", ".join(player["username"] for player in self.players if player["index"] != self.seat)
        err.print(f"Game {len(self.endings) + 1} of {self.games}: seat {self.seat} against {against}", markup=False)

    def on_fault(self, fault: Fault) -> None:
        """Name a fault of the bot's."""
        err.print(f"Fault {self.record.in_all}: {fault}", soft_wrap=True, markup=False)


def send(
    name: str, server: str, room: str, shown: str | None, *, seed: int | None, trust: bool, **rest: Any
) -> Sequence[Ending]:
    """Let a bot play in a room; how its games ended."""
    check_online()
    dice = secrets.randbits(64) if seed is None else seed

    def take_chair(chair: SeatInfo) -> Bot:
        return bot_named(name, chair, trust=trust)

    with compiling():
        _try_out(take_chair, dice)
        # Several of the same bot may come to one server, and a name has one holder.
        called = shown or f"{title_of(name)[:16]} {secrets.randbelow(9000) + 1000}"
        player = Reporting(take_chair, dice, server, room, called, **rest)
        err.print(f"{player.name} joins room {room} of {server}", soft_wrap=True, markup=False)
        return player.run()


def _try_out(maker: Callable[[SeatInfo], Bot], dice: int) -> None:
    """Whatever is wrong with the bot is said before anybody waits for it in a room."""
    trial: object = maker(SeatInfo("fog", {"players": 2}, 0, 2, dice))
    if isinstance(trial, Leaving):
        trial.leave(None, None)
