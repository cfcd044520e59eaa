"""Watches the free space of the disk that games are kept on, so that running games can always go on."""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from typing import Final

from duskfall.errors import Refusal, Refused

_FRESH_S: Final = 1.0
"""Seconds for which a look at the disk counts."""

_MIB: Final = 1 << 20


class DiskSpace:
    """Refuses new games while less than a watermark is free.

    >>> DiskSpace(None, 1 << 40).check()
    >>> DiskSpace(Path("/"), 1 << 40).check()
    Traceback (most recent call last):
    duskfall.errors.Refused: new games: the server's disk is nearly full, and only running games go on; try again later
    """

    def __init__(self, folder: Path | None, least_mib: int) -> None:
        self._folder = folder
        """None where the database is on another machine."""
        self._least = least_mib * _MIB
        self._looked = float("-inf")
        self._full = False

    def check(self) -> None:
        """Refuse something new that would be written."""
        now = time.monotonic()
        if self._folder is not None and now - self._looked > _FRESH_S:
            self._looked, self._full = now, shutil.disk_usage(self._folder).free < self._least
        if self._full:
            raise Refused(
                Refusal.NO_SPACE,
                "new games",
                "the server's disk is nearly full, and only running games go on",
                "try again later",
            )
