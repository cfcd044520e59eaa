"""Replays: a whole match in one file that can be verified.

A file is the 8 bytes `DUSKFALL`, the version of the format (2 bytes), the size of what follows the head (4), its size
when unpacked (4), and the SHA-256 of all other bytes (32); then, packed with zlib, a line of JSON and the log, a line
an entry; in version 2 also the reasons that players gave, a line each. Numbers have their highest byte first. Nothing
is unpacked before the checksum holds, and never more than was announced.
"""

from __future__ import annotations

import hashlib
import json
import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn, Self

from duskfall.errors import Malformed, Refusal, Refused
from duskfall.play.digests import Diverged
from duskfall.play.game import Outcome, Seat
from duskfall.play.log import Log, Mark
from duskfall.play.match import Match, checked_players
from duskfall.play.reasons import TurnReason, check_count, parse_reasons
from duskfall.play.worlds import Setup, world_named

MAGIC: Final = b"DUSKFALL"
VERSION: Final = 1
VERSION_WITH_REASONS: Final = 2
"""Of a file that keeps reasons; all others are of version 1, which every Duskfall reads."""
SUFFIX: Final = ".duskfall"

MAX_BYTES: Final = 16 << 20
"""The most bytes of a file. A Fog game of a thousand turns takes about 30 kB."""
MAX_DECODED: Final = 32 << 20
"""The most bytes when unpacked."""
MAX_TURNS: Final = 100_000
"""Turns of a match in a file: fourteen hours at two turns a second. A live match has no limit."""
MAX_ENTRIES: Final = 1_000_000
"""Orders and marks of a match in a file: sixteen players who march in each of 58,000 turns give fewer."""
MAX_HEAD: Final = 1 << 20
"""The most bytes of the line of JSON. The largest map takes 40 kB."""

