"""`duskfall serve` runs the live server; `duskfall play` does the same for this machine and opens the browser."""

from __future__ import annotations

import logging
import os
import sys
import webbrowser
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from duskfall.cli.terminal import compiling, err, out
from duskfall.errors import Refused

Port = Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0 takes any free port.")]
Data = Annotated[Path | None, typer.Option(help="The folder for games and the server's secret.", file_okay=False)]

Ledgers = Annotated[
    Path | None,
    typer.Option(
        help="A folder of tournaments (their --db files) to show in the arena; by default DATA/tournaments.",
        file_okay=False,
        exists=True,
    ),
]


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for all networks.")] = "127.0.0.1",
    port: Port = 8080,
    db: Annotated[
        str | None, typer.Option(help="A database instead of the SQLite file: postgresql://user@host/name")
    ] = None,
    data: Data = None,
    tournaments: Ledgers = None,
    origin: Annotated[list[str] | None, typer.Option(help="Another web origin whose pages may connect.")] = None,
    grace: Annotated[
        int, typer.Option(min=0, help="Seconds that a player may be disconnected and keep the seat.")
    ] = 60,
    patience: Annotated[
        int, typer.Option(min=1, max=3600, help="Seconds that the database may be away before the server stops.")
    ] = 10,
    limits: Annotated[bool, typer.Option("--limits/--no-limits", help="Limit connections and events.")] = True,
    fast_frames: Annotated[
        bool,
        typer.Option(
            "--fast-frames/--library-frames", help="Write WebSocket frames by hand, or leave it to the library."
        ),
    ] = True,
) -> None:
    """Serve games to browsers and bots until you press Ctrl+C."""
    _run(host, port, db, data, tournaments, tuple(origin or ()), grace, patience, limits, fast_frames, browse=False)


def play(
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="The port to listen on; 8080 if it is free, else any.")
    ] = None,
    data: Data = None,
    tournaments: Ledgers = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
) -> None:
    """Serve the games to this machine alone, and open the browser."""
    _run(
        "127.0.0.1",
        _free_port() if port is None else port,
        None,
        data,
        tournaments,
        (),
        60,
        10,
        True,
        True,
        browse=browser,
    )


def _free_port() -> int:
    """Return the usual port if it is free, else 0 for any."""
    from duskfall.server.transport.listener import PORT, listen

    try:
        listen("127.0.0.1", PORT).close()
    except Refused:
        return 0
    return PORT


def _has_screen() -> bool:
    """Tell whether there is a screen for a browser; without one, a text browser would take over the terminal."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _run(
    host: str, port: int, db: str | None, data: Path | None, tournaments: Path | None, origins: tuple[str, ...],
    grace: int, patience: int, limits: bool, fast_frames: bool, *, browse: bool,
) -> None:  # fmt: skip
    from duskfall.server.transport.listener import listen

    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("uvicorn").setLevel(logging.ERROR)  # it warns of every malformed request
    logging.getLogger("alembic").setLevel(logging.WARNING)

    def ready(address: str) -> None:
        out.print(f"Duskfall is at {address}  (Ctrl+C stops it)")
        out.file.flush()
        if browse and _has_screen():
            webbrowser.open(address)

    # A wrong address or database is refused before the imports that need neither: so it is refused at once.
    with closing(listen(host, port)) as listener:
        from duskfall.server.settings import UNLIMITED, Limits, Settings
        from duskfall.server.store import Store

        settings = Settings(
            host=host, port=port, database=db, tournaments=tournaments, origins=origins, grace_s=grace,
            patience_s=patience, limits=Limits() if limits else UNLIMITED, fast_frames=fast_frames,
        )  # fmt: skip
        if data is not None:
            settings = replace(settings, folder=data)
        with Store.open(settings.url, patience_s=settings.patience_s) as store:
            from duskfall.server.run import serve_at

            with compiling():
                kept = serve_at(listener, settings, store, ready)
    if not kept:
        err.print("The server stopped because nothing could be kept any more; see above.")
        raise typer.Exit(1)
