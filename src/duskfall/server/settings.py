"""Holds all that the owner of a server may choose, limits first. Times are in seconds unless the name says ms."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from duskfall.server.store import sqlite_url
from duskfall.server.transport.listener import PORT


@dataclass(frozen=True, slots=True)
class Limits:
    """Holds the limits of one server. Rates are written `count/period`, as in `30/second`."""

    socket_events: str = "40/second"
    """Events of one connection."""
    user_events: str = "60/second"
    """Events of one player over all its connections."""
    address_events: str = "400/second"
    """Events of one network address: a school behind one router is many players."""
    chat_messages: str = "4/5second"
    """Chat messages and pings of one connection."""
    arrivals: str = "10/5second"
    """Joins of one connection, to play or to watch: each time it is sent everything anew."""
    new_options: str = "20/second"
    """Options that one network address chooses: a map of one's own, or a dungeon, is checked for some milliseconds."""
    new_games: str = "240/minute"
    """Games that begin for hosts of one network address: each is kept for good."""
    new_rooms: str = "20/minute"
    """Rooms that one network address opens."""
    new_sockets: str = "120/minute"
    """Connections that one network address opens."""
    welten_events: str = "100/second"
    """Orders and questions in Weltendämmerung of one network address: each takes some milliseconds."""
    requests: str = "40/second"
    """HTTP requests of one network address for what is computed or stored."""
    refusals: int = 200
    """Events over the limit that a connection may send in a row before it is dropped."""

    sockets: int = 5000
    sockets_an_address: int = 200
    rooms: int = 2000
    """Rooms with somebody in them."""
    waiting_games: int = 5000
    """Games besides those that wait for their players to come back."""
    seats: int = 16
    """Players in a room, at the most."""
    spectators: int = 100
    """In one room."""
    message_bytes: int = 65_536
    """Of one message to the server. The largest own map takes 10 kB."""
    chat_characters: int = 300
    waiting_messages: int = 200
    """Messages that wait for a slow reader before it is only given the latest state."""
    lagging_s: int = 20
    """How long a reader may stay behind like that before it is dropped."""
    silent_s: int = 20
    """How long a connection may stand that Socket.IO is not spoken through."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Says how a server is run."""

    host: str = "127.0.0.1"
    port: int = PORT
    folder: Path = field(default_factory=lambda: user_data_path("duskfall") / "server")
    """Where games and the server's secret are kept."""
    tournaments: Path | None = None
    """Where ledgers of tournaments lie that everyone may look at; None is `tournaments` in the folder."""
    database: str | None = None
    """The URL of a database; None is an SQLite file in the folder."""
    origins: tuple[str, ...] = ()
    """Web origins besides the server's own whose pages may connect; `*` for all."""
    grace_s: int = 60
    """How long the seat of a player who lost the connection is kept."""
    return_s: int = 15
    """How long a game waits for its players after the server has been away."""
    untouched_s: int = 86_400
    """How long a game of Weltendämmerung in which nobody has ordered anything waits for somebody to come back."""
    forgotten_s: int = 30 * 86_400
    """How long any other one waits."""
    patience_s: int = 10
    """How long the database may be away, or its disk full, before the server has to stop."""
    idle_room_s: int = 600
    """How long a room without connections is kept when no game runs in it."""
    fast_frames: bool = True
    """Write the frames of WebSockets by hand; false leaves them to the library."""
    limits: Limits = Limits()

    @property
    def ledgers(self) -> Path:
        """The folder of tournaments; it need not be there."""
        return self.tournaments or self.folder / "tournaments"

    @property
    def url(self) -> str:
        """The database's URL."""
        return self.database or sqlite_url(self.folder)


UNLIMITED: Final = Limits(
    socket_events="1000000/second",
    user_events="1000000/second",
    address_events="1000000/second",
    chat_messages="1000000/second",
    arrivals="1000000/second",
    new_options="1000000/second",
    new_games="1000000/second",
    new_rooms="1000000/second",
    new_sockets="1000000/second",
    welten_events="1000000/second",
    requests="1000000/second",
    sockets=1_000_000,
    sockets_an_address=1_000_000,
    rooms=1_000_000,
    waiting_games=1_000_000,
)
"""For benchmarks and for tests of rules: one address may do as much as a thousand do."""