_HEAD: Final = struct.Struct(">8sHII")
_CHECKSUM: Final = 32
_BODY: Final = _HEAD.size + _CHECKSUM
_FORMAT: Final = "duskfall-replay"
_KEYS: Final = ("format", "game", "rules", "options", "seed", "players", "result")


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a match."""

    winner: Seat | None
    places: tuple[int, ...]
    reason: str

    @classmethod
    def of(cls, outcome: Outcome | None) -> Self | None:
        """Returns the result of a game, None while it runs."""
        if outcome is None:
            return None
        winner = None if outcome.winner is None else int(outcome.winner)
        return cls(winner, tuple(outcome.places), str(outcome.reason))

    def plain(self) -> dict[str, Any]:
        """Returns the result as JSON carries it."""
        return {"winner": self.winner, "places": list(self.places), "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Replay:
    """A recorded match.

    >>> match = Match(Setup.of("fog", {"width": 12, "height": 12}, seed=7))
    >>> for text in ("68>67", "surrender"):
    ...     events = match.submit(0, match.read(text))
    >>> events = match.play_turn()
    >>> replay = Replay.decode(Replay.of(match).encode())
    >>> replay.result
    Result(winner=1, places=(2, 1), reason='last_alive')
    >>> replay.verify()
    >>> replay.at(0).game.view(0).generals
    (68, -1)
    """

    setup: Setup
    players: tuple[str, ...]
    log: Log
    result: Result | None
    """None if the match was not played to its end."""
    reasons: tuple[TurnReason, ...] = ()
    """Why players gave their orders, where they told it, in the order of turns and seats. Nothing verifies them."""

    @classmethod
    def of(cls, match: Match, reasons: Sequence[TurnReason] = ()) -> Self:
        """Makes the replay of a match as it stands."""
        return cls(match.setup, match.players, Log(match.log), Result.of(match.outcome), tuple(reasons))

    @property
    def turns(self) -> int:
        """The number of turns played; in a game that orders advance, of orders."""
        return self.log.turn

    # Watching

    def watch(self) -> Iterator[Match]:
        """Plays it again: yields the match at its start and after each turn; raises `Diverged` where the rules differ.

        The match is the same object each time, so use it before asking for the next turn.
        """
        match = Match(self.setup, self.players, lockstep=False)
        for entry in self.log:
            match.repeat(entry)
            if isinstance(entry, Mark):
                yield match
        if match.log != self.log:
            raise Diverged(self.turns + 1, "the log ends within a turn that the rules play to its end")
        if Result.of(match.outcome) != self.result:
            raise Diverged(self.turns, f"the file gives the result {self.result}, the rules {Result.of(match.outcome)}")

    def at(self, turn: int) -> Match:
        """Returns the match as it stood after that turn."""
        return Match.resumed(self.setup, self.log.cut(turn), self.players)

    def verify(self) -> None:
        """Plays it again and compares all digests; raises `Diverged` at the first turn that differs."""
        for _ in self.watch():
            pass

    # Files

    def plain(self) -> dict[str, Any]:
        """Returns all but the log and the reasons, as JSON carries it."""
        return {
            "format": _FORMAT,
            "game": self.setup.game,
            "rules": self.setup.world.rules,
            "options": self.setup.options,
            "seed": self.setup.seed,
            "players": list(self.players),
            "result": None if self.result is None else self.result.plain(),
        }

    def encode(self) -> bytes:
        """Encodes the replay as the bytes of a file."""
        _check_length(self.turns, len(self.log), "play fewer turns, or watch it on the server")
        check_count(len(self.reasons))
        content = self._content()
        body = zlib.compress(content, 9)
        if len(content) > MAX_DECODED or len(body) > MAX_BYTES - _BODY:
            raise Refused(
                Refusal.OUT_OF_RANGE, "match", f"its log is larger than a replay may be ({MAX_DECODED} bytes)"
            )
        return sealed(body, len(content), self._version)

    @property
    def _version(self) -> int:
        return VERSION_WITH_REASONS if self.reasons else VERSION

    def _content(self) -> bytes:
        head = json.dumps(self.plain(), ensure_ascii=False, separators=(",", ":"))
        return "\n".join((head, *self.log.lines(), *map(str, self.reasons))).encode()

    @classmethod
    def decode(cls, data: bytes, name: str = "replay") -> Self:
        """Decodes a file's bytes, or refuses them with the reason; errors call the file `name`."""
        try:
            return cls._parse(unpacked(data), _HEAD.unpack_from(data)[1])
        except UnicodeError as error:
            raise Refused(Refusal.MALFORMED, name, f"it is no text: {error}") from error
        except Refused as refused:
            given = "" if refused.given == "content" else f"{refused.given}: "
            raise Refused(refused.code, name, f"{given}{refused.reason}", refused.cure) from refused

    @classmethod
    def _parse(cls, content: bytes, version: int) -> Self:
        head, _, lines = content.partition(b"\n")
        if len(head) > MAX_HEAD:
            raise Refused(Refusal.OUT_OF_RANGE, "content", f"{len(head)} bytes before the log", f"at most {MAX_HEAD}")
        log, told, reasons = lines.partition(b"\n?")
        _check_length(log.count(b"\n="), log.count(b"\n") + 1)
        check_count(reasons.count(b"\n") + 1)
        replay = cls._read(_document(head), log.decode("ascii"), (told + reasons).decode("ascii")[1:])
        if version != replay._version:
            _refuse("its version does not fit what it keeps", "let Duskfall write it")
        if replay._content() != content:
            _refuse("its form is not the one that Duskfall writes", "let Duskfall write it")
        return replay

    @classmethod
    def _read(cls, document: dict[str, Any], lines: str, reasons: str) -> Self:
        game, options, players = (document[name] for name in ("game", "options", "players"))
        if not isinstance(game, str) or not isinstance(options, dict) or type(document["seed"]) is not int:
            _refuse("game, options and seed are not of their types")
        if not isinstance(players, list) or not all(isinstance(player, str) for player in players):
            _refuse("players is no list of names")
        world = world_named(game)
        if document["rules"] != world.rules:
            raise Refused(
                Refusal.OTHER_RULES,
                "content",
                f"it was played under the rules {game} {document['rules']!r:.20}, this Duskfall plays {world.rules!r}",
                "watch it with the Duskfall that it was played with",
            )
        setup = Setup.of(game, options, document["seed"])
        if setup.options != options:
            _refuse("the options are not complete")
        seats = _seats(setup)
        result = _result(document["result"], seats)
        log = Log.parse(_split(lines))
        told = parse_reasons(_split(reasons), world.goals, seats, log.turn) if reasons else ()
        return cls(setup, checked_players(players, seats), log, result, tuple(told))


