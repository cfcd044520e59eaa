"""Runs benchmarks from the project's root: `python -m benchmarks [NAMES...] [--quick]`."""

import argparse
import json
import sys
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Protocol

from rich.console import Console

from benchmarks import arena, bots, dungeon, envs, first_start, fog, play, store, welten, yardstick
from benchmarks.harness.benchmark import Benchmark, did_you_mean
from benchmarks.harness.peer_environment import ignore_in_git
from benchmarks.harness.plot import save_plots
from benchmarks.harness.progress import Live, Plain, count_measurements
from benchmarks.harness.result import Result
from benchmarks.harness.runner import run
from benchmarks.harness.table import open_console, print_result, print_summary
from benchmarks.live import figures as live
from benchmarks.web import idle, load, pan, start, turn

RESULTS: Final = Path(__file__).resolve().parent / "results"

CRASHED: Final = 1
UNKNOWN_NAME: Final = 2


class Builder(Protocol):
    """Describes a benchmark, in a quick run with smaller sizes. Its docstring is listed."""

    def __call__(self, *, quick: bool) -> Benchmark:
        """Return the benchmark. Nothing is measured, installed or started yet."""
        ...


BENCHMARKS: Final[Mapping[str, Builder]] = {
    "yardstick": yardstick.benchmark,
    "fog": fog.turns,
    "fog_maps": fog.maps,
    "fog_scaling": fog.scaling,
    "fog_start": fog.start,
    "envs": envs.benchmark,
    "first_start": first_start.benchmark,
    "welten_moves": welten.moves,
    "welten_games": welten.games,
    "bots_welten": welten.playouts,
    "dungeon": dungeon.benchmark,
    "play": play.overhead,
    "store": store.commits,
    "server": live.sockets,
    "server_bytes": live.traffic,
    "server_cpu": live.effort,
    "arena": arena.matches,
    "bots": bots.benchmark,
    "web_load": load.benchmark,
    "web_start": start.benchmark,
    "web_turn": turn.benchmark,
    "web_pan": pan.benchmark,
    "web_idle": idle.benchmark,
}
"""Every benchmark, by the name it is asked for with; without names all are run in this order."""


def main(arguments: Sequence[str], benchmarks: Mapping[str, Builder] = BENCHMARKS) -> int:
    """Run the benchmarks that are named, or all; return the exit code.

    A missed goal is printed and is no failure, since figures depend on the machine. A crash is one,
    but the other benchmarks still run.
    """
    asked = _parse(arguments)
    results, messages = open_console(), Console(stderr=True)
    for name in asked.names:
        if name not in benchmarks:
            unknown = f"no benchmark {name!r}{did_you_mean(name, list(benchmarks))}"
            messages.print(unknown, markup=False)
            return UNKNOWN_NAME
    if asked.list:
        for name, builder in benchmarks.items():
            summary = (builder.__doc__ or "").strip().partition("\n")[0]
            results.print(f"{name:<16} {summary}", markup=False, soft_wrap=True)
        return 0
    if asked.out is None:
        ignore_in_git(RESULTS)
    folder: Path = asked.out or RESULTS
    folder.mkdir(parents=True, exist_ok=True)
    done, crashed = [], False
    for name in dict.fromkeys(asked.names or benchmarks):
        try:
            result = _measure(benchmarks[name](quick=asked.quick), asked.quick, messages)
            print_result(result, results)
            _store(result, folder, messages)
            done.append(result)
        except Exception:  # noqa: BLE001 - whatever it is, the others still run
            crashed = True
            messages.print(f"{name} crashed:", style="bold red")
            traceback.print_exc(file=sys.stderr)
    print_summary(done, results)
    return CRASHED if crashed else 0


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", help="benchmarks to run; all if none is named")
    parser.add_argument("--quick", action="store_true", help="short runs with rough figures")
    parser.add_argument("--list", action="store_true", help="name the benchmarks and leave")
    parser.add_argument("--out", type=Path, help="folder for JSON and pictures")
    return parser.parse_args(arguments)


def _measure(benchmark: Benchmark, quick: bool, messages: Console) -> Result:
    if not messages.is_terminal:
        return run(benchmark, quick=quick, progress=Plain(benchmark.name, messages))
    effort = benchmark.effort.quickened() if quick else benchmark.effort
    with Live(benchmark.name, count_measurements(benchmark, effort), messages) as live:
        return run(benchmark, quick=quick, progress=live)


def _store(result: Result, folder: Path, messages: Console) -> None:
    stored = folder / f"{result.benchmark.name}.json"
    stored.write_text(json.dumps(result.as_json(), indent=2) + "\n", encoding="utf-8")
    names = ", ".join(path.name for path in [stored, *save_plots(result, folder)])
    messages.print(f"{result.benchmark.name}: stored {names}", markup=False, soft_wrap=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
