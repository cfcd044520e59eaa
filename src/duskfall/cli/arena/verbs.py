"""The verbs of `duskfall arena`."""

from __future__ import annotations

import typer

from duskfall.cli.arena.compare import compare
from duskfall.cli.arena.match import match_
from duskfall.cli.arena.ratings import ratings
from duskfall.cli.arena.replay import replay
from duskfall.cli.arena.report import report
from duskfall.cli.arena.table import table
from duskfall.cli.arena.tournament import resume, tournament

arena = typer.Typer(name="arena", help="Bots against bots, in any language.", no_args_is_help=True)

arena.command("tournament")(tournament)
arena.command("resume")(resume)
arena.command("compare")(compare)
arena.command("table")(table)
arena.command("ratings")(ratings)
arena.command("report")(report)
arena.command("replay")(replay)
arena.command("match")(match_)
