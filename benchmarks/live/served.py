"""Runs the server that is measured, with its limits raised: `python -m benchmarks.live.served [--library] FOLDER`.

With `--library` it leaves the frames of WebSockets to the library.

It prints its address, and answers each line on stdin with a line of JSON: when each game's next turn is due, on the
clock that the load reads too, and the CPU time of the process so far.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from duskfall.server.app import Server
from duskfall.server.live.fog.room import FogRoom
from duskfall.server.run import serve
from duskfall.server.settings import UNLIMITED, Settings


class Watched(Server):
    """A server that reports its turns and CPU time."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        threading.Thread(target=self._answer, daemon=True).start()

    def _answer(self) -> None:
        for _ in sys.stdin:
            dues: dict[str, tuple[int, int]] = {}
            for name, room in list(self.lobby.rooms.items()):
                live = room.playing if isinstance(room, FogRoom) else None
                clock = None if live is None else live._clock
                if clock is not None and clock.due_ms is not None:
                    dues[name] = (clock.match.turn + 1, clock.due_ms)
            used = os.times()
            told = {"dues": dues, "cpu_s": used.user + used.system, "now_s": time.monotonic()}
            sys.stdout.write(json.dumps(told) + "\n")
            sys.stdout.flush()


def main() -> None:
    """Serve until killed."""
    settings = Settings(
        port=0,
        folder=Path(sys.argv[-1]),
        limits=replace(UNLIMITED, waiting_messages=1000),
        fast_frames="--library" not in sys.argv,
    )

    def ready(address: str) -> None:
        sys.stdout.write(address + "\n")
        sys.stdout.flush()

    serve(settings, ready, Watched)


if __name__ == "__main__":
    main()
