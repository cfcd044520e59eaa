"""The user's data folder, and files that are there whole or not at all."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from duskfall.errors import Refusal, Refused

OVERRIDE: Final = "DUSKFALL_DATA"
"""The environment variable that names another folder."""


def data_folder(chosen: Path | None = None) -> Path:
    """Where what the user imports is kept: the folder chosen, else that of the environment, else the system's."""
    if chosen is not None:
        return chosen
    named = os.environ.get(OVERRIDE)
    return Path(named) if named else user_data_path("duskfall", appauthor=False)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that readers, and a crash at any moment, see the old one or the new one and nothing between."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(0o644)
            Path(name).replace(path)
        except BaseException:
            with suppress(OSError):
                Path(name).unlink()
            raise
    except OSError as error:
        raise Refused(Refusal.UNREADABLE, path, f"the file cannot be written ({error.strerror or error})") from error
