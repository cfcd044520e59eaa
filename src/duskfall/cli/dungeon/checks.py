"""Checks maps, made from seeds or read from files, for `duskfall dungeon check`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import xxhash

from duskfall.cli.dungeon.search import batches_with_bar, seeds_of
from duskfall.cli.terminal import compiling, out, print_json
from duskfall.dungeon import C64, Dungeon
from duskfall.dungeon.original import original_faults
from duskfall.formats.dungeon import load

MAX_LISTED: Final = 100
"""Broken maps that are listed; all of them are counted."""
MARK: Final = " (the original's)"


def check_seeds(seeds: str, profile: str, as_json: bool) -> bool:
    """Check the maps of a range of seeds; True if all are sound and no two alike."""
    chosen = seeds_of(seeds, profile)
    broken = 0
    reasons: list[dict[str, Any]] = []
    digests: set[bytes] = set()
    started = perf_counter()
    for batch in batches_with_bar(chosen, profile, None, "Checking maps"):
        digests.update(xxhash.xxh3_128_digest(tiles) for tiles in batch.arrays.tiles)
        faulty = batch.faults().nonzero()[0].tolist()
        broken += len(faulty)
        listed = faulty[: MAX_LISTED - len(reasons)]
        reasons += [{"seed": int(batch.seeds[index]), **_faults(batch[index])} for index in listed]
    answer = {
        "profile": profile,
        "seeds": seeds,
        "maps": chosen.stop - chosen.start,
        "broken": broken,
        "reasons": reasons,
        "distinct": len(digests),
        "seconds": round(perf_counter() - started, 3),
    }
    if as_json:
        print_json(answer)
    else:
        _print_seeds(answer, reasons)
    return broken == 0 and len(digests) == answer["maps"]


def check_files(files: Sequence[Path], as_json: bool) -> bool:
    """Check saved maps; True if all are sound."""
    with compiling():
        maps = [(file, load(file)) for file in files]
        answers = [
            {
                "file": str(file),
                "profile": known.profile,
                "seed": known.seed,
                "records": known.recorded,
                **_faults(known),
            }
            for file, known in maps
        ]
    broken = sum(bool(answer["faults"]) for answer in answers)
    if as_json:
        print_json({"files": answers, "broken": broken})
    else:
        for answer in answers:
            _print_file(answer)
    return broken == 0


def _faults(known: Dungeon) -> dict[str, list[str]]:
    """Return all faults of a map, and those among them that the original's program made."""
    faults = known.validate()
    made = original_faults(known) if faults else frozenset()
    return {"faults": [str(fault) for fault in faults], "original": [str(fault) for fault in faults if fault in made]}


def _print_seeds(answer: Mapping[str, Any], reasons: Sequence[Mapping[str, Any]]) -> None:
    out.print(
        f"{answer['maps']:,} maps of {answer['profile']}: {answer['broken']:,} broken, "
        f"{answer['distinct']:,} distinct, {answer['seconds']:.1f} seconds"
    )
    if answer["profile"] == C64 and reasons:
        out.print("These faults are the original's: the program of the C64 makes the same maps.")
    for reason in reasons:
        out.print(f"  seed {reason['seed']}: {'; '.join(reason['faults'])}", soft_wrap=True)
    if answer["broken"] > len(reasons):
        out.print(f"  and {answer['broken'] - len(reasons):,} more")


def _print_file(answer: Mapping[str, Any]) -> None:
    faults, made = answer["faults"], answer["original"]
    count = f"{len(faults)} fault{'' if len(faults) == 1 else 's'}" if faults else "sound"
    scope = "" if answer["records"] else "; it has no records, so only the rules of tiles were checked"
    out.print(f"{answer['file']}: {count}{scope}", soft_wrap=True, markup=False)
    for fault in faults:
        out.print(f"  {fault}{MARK if fault in made else ''}", soft_wrap=True)
