"""The user's data folder, which keeps imported files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from duskfall.errors import Refusal, Refused
from duskfall.formats.files import write_whole

OVERRIDE: Final = "DUSKFALL_DATA"
"""The environment variable that names another folder."""


def data_folder(chosen: Path | None = None) -> Path:
    """Returns the folder for imported files: the one chosen, else that of the environment, else the system's."""
    if chosen is not None:
        return chosen
    named = os.environ.get(OVERRIDE)
    return Path(named) if named else user_data_path("duskfall", appauthor=False)


def install(path: Path, data: bytes) -> None:
    """Writes a file of the data folder atomically; makes the folder if it is missing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = f"the folder cannot be made: {error.strerror or error}"
        raise Refused(Refusal.UNREADABLE, path.parent, reason) from None
    write_whole(path, data)
