"""Keeps players and network addresses out of a server, by a file that its owner edits while it runs.

Each line of the file names one ban: `address 203.0.113.7`, `address 203.0.113.0/24`, `name Ann`, or `player` with the
hash of a secret and the name that it was found by. A line `name` bans the player who has that name, not the name: once
the server has seen them, it adds their `player` line, so that another name does not help.
"""

from __future__ import annotations

import ipaddress
import logging
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from duskfall.errors import Malformed, Refusal, Refused

FILE: Final = "bans.txt"
"""In the data folder."""

ADDRESS, NAME, PLAYER = "address", "name", "player"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Ban:
    """Is one line of the file.

    >>> str(Ban.of("203.0.113.7")), str(Ban.of("203.0.113.0/24")), str(Ban.of("Ann"))
    ('address 203.0.113.7/32', 'address 203.0.113.0/24', 'name Ann')
    """

    kind: str
    who: str

    @classmethod
    def of(cls, who: str) -> Ban:
        """Ban a network address, a network, or the player of a name."""
        try:
            return cls(ADDRESS, str(ipaddress.ip_network(who.strip(), strict=False)))
        except ValueError:
            return cls(NAME, who.strip())

    @classmethod
    def parse(cls, line: str) -> Ban:
        """Read a line of the file."""
        kind, _, who = line.strip().partition(" ")
        if kind == ADDRESS:
            ban = cls.of(who)
            if ban.kind == ADDRESS:
                return ban
        elif kind in (NAME, PLAYER) and who:
            return cls(kind, who)
        raise Malformed(line.strip()[:60], "no ban", "write address, name or player, and who")

    def found_by(self, name: str) -> bool:
        """Tell whether this is the ban of a name, or of a player who was found by it."""
        found = self.who.partition(" ")[2] if self.kind == PLAYER else self.who
        return self.kind != ADDRESS and found.casefold() == name.casefold()

    def __str__(self) -> str:
        return f"{self.kind} {self.who}"


def read_bans(folder: Path) -> list[Ban]:
    """Read the bans of a data folder; none if there is no file."""
    try:
        lines = (folder / FILE).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(Refusal.UNREADABLE, folder / FILE, str(error)) from error
    return [Ban.parse(line) for line in lines if line.strip() and not line.startswith("#")]


def write_bans(folder: Path, bans: Iterable[Ban]) -> None:
    """Write the bans of a data folder, whole or not at all."""
    path = folder / FILE
    aside = path.with_name(f"{FILE}.{os.getpid()}")
    try:
        aside.write_text("".join(f"{ban}\n" for ban in dict.fromkeys(bans)), encoding="utf-8")
        aside.replace(path)
    except OSError as error:
        raise Refused(Refusal.UNREADABLE, path, error.strerror or str(error), "name the data folder") from error


class Bans:
    """Knows who is banned now; the file is read again whenever it has changed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read_at: tuple[int, int] | None = None
        self._bans: list[Ban] = []
        self._networks: list[ipaddress.IPv4Network | ipaddress.IPv6Network] = []
        self._players: set[str] = set()
        self._names: set[str] = set()

    def refresh(self) -> None:
        """Read the file if it is another than before; a file that cannot be read changes nothing."""
        try:
            facts = (self._folder / FILE).stat()
            read_at = (facts.st_mtime_ns, facts.st_size)
        except OSError:
            read_at = None
        if read_at == self._read_at:
            return
        self._read_at = read_at
        try:
            self._bans = read_bans(self._folder)
        except Refused as refused:
            _log.error("the bans stay as they were: %s", refused)
            return
        self._networks = [ipaddress.ip_network(ban.who) for ban in self._bans if ban.kind == ADDRESS]
        self._players = {ban.who.split(" ", 1)[0] for ban in self._bans if ban.kind == PLAYER}
        self._names = {ban.who.casefold() for ban in self._bans if ban.kind == NAME}

    def bans(self, address: str, user: str | None, name: str | None) -> bool:
        """Tell whether somebody is banned; a player who is found by their name is kept out by their secret, too."""
        if not self._bans:
            return False
        if user is not None and user not in self._players and name is not None and name.casefold() in self._names:
            self._players.add(user)
            self._bans.append(Ban(PLAYER, f"{user} {name}"))
            try:
                write_bans(self._folder, self._bans)
            except Refused as refused:
                _log.error("the ban of %s holds until the server stops: %s", name, refused)
        return user in self._players or self._bans_address(address)

    def _bans_address(self, address: str) -> bool:
        try:
            parsed = ipaddress.ip_network(address)  # of IPv6, a /64 is all that is known
        except ValueError:
            return False
        return any(parsed.version == network.version and parsed.overlaps(network) for network in self._networks)
