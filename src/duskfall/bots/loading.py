"""Finds bots by name: a built-in opponent, `module:Class`, or a program as `prog:PATH`.

A new built-in opponent of Fog of War is a module in `bots/fog` and an entry in `bots/fog/bot_game.py`.

>>> bot_named("settlr", SeatInfo("fog", {}, seat=0, seats=2, seed=7))
Traceback (most recent call last):
duskfall.errors.UnknownName: settlr: no such fog bot; did you mean 'settler'? Known: marshal, raider, settler, wanderer
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast

from duskfall.bots.bot import Bot, Leaving, SeatInfo
from duskfall.bots.faults import described
from duskfall.bots.games import GAMES
from duskfall.bots.programs.program import Program
from duskfall.errors import Refusal, Refused, UnknownName
from duskfall.play import Setup, world_named

BUILT_IN: Final[dict[str, Mapping[str, Callable[[SeatInfo], Bot]]]] = {
    name: game.built_in for name, game in GAMES.items()
}
"""The built-in bots, by game and name."""

PROGRAM: Final = "prog:"
_CLASS: Final = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
_LONGEST_TITLE: Final = 60


def bot_named(name: str, info: SeatInfo, *, trust: bool = False) -> Bot:
    """Makes the bot that a name stands for, at its seat."""
    world_named(info.game)
    if is_program(name):
        return Program(Path(name.removeprefix(PROGRAM)).expanduser(), info, trust=trust)
    known = BUILT_IN[info.game]
    if name in known:
        return known[name](info)
    if _CLASS.fullmatch(name):
        return _made(name, _own_class(name), info)
    raise UnknownName(f"{info.game} bot", name, known)


class BotNotMade(Refused):
    """The class of a bot cannot be called: its own code fails."""

    def __init__(self, name: str, failure: str) -> None:
        cure = "it is called with a SeatInfo: def __init__(self, info)"
        super().__init__(Refusal.MALFORMED, name, f"its class cannot be called ({failure})", cure)
        self.failure = failure


def games_of(name: str) -> list[str]:
    """Returns the games that have a built-in bot of this name; none for a class or a program, which may play any.

    >>> games_of("captain"), games_of("bots:Mine"), games_of("./bot.py")
    (['welten'], [], [])
    """
    own = [game for game, bots in BUILT_IN.items() if name in bots]
    if not own and not is_program(name) and not _CLASS.fullmatch(name):
        raise UnknownName("bot", name, [bot for bots in BUILT_IN.values() for bot in bots])
    return own


def seat_bots(names: Sequence[str], setup: Setup, *, trust: bool = False) -> list[Bot]:
    """Makes a bot for each seat; if one cannot be made, those before it leave again."""
    seated: list[Bot] = []
    try:
        for seat, name in enumerate(names):
            seated.append(bot_named(name, SeatInfo.of(setup, seat, len(names)), trust=trust))
    except BaseException:
        for bot in seated:
            if isinstance(bot, Leaving):
                bot.leave(None, None)
        raise
    return seated


def is_program(name: str) -> bool:
    """Tells whether a name means a program: `prog:bot`, or any path.

    >>> is_program("./bot.py"), is_program("prog:bot.py"), is_program("bots:Mine")
    (True, True, False)
    """
    return name.startswith(PROGRAM) or "/" in name


def title_of(name: str) -> str:
    """Returns the name of a bot in tables and replays: of a program only the file's name.

    >>> title_of("prog:/home/ada/bots/ada.js")
    'ada.js'
    """
    short = Path(name.removeprefix(PROGRAM)).name if is_program(name) else name
    return "".join(sign if sign.isprintable() else "?" for sign in short)[:_LONGEST_TITLE] or "bot"


def _made(name: str, kind: Callable[[SeatInfo], Bot], info: SeatInfo) -> Bot:
    """Makes a bot of the user's class; any error of its code is a refusal."""
    try:
        return kind(info)
    except Exception as error:
        raise BotNotMade(name, described(error)) from error


def _own_class(name: str) -> Callable[[SeatInfo], Bot]:
    """Imports a class of the user's, from an installed module or from one in the current folder."""
    module_name, _, class_name = name.partition(":")
    here = str(Path.cwd())
    sys.path.insert(0, here)
    try:
        module: Any = importlib.import_module(module_name)
    except Exception as error:
        raise Refused(
            Refusal.UNREADABLE,
            name,
            f"the module {module_name} cannot be imported ({type(error).__name__}: {error})",
            "name an installed module, or one in the current folder",
        ) from error
    finally:
        sys.path.remove(here)
    if not hasattr(module, class_name):
        own = [key for key, value in vars(module).items() if callable(getattr(value, "choose", None))]
        raise UnknownName(f"class in {module_name}", class_name, own)
    found = getattr(module, class_name)
    if not callable(getattr(found, "choose", None)):
        raise Refused(Refusal.MALFORMED, name, "is no bot", "a bot's class has the method choose(view, deadline)")
    return cast("Callable[[SeatInfo], Bot]", found)
