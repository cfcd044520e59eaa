"""Imports the user's own copy of the original: its program, and the numbers of the C64's KERNAL.

Both are kept only in the user's data folder. A file is checked as a whole before anything is written.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.errors import Refusal, Refused
from duskfall.formats.disk_images import DISK_SIZES, BrokenChain, disk_files
from duskfall.formats.files import read_at_most
from duskfall.formats.welten.data_folder import data_folder, install
from duskfall.formats.welten.line_reader import content_lines, read_text
from duskfall.formats.welten.original_program import LARGEST, Program, read_program
from duskfall.formats.welten.scenarios import scenario_text
from duskfall.welten.scenario import CYCLE_LENGTH, Scenario

KERNAL_SIZES: Final = (8192, 16384)
"""Bytes of a KERNAL image, and of BASIC and KERNAL in one."""

RESET_VECTOR: Final = 0xFCE2
"""The start address of every C64 KERNAL; those of other machines differ."""

NUMBERS_A_LINE: Final = 64


@dataclass(frozen=True)
class Imported:
    """The result of an import."""

    path: Path
    """The file that was written."""
    found: str
    """The source that it was read from."""
    warning: str
    """A warning for the user; empty if all is as expected."""


def original_path(data: Path | None = None) -> Path:
    """Returns the path of the imported scenario."""
    return data_folder(data) / "welten" / "original.land"


def cycle_path(data: Path | None = None) -> Path:
    """Returns the path of the numbers of the KERNAL."""
    return data_folder(data) / "welten" / "modifiers.txt"


def import_original(path: Path, data: Path | None = None) -> Imported:
    """Installs the scenario `original` from a program file or a disk image."""
    content = read_at_most(path, max(*DISK_SIZES, LARGEST))
    if len(content) in DISK_SIZES:
        found, program = _from_disk(content, path)
    else:
        found, program = str(path), read_program(content, str(path))
    install(original_path(data), _installed_text(program.scenario).encode())
    warning = "" if program.known else "this is another version than the known one; every check holds"
    return Imported(original_path(data), found, warning)


def _from_disk(disk: bytes, path: Path) -> tuple[str, Program]:
    reasons: list[str] = []
    try:
        for file in disk_files(disk):
            if not file.is_program:
                continue
            try:
                return f"{path}, file {file.name!r}", read_program(file.read(LARGEST), file.name)
            except BrokenChain as broken:
                reasons.append(f"{file.name!r}: {broken}")
            except Refused as refused:
                reasons.append(f"{file.name!r}: {refused.reason}")
    except BrokenChain as broken:
        reasons.append(f"directory: {broken}")
    told = "".join(f"\n  {reason}" for reason in reasons) or " it has no closed PRG file"
    raise Refused(Refusal.INCONSISTENT, path, f"no file of this disk is the original:{told}")


def _installed_text(scenario: Scenario) -> str:
    head, _, rest = scenario_text(scenario).partition("\n")
    return f"{head}\n; Made by: duskfall welten import. It comes from a work of 1987; keep it for yourself.\n{rest}"


def import_kernal(path: Path, data: Path | None = None) -> Imported:
    """Installs the 256 numbers of a KERNAL image that the original's modifiers follow."""
    content = read_at_most(path, max(KERNAL_SIZES))
    if len(content) not in KERNAL_SIZES:
        size = f"more than {max(KERNAL_SIZES)}" if len(content) > max(KERNAL_SIZES) else str(len(content))
        raise Refused(
            Refusal.INCONSISTENT,
            path,
            f"the file has {size} bytes",
            "a KERNAL image has 8192 bytes, one of BASIC and KERNAL 16384",
        )
    kernal = content[-min(KERNAL_SIZES) :]
    numbers = "".join(str(byte & 7) for byte in kernal[:CYCLE_LENGTH])
    lines = [numbers[start : start + NUMBERS_A_LINE] for start in range(0, CYCLE_LENGTH, NUMBERS_A_LINE)]
    install(cycle_path(data), "\n".join((*lines, "")).encode())
    sound = int.from_bytes(kernal[0x1FFC:0x1FFE], "little") == RESET_VECTOR
    warning = "" if sound else f"this does not look like a C64's KERNAL: it does not start at ${RESET_VECTOR:04X}"
    return Imported(cycle_path(data), str(path), warning)


def imported_cycle(data: Path | None = None) -> NDArray[np.uint8] | None:
    """Returns the numbers of the imported KERNAL, or None."""
    path = cycle_path(data)
    if not path.exists():
        return None
    numbers: list[int] = []
    lines = list(content_lines(read_text(path), str(path)))
    for line in lines:
        for column, sign in enumerate(line.text, start=1):
            if sign not in "01234567":
                line.refuse(f"{sign!r} is no number from 0 to 7", "import the KERNAL again", column=column)
            numbers.append(int(sign))
    if len(numbers) != CYCLE_LENGTH:
        raise Refused(
            Refusal.INCONSISTENT, path, f"it holds {len(numbers)} of {CYCLE_LENGTH} numbers", "import the KERNAL again"
        )
    return np.array(numbers, np.uint8)
