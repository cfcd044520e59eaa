"""Reading files of which nobody knows whether they are what they claim to be."""

from __future__ import annotations

from pathlib import Path

from duskfall.errors import Refusal, Refused


def read_bounded(path: Path, most: int) -> bytes:
    """The bytes of a file, or a refusal; a larger file is not read to its end, nor is one that has none."""
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise Refused(Refusal.UNREADABLE, path, error.strerror or str(error)) from error
    if len(data) > most:
        raise Refused(Refusal.OUT_OF_RANGE, path, "it is too large for a replay", f"at most {most} bytes are read")
    return data
