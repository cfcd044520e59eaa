"""Makes maps, reads and writes them, for the verbs of `duskfall dungeon`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from secrets import randbelow, randbits
from typing import Final

from duskfall.cli.dungeon.options import Given
from duskfall.cli.terminal import compiling, err, progress
from duskfall.dungeon import C64, C64_SEEDS, PHASES, Batch, Dungeon, Options, Phase, generate, generate_many
from duskfall.errors import Malformed, Refusal, Refused
from duskfall.formats.dungeon import FORMATS, Format, View, export, format_named, format_of, load_sheet
from duskfall.formats.files import write_whole

STDOUT: Final = "-"
SEEDS: Final = 1 << 64
"""The number of seeds."""
MAX_FILES: Final = 100_000
"""Files that one call writes at most: a typing error must not fill a disk."""
BATCH_SIZE: Final = 256
"""Maps that one call of compiled code makes: enough for speed, few enough to stay in the processor's cache."""


def make(
    seed: str | None, profile: str, options: Options | None, format_name: str | None, out: str, view_name: str
) -> None:
    """Make the map of a seed, or the maps of a range of seeds, and write them."""
    view = View.parse(view_name)
    if seed is not None and ":" in seed:
        kind = _format_of_many(format_name, out)
        _write_many(seed_range(seed), profile, options, kind, Path(out), view)
        return
    kind = _format(format_name, out)
    number = one_seed(seed, profile)
    _write(_made(number, profile, options), kind, out, view)
    if seed is None:
        err.print(f"Seed {number}")


def convert(file: Path, read_as: str | None, format_name: str | None, out: str, view_name: str | None) -> None:
    """Read a map and write it, for the same readers as before unless a view is named."""
    view = None if view_name is None else View.parse(view_name)
    kind = _format(format_name, out)
    found = load_sheet(file, format_named(read_as) if read_as else _format_by_end(file, "--from"))
    if view is View.KEEPER and found.view is View.PLAYER:
        raise Refused(
            Refusal.IMPOSSIBLE,
            f"{file} for the keeper",
            "it is a player's map, and its secrets were left out",
            "make the keeper's from its seed, or leave --view out",
        )
    _write(found.dungeon, kind, out, view or found.view)


def chosen(given: Given) -> Options | None:
    """Check the options that were given; None if there are none."""
    return Options().changed(**given) if given else None


def new_seed(profile: str) -> int:
    """Return a random seed."""
    return 1 + randbelow(C64_SEEDS.stop - 1) if profile == C64 else randbits(64)


def one_seed(text: str | None, profile: str) -> int:
    """Return the seed that was given, or a new one.

    >>> one_seed("7", "classic")
    7
    """
    if text is None:
        return new_seed(profile)
    if not re.fullmatch(r"[0-9]{1,20}", text):
        raise Malformed(text, "a seed is a whole number, a range of seeds is A:B", "for example --seed 7, --seed 0:100")
    return int(text)


def seed_range(text: str) -> range:
    """Read a range of seeds, its end not included.

    >>> seed_range("5:8")
    range(5, 8)
    >>> seed_range("5:5")
    Traceback (most recent call last):
    duskfall.errors.Malformed: 5:5: no seed is in this range, for its end is not included; for example 5:6
    """
    found = re.fullmatch(r"([0-9]{1,20}):([0-9]{1,20})", text)
    if not found:
        raise Malformed(text, "a range of seeds is A:B, two whole numbers", "for example 0:100")
    first, end = int(found[1]), int(found[2])
    if first >= end:
        raise Malformed(
            text, "no seed is in this range, for its end is not included", f"for example {first}:{first + 1}"
        )
    if end > SEEDS:
        raise Refused(
            Refusal.OUT_OF_RANGE, text, f"a range of seeds ends at {SEEDS} at most", f"seeds go from 0 to {SEEDS - 1}"
        )
    return range(first, end)


