"""Writes frames as one GIF, or as a folder of pictures."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Final

from PIL import Image

from duskfall.errors import Refusal, Refused

MAX_POINTS: Final = 400_000_000
"""The most points of all frames of a film; they are held in memory until it is written."""

LAST_FRAME_MS: Final = 3000
"""The time that the last frame is shown before the film begins again."""


def gif(frames: Iterable[Image.Image], count: int, frame_ms: int) -> bytes:
    """Encodes `count` frames of one size and palette as a GIF that loops."""
    running = iter(frames)
    first = next(running)
    points = first.width * first.height * count
    if points > MAX_POINTS:
        raise Refused(
            Refusal.OUT_OF_RANGE,
            f"a film of {count} frames of {first.width}x{first.height}",
            f"{points} points are too many",
            "leave out turns with --every, or export PNG",
        )
    file = BytesIO()
    first.save(
        file,
        "GIF",
        save_all=True,
        append_images=running,
        duration=[frame_ms] * (count - 1) + [LAST_FRAME_MS],
        loop=0,
        optimize=False,
        disposal=1,
    )
    return file.getvalue()


def write_frames(folder: Path, frames: Iterable[tuple[int, Image.Image]]) -> None:
    """Writes each turn's picture into a new folder, atomically."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Refused(Refusal.UNREADABLE, folder, "it exists already", "name a new folder")
    try:
        draft = Path(mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
        try:
            for turn, picture in frames:
                picture.save(draft / f"turn-{turn:06}.png", "PNG")
            draft.chmod(0o755)
            draft.replace(folder)
        finally:
            rmtree(draft, ignore_errors=True)
    except OSError as error:
        raise Refused(
            Refusal.UNREADABLE, folder, f"cannot be written ({error.strerror})", "name a folder within one that exists"
        ) from error
