"""`duskfall serve` runs the live server; `duskfall play` does the same for this machine and opens the browser."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import webbrowser
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from duskfall.cli.terminal import compilation, err, out
from duskfall.errors import Refused

if TYPE_CHECKING:
    from duskfall.play import Replay

_WATCHED: Final = "watched"
"""The id of the one match that `duskfall replay watch` serves."""

Port = Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0 takes any free port.")]
Data = Annotated[
    Path | None,
    typer.Option(
        help="The folder for games and the server's secret; by default duskfall/server in your data folder "
        "(on Linux ~/.local/share/duskfall/server).",
        file_okay=False,
    ),
]

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
    proxy: Annotated[
        list[str] | None,
        typer.Option(help="The address of a proxy whose X-Forwarded-For is believed."),
    ] = None,
    metrics_port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="A port of 127.0.0.1 for metrics; without it there are none.")
    ] = None,
    grace: Annotated[
        int, typer.Option(min=0, help="Seconds that a player may be disconnected and keep the seat.")
    ] = 60,
    patience: Annotated[
        int, typer.Option(min=1, max=3600, help="Seconds that the database may be away before the server stops.")
    ] = 10,
    min_free_disk: Annotated[
        int, typer.Option(min=0, help="MiB of the disk that stay free for running games; below that none begins.")
    ] = 256,
    limits: Annotated[bool, typer.Option("--limits/--no-limits", help="Limit connections and events.")] = True,
    fast_frames: Annotated[
        bool,
        typer.Option(
            "--fast-frames/--library-frames", help="Write WebSocket frames by hand, or leave it to the library."
        ),
    ] = True,
) -> None:
    """Serve games to browsers and bots until you press Ctrl+C."""
    _run(
        host,
        port,
        data,
        browse=False,
        limited=limits,
        database=db,
        tournaments=tournaments,
        origins=tuple(origin or ()),
        proxies=tuple(proxy or ()),
        grace_s=grace,
        patience_s=patience,
        least_free_mib=min_free_disk,
        fast_frames=fast_frames,
        metrics_port=metrics_port,
    )


def play(
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="The port to listen on; 8080 if it is free, else any.")
    ] = None,
    data: Data = None,
    tournaments: Ledgers = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
) -> None:
    """Serve the games to this machine alone, and open the browser."""
    chosen = _free_port() if port is None else port
    _run("127.0.0.1", chosen, data, browse=browser, limited=True, tournaments=tournaments)


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


def watch(replay: Replay, port: int, *, browse: bool) -> None:
    """Serve the page of a verified replay to this machine alone, and open the browser."""
    from duskfall.server.replays.stored_file import store_replay
    from duskfall.server.store import Store, sqlite_url

    with TemporaryDirectory(prefix="duskfall-watch-") as folder:
        with Store.open(sqlite_url(Path(folder))) as store:
            asyncio.run(store_replay(store, replay, _WATCHED))
        _run("127.0.0.1", port, Path(folder), browse=browse, limited=True, page=f"/replays/{_WATCHED}")


def _run(
    host: str, port: int, data: Path | None, *, browse: bool, limited: bool, page: str = "", **chosen: Any
) -> None:  # fmt: skip
    """Run a server with settings; those that are not chosen have their defaults."""
    from duskfall.server.transport.listener import listen

    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("uvicorn").setLevel(logging.ERROR)  # it warns of every malformed request
    logging.getLogger("alembic").setLevel(logging.WARNING)

    def ready(address: str) -> None:
        out.print(f"Duskfall is at {address}{page}  (Ctrl+C stops it)", soft_wrap=True)
        out.file.flush()
        if browse and _has_screen():
            webbrowser.open(address + page)

    # A wrong address or database is refused before the imports that need neither: so it is refused at once.
    with closing(listen(host, port)) as listener:
        from duskfall.server.settings import UNLIMITED, Limits, Settings
        from duskfall.server.store import Store

        settings = Settings(host=host, port=port, limits=Limits() if limited else UNLIMITED, **chosen)
        if data is not None:
            settings = replace(settings, folder=data)
        with Store.open(settings.url, patience_s=settings.patience_s) as store:
            from duskfall.server.run import serve_at

            with compilation() as on_progress:
                kept = serve_at(listener, settings, store, ready, on_progress=on_progress)
    if not kept:
        err.print("The server stopped because nothing could be kept any more; see above.")
        raise typer.Exit(1)
