"""Searches the maps of many seeds, for `duskfall dungeon find`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter

from rich.table import Table

from duskfall.cli.dungeon.maps import batches, seed_range
from duskfall.cli.terminal import err, out, print_json, progress
from duskfall.dungeon import C64, C64_SEEDS, STATISTICS, Batch, Options, Wish, checked_profile
from duskfall.errors import Malformed, Refusal, Refused, UnknownName


@dataclass(frozen=True, slots=True)
class Find:
    """A map that meets all wishes."""

    seed: int
    statistics: Mapping[str, int]


def find_maps(
    asked: Mapping[str, str],
    best: str | None,
    seeds: str | None,
    count: int,
    profile: str,
    options: Options | None,
    as_json: bool,
) -> bool:
    """Search for maps, made with these options, that meet wishes; True if one was found."""
    wishes = [Wish.parse(name, text) for name, text in asked.items()]
    ranking = None if best is None else best.replace("-", "_")
    if ranking is not None and ranking not in STATISTICS:
        raise UnknownName("statistic", str(best), STATISTICS)
    if not wishes and ranking is None:
        raise Malformed("find", "there is nothing to search for", "give a wish such as --rooms '>=15'")
    chosen = seeds_of(seeds or ("1:256" if profile == C64 else "0:1000000"), profile)
    started = perf_counter()
    found, looked_at = _search(batches_with_bar(chosen, profile, options, "Searching"), wishes, ranking, count)
    seconds = perf_counter() - started
    if as_json:
        maps = [{"seed": each.seed, "statistics": each.statistics} for each in found]
        print_json(
            {
                "profile": profile,
                "options": (options or Options()).as_dict(),
                "maps": maps,
                "looked_at": looked_at,
                "seconds": round(seconds, 3),
            }
        )
    else:
        _print_finds(found, [wish.statistic for wish in wishes], ranking)
        err.print(f"Looked at {looked_at:,} seeds of {profile} and found {len(found):,} in {seconds:.1f} seconds")
    return bool(found)


def seeds_of(text: str, profile: str) -> range:
    """Read a range of seeds of a profile. The original takes 0 for 1, and no map should be looked at twice."""
    chosen = seed_range(text)
    if checked_profile(profile) == C64 and not (chosen.start >= 1 and chosen.stop <= C64_SEEDS.stop):
        raise Refused(Refusal.OUT_OF_RANGE, text, "the profile c64 has the seeds 1 to 255", "all of them are 1:256")
    return chosen


def _search(maps: Iterator[Batch], wishes: Sequence[Wish], ranking: str | None, count: int) -> tuple[list[Find], int]:
    """Return the first `count` maps that meet all wishes, or the best of all, and the number of seeds looked at."""
    found: list[Find] = []
    looked_at = 0
    for batch in maps:
        rows = batch.statistics()
        met = rows[:, 0] >= 0
        for wish in wishes:
            met &= wish.met_by(rows)
        for index in met.nonzero()[0].tolist():
            statistics = dict(zip(STATISTICS, rows[index].tolist(), strict=True))
            found.append(Find(int(batch.seeds[index]), statistics))
            if ranking is None and len(found) == count:
                return found, looked_at + index + 1
        looked_at += len(batch)
        if ranking is not None:
            # Ties go to the lowest seed: the sort keeps the order in which the seeds came.
            found = sorted(found, key=lambda each: -each.statistics[ranking])[:count]
    return found, looked_at


def _print_finds(found: Sequence[Find], asked: Sequence[str], ranking: str | None) -> None:
    if not found:
        return
    usual = ["rooms", "secret_rooms", "treasures", "walk"]
    columns = list(dict.fromkeys([*([ranking] if ranking else []), *asked, *usual]))
    table = Table(box=None, pad_edge=False)
    table.add_column("seed", justify="right", style="bold")
    for name in columns:
        table.add_column(name.replace("_", " "), justify="right")
    for each in found:
        table.add_row(str(each.seed), *(str(each.statistics[name]) for name in columns))
    out.print(table)


def batches_with_bar(seeds: range, profile: str, options: Options | None, title: str) -> Iterator[Batch]:
    """Make the maps of a range, many at a time, with a bar on stderr."""
    with progress(title, seeds.stop - seeds.start) as bar:
        for batch in batches(seeds, profile, options):
            yield batch
            bar.advance(bar.task_ids[0], len(batch))
