"""Makes timelines: a whole match as a seat saw it, or as it was, in one JSON document.

A timeline begins with a whole view; each frame after it holds the changes since the frame before, in the form in which
live matches send them.
"""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable
from typing import Final

import orjson

from duskfall.errors import Refusal, Refused
from duskfall.play import Replay, Seat
from duskfall.server.replays.games import RENDERERS

MOST_BYTES: Final = 48 << 20
"""Of a timeline, uncompressed. A duel of a thousand turns on 30x30 tiles takes 0.3 MB, compressed 0.07 MB."""
COMPRESSION_LEVEL: Final = 5
"""Of gzip: higher levels take longer than they save on the way."""
LONGEST_S: Final = 30.0
"""Time limit for making a timeline. A duel of a thousand turns takes 0.2 seconds."""


def timeline_of(replay: Replay, seat: Seat | None = None, now: Callable[[], float] = time.monotonic) -> bytes:
    """The timeline of a replay as JSON. It is verified on the way: `Diverged` if the rules do not confirm it."""
    check_seat(replay, seat)
    renderer = RENDERERS[replay.setup.game]
    recorder = renderer.recorder(replay, seat)
    step, until = max(1, -(-replay.turns // renderer.most_frames)), now() + LONGEST_S
    head, frames, size = b"", list[bytes](), 0
    for match in replay.watch():
        head = head or orjson.dumps(renderer.timeline(replay, seat, match))
        recorder.see(match)
        if match.turn % step == 0 or match.turn == replay.turns:
            frames.append(orjson.dumps(recorder.frame(match)))
            size += len(frames[-1])
        if size > MOST_BYTES or now() > until:
            reason = f"its timeline would be larger than {MOST_BYTES >> 20} MiB, or take longer than {LONGEST_S:.0f} s"
            raise Refused(Refusal.OUT_OF_RANGE, "match", reason, "watch it with: duskfall replay export")
    return head.removesuffix(b"[]}") + b"[" + b",".join(frames) + b"]}"


def compressed_timeline(replay: Replay, seat: Seat | None) -> bytes:
    """The timeline of a replay, compressed with gzip."""
    return gzip.compress(timeline_of(replay, seat), COMPRESSION_LEVEL, mtime=0)


def check_seat(replay: Replay, seat: Seat | None) -> None:
    """Refuse a seat that the match does not have; None means all seats."""
    seats = len(replay.players)
    if seat is not None and not 0 <= seat < seats:
        raise Refused(Refusal.NO_SEAT, f"seat {seat}", f"the seats are 0 to {seats - 1}")
