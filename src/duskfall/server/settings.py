"""Holds all that the owner of a server may choose, limits first. Times are in seconds unless the name says ms."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from duskfall.server.store import sqlite_url
from duskfall.server.store.url import is_sqlite, read_url
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
    retreats: str = "10/second"
    """Orders of one connection to take marches back, to pass or to surrender that are taken beyond its events: somebody
    who has ordered too much can still mend it."""
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
    failed_claims: str = "20/minute"
    """Ids, names and tokens that one network address tries in vain. When they are used up, no id is taken from there
    for the rest of the period, not even the right one: else the answer would tell which guess was right."""
    name_claims: str = "60/minute"
    """Times that one name is tried in vain from all addresses together, those of its owner aside."""
    welten_events: str = "100/second"
    """Orders and questions in Weltendämmerung of one network address: each takes some milliseconds."""
    requests: str = "40/second"
    """HTTP requests of one network address for what is computed or stored."""
    socket_ms: int = 200
    """Milliseconds of processor time a second that the events of one connection may take."""
    address_ms: int = 300
    """The same of one network address, with the orders of the bots that it plays Weltendämmerung against."""
    frames: str = "400/second"
    """WebSocket frames of one connection, pings and parts of messages among them."""
    other_packets: str = "50/10second"
    """Packets of one connection that are no events: answers to pings, connecting again, upgrades."""
    slow_requests: int = 40
    """Requests for slow work (timelines, dungeons, pictures) that run or wait; more would wait for too long."""
    slow_requests_an_address: int = 10
    """The same of one network address."""
    head_bytes: int = 8192
    """Of the address and the headers of a request."""
    parameters: int = 64
    """Different parameters in the address of a request."""
    body_s: int = 30
    """Seconds that the body of a request has to come."""
    bodies_an_address: int = 32
    """Requests with a body of one network address that are not answered yet."""
    body_bytes_an_address: int = 32 << 20
    """Bytes of such bodies of one network address."""
    body_bytes: int = 128 << 20
    """The same of all."""
    new_connections: int = 50
    """Connections of any kind a second that are read from one network address. A browser opens six for a page, and uses
    them again; those of a school wait for a moment, and what would wait for longer is refused."""
    http_connections_an_address: int = 500
    """Connections of one network address that are no WebSockets: a browser opens six, and each polled one keeps two."""
    http_connections: int = 5000
    """The same of all."""
    refusals: int = 200
    """Events over the limit that a connection may send in a row before it is dropped."""

    user_games_ms: int = 500
    """Milliseconds of processor time a second that running games of Fog of War of one host may be expected to take: the
    largest board with all seats and the shortest turns takes 480, a game with default options 10."""
    address_games_ms: int = 500
    """The same for all hosts of one network address."""
    land_tiles: int = 10_000
    """Of a land of one's own in Weltendämmerung: three times those of the default land."""
    land_units: int = 600
    """Twice those of the default land. The threats of so many are computed in 25 ms."""
    land_gates: int = 200

    sockets: int = 5000
    sockets_an_address: int = 200
    rooms: int = 2000
    """Rooms with somebody in them."""
    rooms_a_user: int = 30
    """Rooms that one player has opened and that are still there, with somebody in them or not."""
    rooms_an_address: int = 150
    """The same for one network address."""
    waiting_games: int = 5000
    """Games besides those that wait for their players to come back."""
    stored_mb: int = 100
    """Megabytes a day that games of one host, and of one network address, may add to the database."""
    seats: int = 16
    """Players in a room, at the most."""
    spectators: int = 100
    """In one room."""
    message_bytes: int = 65_536
    """Of one message to the server. The largest own map takes 10 kB."""
    chat_characters: int = 300
    waiting_messages: int = 200
    """Messages that wait for a slow reader before it is only given the latest state."""
    unread_bytes: int = 4 << 20
    """Bytes that wait for a reader before the connection is cut off. From a quarter of them on, it is only given the
    latest state."""
    unread_bytes_an_address: int = 64 << 20
    """Bytes that wait for all readers of one network address."""
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
    metrics_port: int | None = None
    """The port on which this machine alone may read the counters; None is none."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies whose header X-Forwarded-For is believed; no other's is."""
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
    chat_s: int = 30 * 86_400
    """How long chat is kept after the end of its match."""
    patience_s: int = 10
    """How long the database may be away, or its disk full, before the server has to stop."""
    least_free_mib: int = 256
    """Mebibytes of the disk with the SQLite file that stay free for running games: below that no game begins."""
    idle_room_s: int = 600
    """How long a room without connections is kept when no game runs in it."""
    fast_frames: bool = True
    """Write the frames of WebSockets by hand; false leaves them to the library."""
    limits: Limits = Limits()

    @property
    def ledgers(self) -> Path:
        """The folder of tournaments; it need not be there."""
        return self.tournaments or self.folder / "tournaments"

    def longest_absence_s(self, turn: int) -> int:
        """How long a game of Weltendämmerung waits for somebody to come back after so many orders."""
        return self.forgotten_s if turn else self.untouched_s

    @property
    def url(self) -> str:
        """The database's URL."""
        return self.database or sqlite_url(self.folder)

    @property
    def database_folder(self) -> Path | None:
        """The folder of the SQLite file; None where the database is PostgreSQL's."""
        url = read_url(self.url)
        return Path(url.database or "").parent if is_sqlite(url) else None


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
    failed_claims="1000000/second",
    name_claims="1000000/second",
    welten_events="1000000/second",
    requests="1000000/second",
    socket_ms=1_000_000,
    address_ms=1_000_000,
    user_games_ms=1_000_000,
    address_games_ms=1_000_000,
    frames="1000000/second",
    other_packets="1000000/second",
    slow_requests_an_address=1_000_000,
    bodies_an_address=1_000_000,
    new_connections=1_000_000,
    http_connections_an_address=1_000_000,
    http_connections=1_000_000,
    sockets=1_000_000,
    sockets_an_address=1_000_000,
    rooms=1_000_000,
    rooms_a_user=1_000_000,
    rooms_an_address=1_000_000,
    stored_mb=1_000_000,
    waiting_games=1_000_000,
)
"""For benchmarks and for tests of rules: one address may do as much as a thousand do."""