def _split(lines: str) -> Iterator[str]:
    """Yields one line after the other, so that a log which is refused at its beginning costs no more than that."""
    start = 0
    while (end := lines.find("\n", start)) >= 0:
        yield lines[start:end]
        start = end + 1
    yield lines[start:]


def sealed(body: bytes, decoded: int, version: int = VERSION) -> bytes:
    """Puts the head and the checksum before a packed body."""
    head = _HEAD.pack(MAGIC, version, len(body), decoded)
    return head + hashlib.sha256(head + body).digest() + body


def unpacked(data: bytes) -> bytes:
    """Checks a file and returns its unpacked content."""
    if not data.startswith(MAGIC):
        torn = MAGIC.startswith(data[: len(MAGIC)])
        _refuse("it is torn off" if torn else "it is no replay of Duskfall", f"replays end in {SUFFIX}")
    if len(data) < _BODY:
        _refuse(f"it is torn off after {len(data)} bytes")
    if len(data) > MAX_BYTES:
        raise Refused(Refusal.OUT_OF_RANGE, "content", f"{len(data)} bytes are too many", f"at most {MAX_BYTES}")
    _, version, size, decoded = _HEAD.unpack_from(data)
    if version not in (VERSION, VERSION_WITH_REASONS):
        known = f"{VERSION} and {VERSION_WITH_REASONS}"
        _refuse(f"its format is version {version}, this Duskfall reads {known}", "use a Duskfall that reads it")
    if len(data) != _BODY + size:
        _refuse(f"it has {len(data)} bytes where {_BODY + size} are announced", "get the file again")
    body = data[_BODY:]
    if hashlib.sha256(data[: _HEAD.size] + body).digest() != data[_HEAD.size : _BODY]:
        _refuse("the checksum does not hold: it was changed or damaged", "get the file again")
    if decoded > MAX_DECODED:
        raise Refused(Refusal.OUT_OF_RANGE, "content", f"{decoded} bytes of log are too many", f"at most {MAX_DECODED}")
    return _inflated(body, decoded)


def _inflated(body: bytes, decoded: int) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        content = unpacker.decompress(body, decoded + 1)
    except zlib.error as error:
        _refuse(f"it cannot be unpacked ({error})")
    if len(content) != decoded or not unpacker.eof or unpacker.unused_data:
        _refuse(f"it does not unpack to the {decoded} bytes that are announced")
    return content


def _check_length(turns: int, entries: int, cure: str = "") -> None:
    """Refuses a log that is longer than that of a file may be, before anything is made of it."""
    if turns > MAX_TURNS:
        raise Refused(Refusal.OUT_OF_RANGE, "content", f"a replay has at most {MAX_TURNS} turns", cure)
    if entries > MAX_ENTRIES:
        raise Refused(Refusal.OUT_OF_RANGE, "content", f"a replay has at most {MAX_ENTRIES} orders and turns", cure)


def _document(head: bytes) -> dict[str, Any]:
    try:
        document: Any = json.loads(head)
    except (ValueError, RecursionError) as error:
        _refuse(f"its first line is no JSON ({error})")
    if not isinstance(document, dict) or tuple(document) != _KEYS or document["format"] != _FORMAT:
        _refuse(f"its first line does not tell {', '.join(_KEYS)}")
    return document


def _seats(setup: Setup) -> int:
    players = setup.options.get("players", 2)
    return int(players)


def _result(given: Any, seats: int) -> Result | None:
    if given is None:
        return None
    if not isinstance(given, dict) or tuple(given) != ("winner", "places", "reason"):
        _refuse("the result does not tell winner, places and reason")
    winner, places, reason = given.values()
    if winner is not None and (type(winner) is not int or not 0 <= winner < seats):
        _refuse("the result has no such winner")
    if not isinstance(reason, str) or not re.fullmatch("[a-z_]{1,40}", reason):
        _refuse("the result has no such reason")
    if not isinstance(places, list) or len(places) != seats or not all(type(place) is int for place in places):
        _refuse("the result does not give each seat a place")
    return Result(winner, tuple(places), reason)


def _refuse(reason: str, cure: str = "") -> NoReturn:
    raise Malformed("content", reason, cure)
