"""A server that waits only a moment for its players after it has been away: `python -m ... --data FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path

from duskfall.server.run import serve
from duskfall.server.settings import Settings

RETURN_S = 1
GRACE_S = 2


def say(address: str) -> None:
    """Say where it is, as the command does."""
    sys.stdout.write(f"Duskfall is at {address}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    folder = Path(sys.argv[sys.argv.index("--data") + 1])
    serve(Settings(port=0, folder=folder, return_s=RETURN_S, grace_s=GRACE_S), say)