def _format(name: str | None, out: str) -> Format:
    """Return the format that was named, or that of the file's name; refuse binary ones on a terminal."""
    kind = _format_by_end(Path(out), "--format") if name is None and out != STDOUT else format_named(name or "text")
    if out == STDOUT and not kind.is_text and sys.stdout.isatty():
        raise Refused(
            Refusal.IMPOSSIBLE,
            f"{kind.name} on a terminal",
            "it is not text",
            f"name a file with --out map.{kind.extension}, or redirect the output",
        )
    return kind


def _format_by_end(path: Path, option: str) -> Format:
    """Return the format by the end of a name; a refusal names the option that would choose it."""
    try:
        return format_of(path)
    except Refused as refused:
        cure = f"name it with {option}; {refused.cure}"
        raise Refused(refused.code, refused.given, refused.reason, cure) from None


def _format_of_many(name: str | None, out: str) -> Format:
    """Return the format of the files in a folder, which must be named unless it is text."""
    if name is not None:
        return format_named(name)
    for kind in FORMATS.values():
        if Path(out).suffix.lower() == f".{kind.extension}":
            raise Refused(
                Refusal.IMPOSSIBLE,
                out,
                "a range of seeds is written to a folder, and this is the name of a file",
                f"name the format and a folder: --format {kind.name} --out {Path(out).stem}",
            )
    return FORMATS["text"]


def _made(seed: int, profile: str, options: Options | None) -> Dungeon:
    """Make one map, with a bar that names the phases."""
    with progress(PHASES[0][0], 100) as bar, compiling():

        def tell(phase: Phase) -> None:
            again = f" (attempt {phase.attempt + 1})" if phase.attempt else ""
            bar.update(bar.task_ids[0], description=phase.name + again, completed=100 * phase.share)

        return generate(seed, profile, options, tell)


def _write(made: Dungeon, kind: Format, out: str, view: View) -> None:
    data = export(made, kind, view)
    if out != STDOUT:
        write_whole(Path(out), data)
        return
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def _write_many(seeds: range, profile: str, options: Options | None, kind: Format, folder: Path, view: View) -> None:
    """Write each map of a range to a file of its own in `folder`."""
    if str(folder) == STDOUT:
        raise Refused(
            Refusal.IMPOSSIBLE, "a range of seeds on standard output", "each map is a file", "name a folder with --out"
        )
    count = seeds.stop - seeds.start  # len() of a range ends at 63 bits
    if count > MAX_FILES:
        raise Refused(
            Refusal.OUT_OF_RANGE,
            f"{count:,} maps",
            f"one call writes {MAX_FILES:,} files at most",
            f"begin with --seed {seeds.start}:{seeds.start + MAX_FILES}",
        )
    ends = range(seeds.start, seeds.stop, max(1, count - 1))
    for _ in _files(ends, profile, options, kind, view):
        pass  # a wrong seed, option or format is refused before the folder is made
    maps = _files(seeds, profile, options, kind, view)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(Refusal.UNREADABLE, folder, f"it cannot be a folder: {error.strerror}") from None
    with progress("Writing maps", count) as bar:
        for seed, data in maps:
            write_whole(folder / f"{seed}.{kind.extension}", data)
            bar.advance(bar.task_ids[0])


def _files(
    seeds: range, profile: str, options: Options | None, kind: Format, view: View
) -> Iterator[tuple[int, bytes]]:
    numbers = iter(seeds)  # as the user named them: a map of c64 has seed 1 for 0
    for batch in batches(seeds, profile, options):
        for made in batch:
            yield next(numbers), export(made, kind, view)


def batches(seeds: range, profile: str, options: Options | None) -> Iterator[Batch]:
    """Make the maps of a range, many at a time."""
    for first in range(seeds.start, seeds.stop, BATCH_SIZE * seeds.step):
        with compiling():
            made = generate_many(range(first, seeds.stop, seeds.step)[:BATCH_SIZE], profile, options)
        yield made
