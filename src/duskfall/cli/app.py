"""The command `duskfall`: its verbs, and the handling of errors.

Exit codes: 0 done; 1 done, and the answer is no (a check failed); 2 the request was wrong; 70 a fault of Duskfall; 141
the reader of the output (`| head`) closed it before its end.
"""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import Annotated, Final, NoReturn

import typer
from rich.markup import escape

from duskfall import __version__
from duskfall.cli.arena import arena
from duskfall.cli.ban import ban
from duskfall.cli.bot import bot
from duskfall.cli.dungeon import dungeon
from duskfall.cli.fog import fog
from duskfall.cli.info import info
from duskfall.cli.replay import replay
from duskfall.cli.serve import play, serve
from duskfall.cli.store import store
from duskfall.cli.terminal import err, out
from duskfall.cli.welten import welten
from duskfall.errors import Refused

WRONG_REQUEST: Final = 2
FAULT: Final = 70
"""EX_SOFTWARE of sysexits.h."""
OUTPUT_CLOSED: Final = 141
"""The exit code that a shell gives a program that SIGPIPE ended: 128 plus the signal's number. (With the signal itself,
the command would also end when a bot that it writes to dies.)"""

app = typer.Typer(
    name="duskfall",
    help="Three classic tile worlds on one engine.",
    epilog="Every verb explains itself: duskfall VERB --help",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        out.print(f"duskfall {__version__}")
        raise typer.Exit


@app.callback()
def duskfall(
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version and exit.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    """Three classic tile worlds on one engine."""


app.add_typer(fog)
app.add_typer(welten)
app.add_typer(dungeon)
app.add_typer(arena)
app.add_typer(bot)
app.add_typer(replay)
app.add_typer(store)
app.add_typer(ban)
app.command("serve")(serve)
app.command("play")(play)
app.command("info")(info)


def _exit(code: int, message: str) -> NoReturn:
    err.print(f"[bold red]Error[/bold red] {escape(message)}", soft_wrap=True)
    sys.exit(code)


def _exit_quietly() -> NoReturn:
    """Exit after the reader closed the output; stdout is redirected, so that the last flush does not fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(OUTPUT_CLOSED)


def run() -> None:
    """Run the command line; no traceback reaches a user who did not ask for one with DUSKFALL_DEBUG=1."""
    if sys.stdout is None or sys.stderr is None:
        sys.exit(WRONG_REQUEST)  # both streams are closed, so nothing can be reported
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without umlauts still shows the rest
    try:
        app()
        sys.stdout.flush()
    except Refused as refused:
        _exit(WRONG_REQUEST, f"{refused} ({refused.code})")
    except BrokenPipeError:
        _exit_quietly()
    except SystemExit as exiting:
        # Rich and Typer exit with 1 on a broken pipe, which here means that the answer is no.
        if isinstance(exiting.__context__, BrokenPipeError):
            _exit_quietly()
        raise
    except OSError as error:
        _exit(WRONG_REQUEST, f"the result cannot be written: {error.strerror or error}")
    except Exception as fault:
        if os.environ.get("DUSKFALL_DEBUG"):
            raise
        _exit(
            FAULT,
            f"{type(fault).__name__}: {fault}. This is a fault of duskfall, not yours; please report it with the "
            "output of the same command under DUSKFALL_DEBUG=1.",
        )
