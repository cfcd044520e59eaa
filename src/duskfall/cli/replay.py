"""`duskfall replay`: shows, verifies and exports replays."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape

from duskfall.cli.games import terminal_game
from duskfall.cli.options import Json
from duskfall.cli.terminal import compiling, err, out, print_json, progress
from duskfall.errors import Refusal, Refused
from duskfall.formats.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from duskfall.play import Replay, TurnReason

replay = typer.Typer(name="replay", help="Watch, verify and export replays of matches.")

File = Annotated[Path, typer.Argument(help="A replay, written by Duskfall (.duskfall).")]
Seat = Annotated[int | None, typer.Option("--seat", help="Show only what this seat saw; without it everything.")]


@replay.callback()
def verbs() -> None:
    """Watch, verify and export replays of matches."""


@replay.command()
def show(
    file: File,
    turn: Annotated[
        int | None,
        typer.Option("--turn", min=0, help="The turn to show; in Weltendämmerung the number of orders."),
    ] = None,
    seat: Seat = None,
    json: Json = False,
) -> None:
    """Show the players, the result, and the board at any turn (without --turn the last) as any seat saw it."""
    from duskfall.bots.reasons import sentence

    with compiling():
        recorded = read_replay(file)
        match = recorded.at(recorded.turns if turn is None else turn)
    check_seat(recorded, seat)
    game = terminal_game(recorded.setup.game)
    reasons = [each for each in recorded.reasons if each.turn == match.turn and seat in (None, each.seat)]
    if json:
        shown = {"turn": match.turn, "seat": seat, "view": game.view_document(match, seat)}
        print_json(_summary(recorded) | shown | _reasons(recorded, reasons))
        return
    out.print(_title(recorded), soft_wrap=True, markup=False)
    game.print_board(match, seat)
    given = next((said for mark, said in recorded.log.turns() if mark.turn == match.turn), [])
    heard = [entry for entry in given if seat in (None, entry.seat)]
    words = ", ".join(f"{recorded.players[entry.seat]} {entry.order}" for entry in heard)
    out.print(f"Turn {match.turn} of {recorded.turns}: {words or 'no orders'}", soft_wrap=True, markup=False)
    for reason in reasons:
        text = sentence(recorded.setup.game, reason)
        out.print(f"{recorded.players[reason.seat]}: {text}", soft_wrap=True, markup=False)


@replay.command()
def verify(file: File, json: Json = False) -> None:
    """Play a replay again and compare every turn; if one differs, name the first and exit with code 1."""
    from duskfall.play import Diverged

    fault: Diverged | None = None
    with compiling(), progress("Verifying", 0) as bar:
        recorded = read_replay(file)
        bar.update(bar.task_ids[0], total=recorded.turns + 1)
        try:
            for _ in recorded.watch():
                bar.advance(bar.task_ids[0])
        except Diverged as diverged:
            fault = diverged
    if json:
        where = None if fault is None else {"turn": fault.turn, "reason": fault.reason}
        print_json(_summary(recorded) | {"ok": fault is None, "differs": where})
    elif fault is None:
        out.print(f"[bold green]ok[/bold green]  {escape(_title(recorded))}", soft_wrap=True)
    else:
        out.print(f"[bold red]differs[/bold red]  {escape(str(fault))}", soft_wrap=True)
    if fault is not None:
        raise typer.Exit(1)


@replay.command()
def watch(
    file: File,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0 takes any free port.")] = 0,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
) -> None:
    """Open the page of a replay in the browser, served to this machine alone until you press Ctrl+C."""
    from duskfall.cli.serve import watch as serve_page

    with compiling():
        recorded = read_replay(file)
        recorded.verify()
    serve_page(recorded, port, browse=browser)


@replay.command()
def export(
    file: File,
    target: Annotated[Path, typer.Option("--out", "-o", help="NAME.gif, NAME.json, or a new folder for PNG frames.")],
    seat: Seat = None,
    every: Annotated[
        int | None,
        typer.Option("--every", min=1, help="Turns from one frame to the next.", show_default="at most 300 frames"),
    ] = None,
    frame_ms: Annotated[
        int | None, typer.Option("--ms", min=20, max=10_000, help="Milliseconds a frame of a GIF.", show_default=False)
    ] = None,
) -> None:
    """Write a replay as a film (GIF), as pictures (PNG, one file a frame) or for a program (JSON)."""
    kind = target.suffix.lower()
    if kind not in ("", ".gif", ".json"):
        raise Refused(
            Refusal.UNKNOWN_NAME, target, f"{kind} is no form of export", "end in .gif or .json, or name a folder"
        )
    with compiling():
        recorded = read_replay(file)
        check_seat(recorded, seat)
        if kind == ".json":
            from json import dumps

            write_whole(target, (dumps(_document(recorded), ensure_ascii=False, indent=1) + "\n").encode())
            err.print(f"Wrote {escape(str(target))}: {recorded.turns} turns", soft_wrap=True)
            return
        _film(recorded, target, seat, every, frame_ms)


def _film(recorded: Replay, target: Path, seat: int | None, every: int | None, frame_ms: int | None) -> None:
    from duskfall.formats.replay.film import write_frames
    from duskfall.play.film import Film

    film = Film(recorded, seat, every)
    count = len(film.turns())
    with progress("Drawing", count) as bar:
        if target.suffix:
            content = film.gif(frame_ms, lambda: bar.advance(bar.task_ids[0]))
            write_whole(target, content)
            size = f", {len(content) / 1e6:.1f} MB"
        else:
            write_frames(target, film.frames(lambda: bar.advance(bar.task_ids[0])))
            size = ""
    err.print(f"Wrote {escape(str(target))}: {count} frames{size}", soft_wrap=True)


def read_replay(path: Path) -> Replay:
    """Read the replay in a file; a refusal names the file."""
    from duskfall.formats.files import read_bounded
    from duskfall.play.replay import MAX_BYTES, Replay

    return Replay.decode(read_bounded(path, MAX_BYTES), str(path))


def check_seat(recorded: Replay, seat: int | None) -> None:
    """Refuse a seat that the match does not have."""
    seats = len(recorded.players)
    if seat is not None and not 0 <= seat < seats:
        raise Refused(Refusal.NO_SEAT, f"seat {seat}", f"seats run from 0 to {seats - 1}")


def _title(recorded: Replay) -> str:
    names = " against ".join(recorded.players) if len(recorded.players) < 4 else ", ".join(recorded.players)
    result = recorded.result
    if result is None:
        end = "not played to its end"
    else:
        winner = "nobody wins" if result.winner is None else f"{recorded.players[result.winner]} wins"
        end = f"{winner} ({result.reason})"
    units = terminal_game(recorded.setup.game).units
    return f"{recorded.setup.game}, seed {recorded.setup.seed}: {names}, {recorded.turns} {units}, {end}"


def _summary(recorded: Replay) -> dict[str, Any]:
    return recorded.plain() | {"turns": recorded.turns}


def _document(recorded: Replay) -> dict[str, Any]:
    """Return everything that a replay holds, turn by turn, as plain values for JSON."""
    told: dict[int, list[TurnReason]] = {}
    for reason in recorded.reasons:
        told.setdefault(reason.turn, []).append(reason)
    turns = [
        {
            "turn": mark.turn,
            "orders": [{"seat": entry.seat, "order": entry.order} for entry in said],
            "digest": mark.digest,
        }
        | _reasons(recorded, told.get(mark.turn, []))
        for mark, said in recorded.log.turns()
    ]
    return _summary(recorded) | {"start": recorded.log.digests()[0], "log": turns}


def _reasons(recorded: Replay, reasons: Sequence[TurnReason]) -> dict[str, Any]:
    """Return reasons as plain values for JSON; nothing for a replay that keeps none."""
    from duskfall.bots.reasons import sentence

    if not recorded.reasons:
        return {}
    goals = recorded.setup.world.goals
    plain = [
        {
            "seat": reason.seat,
            "goal": reason.goal,
            "numbers": reason.named_numbers(goals),
            "text": sentence(recorded.setup.game, reason),
        }
        for reason in reasons
    ]
    return {"reasons": plain}
