"""Render mode `human`: opens the replay page of an episode in the browser, served by a `duskfall` of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from duskfall.errors import UnknownName
from duskfall.formats.files import write_whole
from duskfall.play import Replay
from duskfall.play.replay import SUFFIX

HUMAN: Final = "human"
RENDER_MODES: Final = ("ansi", "rgb_array", HUMAN)
"""The render modes of environments of one game."""


class ReplayPages:
    """The pages that an environment opens in the render mode `human`; they stay open until it is closed."""

    def __init__(self, render_mode: str | None) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise UnknownName("render mode", render_mode, RENDER_MODES)
        self._wanted = render_mode == HUMAN
        self._folder: TemporaryDirectory[str] | None = None
        self._servers: list[subprocess.Popen[bytes]] = []

    def open(self, replay: Callable[[], Replay]) -> None:
        """Opens the page of an episode that has ended, if pages are wanted."""
        if not self._wanted:
            return
        self._folder = self._folder or TemporaryDirectory(prefix="duskfall-episodes-")
        path = Path(self._folder.name) / f"episode-{len(self._servers)}{SUFFIX}"
        write_whole(path, replay().encode())
        command = [sys.executable, "-m", "duskfall", "replay", "watch", str(path)]
        self._servers.append(subprocess.Popen(command, stdout=subprocess.DEVNULL))  # noqa: S603  # our own words

    def close(self) -> None:
        """Ends the servers of all pages."""
        for server in self._servers:
            server.terminate()
        for server in self._servers:
            server.wait()
        self._servers.clear()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
