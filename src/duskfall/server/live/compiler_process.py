"""Compiles parts of the rules in a process of its own: `python -m duskfall.server.live.compiler_process`.

Numba compiles one kernel at a time in a process and holds Python's lock meanwhile; processes compile side by side, and
a server answers all the while. The process reads the name of a part from each line of its input, writes `kernel` for
each kernel that it has begun, and `done` when the part is in the cache. It ends with its input, so with its server too.
"""

from __future__ import annotations

import gc
import os
import sys
from typing import Final

KERNEL: Final = b"kernel\n"
DONE: Final = b"done\n"


def main() -> None:
    """Compile the parts that are named on stdin."""
    gc.disable()  # the compiler makes millions of objects, which would be looked through again and again
    from duskfall.compiled import announced  # noqa: PLC0415  # after the above, which concerns imports too
    from duskfall.server.live.warmup import note_compiled, part_named, use  # noqa: PLC0415

    output = sys.stdout.fileno()
    for line in sys.stdin:
        part = part_named(line.rstrip("\n"))
        with announced(lambda _: _tell(output, KERNEL)):
            use(part)
        note_compiled(part)
        _tell(output, DONE)


def _tell(output: int, word: bytes) -> None:
    """Write a word at once; when nobody reads any more, go on all the same, for the next start."""
    try:
        os.write(output, word)
    except BrokenPipeError:
        sys.stdin.close()


if __name__ == "__main__":
    main()
