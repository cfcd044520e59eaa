"""A worker process of the pool: receives fixtures, plays them one after the other, and sends back their results.

It exits when the connection ends, in the middle of a match too, so a killed tournament leaves no process behind.
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

from duskfall.arena.matches import play
from duskfall.errors import Refused


def _exit(number: int, frame: FrameType | None) -> NoReturn:
    del number, frame
    sys.exit(0)


def main(handle: int) -> None:
    """Play the matches that come over the connection with this file descriptor, until it ends."""
    # Ctrl-C reaches the whole process group; the process that runs the tournament decides what happens then.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _exit)  # exiting in the usual way lets the bots go
    Thread(target=_exit_at_end, args=(handle,), daemon=True).start()
    try:
        with Connection(handle) as connection:
            while _play_one(connection):
                pass
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the clean-up must not be interrupted


def _exit_at_end(handle: int) -> None:
    """Wait until the other end of the connection is closed, then end the match that is being played."""
    ending = select.poll()
    ending.register(handle, 0)  # the end of a connection is reported without being asked for
    ending.poll()
    os.kill(os.getpid(), signal.SIGTERM)


def _play_one(connection: Connection) -> bool:
    """Play the next match; False when the connection has ended."""
    try:
        fixture = connection.recv()
        try:
            answer: object = play(fixture)
        except Refused as refused:
            answer = refused
        except Exception as fault:  # noqa: BLE001 -- reported to the process that asked
            answer = RuntimeError(f"match {fixture.number}: {type(fault).__name__}: {fault}")
        connection.send(answer)
    except (EOFError, OSError):
        return False
    return True


if __name__ == "__main__":
    main(int(sys.argv[1]))
