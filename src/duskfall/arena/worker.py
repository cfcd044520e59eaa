"""A process of the pool: reads fixtures from its line, plays them one after the other, answers with what came of them.

It leaves when the line ends, in the middle of a match too, so nothing is left behind by a tournament that was killed.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from multiprocessing.connection import Connection
from threading import Thread
from types import FrameType
from typing import NoReturn

from duskfall.arena.playing import play
from duskfall.errors import Refused


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    del number, frame
    sys.exit(0)


def main(handle: int) -> None:
    """Play for whoever holds the other end of the line."""
    # Ctrl-C reaches the whole group; whoever runs the tournament decides what becomes of it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)  # by leaving the usual way, bots are let go
    Thread(target=_watch, args=(handle,), daemon=True).start()
    try:
        with Connection(handle) as line:
            while _play_one(line):
                pass
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # we are leaving already, and shall not be torn out of it


def _watch(handle: int) -> None:
    """Wait until nobody is at the other end, and leave whatever is being played."""
    ending = select.poll()
    ending.register(handle, 0)  # nothing but the end, which is always told
    ending.poll()
    os.kill(os.getpid(), signal.SIGTERM)


def _play_one(line: Connection) -> bool:
    """Play the next match; whether there is still somebody at the other end."""
    try:
        fixture = line.recv()
        try:
            answer: object = play(fixture)
        except Refused as refused:
            answer = refused
        except Exception as fault:  # noqa: BLE001 -- told to whoever asked
            answer = RuntimeError(f"match {fixture.number}: {type(fault).__name__}: {fault}")
        line.send(answer)
    except (EOFError, OSError):
        return False
    return True


if __name__ == "__main__":
    main(int(sys.argv[1]))
