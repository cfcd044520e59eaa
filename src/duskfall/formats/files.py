"""Writes files atomically and reads files of bounded size."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from tempfile import NamedTemporaryFile

from duskfall.errors import Refusal, Refused


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file atomically: readers, and a crash at any moment, see the old file or the new one.

    A pipe or device just gets the bytes. A link stays a link. A file that is replaced keeps its mode.
    """
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            path.write_bytes(data)
            return
        target = path.resolve()
        with NamedTemporaryFile(dir=target.parent, prefix=".duskfall-", delete=False) as file:
            try:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
                _publish(Path(file.name), target)
            except BaseException:
                Path(file.name).unlink(missing_ok=True)
                raise
    except (OSError, RuntimeError) as error:  # RuntimeError: a link that leads to itself
        raise Refused(
            Refusal.UNREADABLE,
            path,
            f"it cannot be written: {getattr(error, 'strerror', None) or error}",
            "name a file in a folder that exists and that you may write to",
        ) from None


def _publish(fresh: Path, path: Path) -> None:
    fresh.chmod(_mode_of(path))
    fresh.replace(path)


def _mode_of(path: Path) -> int:
    """Returns the mode of a file, or that of any new file: a temporary file is for its owner alone."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def read_at_most(path: Path, most: int) -> bytes:
    """Reads the first `most` bytes of a file, and one more if it is longer, so that the caller can tell."""
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        raise Refused(Refusal.UNREADABLE, path, f"it cannot be read: {error.strerror or error}") from None


def read_bounded(path: Path, most: int) -> bytes:
    """Reads a replay file of at most `most` bytes; refuses a larger one without reading it to its end."""
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise Refused(Refusal.UNREADABLE, path, error.strerror or str(error)) from error
    if len(data) > most:
        raise Refused(Refusal.OUT_OF_RANGE, path, "it is too large for a replay", f"at most {most} bytes are read")
    return data
