"""Messages that no honest client sends, made from a seed: wrong types, broken packets, requests that are none.

Each of them has to be refused or ignored. Nothing here is ever a legal command, whoever sends it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from duskfall.protocol.wire import COMMANDS

LONGEST_TEXT = 70_000
"""Longer than what a message may have."""

TEXTS: tuple[str, ...] = (
    "", " ", "\0", "a\nb", "\x1b[2J", "\u202egpj.exe", "\ufeff", "<script>alert(1)</script>", '"><img src=x onerror=x>',
    " padded ", "x" * 25 + "\t", "x" * 3000, "\u200b", "&amp;", "\x7f", "'; DROP TABLE matches; --\n", "\u2028",
    "\U000e0001", "name\r\nSet-Cookie: a=b",
)  # fmt: skip
"""No name, no room and no message can be called like this."""

NUMBERS: tuple[Any, ...] = (
    -1, -(2**31), 2**31, 2**53 + 1, 2**63 - 1, -(2**63), 10**30, 10**300, 1e308, -0.0, 0.5, 1e-320, 400, 900, 10_000,
)  # fmt: skip
"""None of them is a tile of a map of 20 times 20."""


class Hostility:
    """An endless supply."""

    def __init__(self, seed: int, rooms: tuple[str, ...]) -> None:
        self._chance = random.Random(seed)
        self._rooms = rooms
        """Rooms that exist, for those who would break into them."""

    # Values

    def value(self, depth: int = 0) -> Any:
        """Anything that JSON can carry."""
        pick = self._chance.choice
        kinds: list[Callable[[], Any]] = [
            lambda: pick(NUMBERS), lambda: pick(TEXTS), lambda: pick((None, True, False)), lambda: pick(_SHAPES),
            lambda: pick(("NaN", "Infinity", "-Infinity", "null", "undefined", "[object Object]", "__proto__", "١٢")),
            lambda: "".join(chr(self._chance.randrange(1, 0xD800)) for _ in range(self._chance.randrange(200))),
        ]  # fmt: skip
        if depth < 3:
            kinds += [
                lambda: [self.value(depth + 1) for _ in range(self._chance.randrange(4))],
                lambda: {str(self.value(3)): self.value(depth + 1) for _ in range(self._chance.randrange(4))},
            ]
        return pick(kinds)()

    def values(self, least: int = 0) -> list[Any]:
        """Arguments."""
        return [self.value() for _ in range(self._chance.randrange(least, 6))]

    # Events

    def event(self) -> tuple[Any, list[Any]]:
        """An event that is well formed as a packet and wrong as everything else."""
        chance, pick = self._chance.random(), self._chance.choice
        if chance < 0.15:
            return self._no_event(), self.values()
        name = pick(list(COMMANDS))
        match name:
            case "attack":
                tile = pick((0, 5, 399, *NUMBERS))
                wrong = pick((tile, *NUMBERS, *TEXTS, None, [tile], {"tile": tile}, True, str(tile), float(tile)))
                return name, [tile, wrong, *self.values()]
            case "ping_tile":
                return name, [pick((*NUMBERS, *TEXTS, None, [5], "5", 5.0)), *self.values()]
            case "chat_message":
                return name, pick(([], [self._no_message()], ["x" * 301], ["fine", self.value()]))
            case "set_username":
                return name, pick(([self._id(), self._no_text()], [self._no_text(), "Eve", 1], self.values(3), ["Eve"]))
            case "join_private" | "spectate" | "abandon_game":
                return name, self._break_in(name)
            case "welten_join":
                options: tuple[Any, ...] = (
                    {"side": "west"},
                    {"rules": 7},
                    {"scenario": []},
                    {"clock": -1},
                    {"luck": 1},
                    7,
                )
                return name, [pick((*self._rooms, self._no_text())), self._id(), pick(options)]
            case "pass" | "clear_moves":  # any short text is a moveId
                return name, [pick(("x" * 41, True, 1.5, [7], {"moveId": 7})), *self.values()]
            case ("set_ready" | "set_force_start" | "rematch" | "set_options" | "invite_bot" | "kick_bot"
                  | "kick_player" | "mute_player"):  # fmt: skip
                return name, [pick((*self._rooms, self._no_text())), *self.values(1), self.value()]
            case "undo_move" | "clear_moves" | "pass":
                return name, pick(([self._no_move_id()], [*self.values(2), 1]))
            case _:
                return name, self.values(1)

    def _no_event(self) -> Any:
        names = ("connect", "disconnect", "message", "game_update", "ATTACK", "attack ", "__class__", "x" * 5000)
        return self._chance.choice(
            (*names, *TEXTS, *_SHAPES, None, 7, 1.5, True, ["attack"], {"attack": 1}, _deep(900))
        )

    def _no_move_id(self) -> Any:
        return self._chance.choice((0.5, 1e-320, True, "x" * 41, ["id"], {"id": 7}, *_SHAPES))

    def _no_text(self) -> Any:
        return self._chance.choice((*TEXTS, None, 7, 1.5, True, ["Eve"], {"name": "Eve"}, "x" * 2500))

    def _no_message(self) -> Any:
        text = self._no_text()
        visible = isinstance(text, str) and len(text) <= 300 and text.isprintable() and text.strip()
        return None if visible else text

    def _id(self) -> Any:
        return self._chance.choice(("guessed id", "x" * 200, "x" * 201, "", None, 7, ["id"]))

    def _break_in(self, name: str) -> list[Any]:
        """Into a room that one does not belong to, or into none."""
        pick = self._chance.choice
        if name == "spectate" or self._chance.random() < 0.5:
            return [self._no_text(), *self.values()]
        if name == "abandon_game":
            return [pick(self._rooms), "guessed id"]
        token: Any = pick(("", "x", "W10.AAAA", "x" * 400, "x" * 401, 7, [], "eyJ.\0", "é" * 50))
        return pick(([pick(self._rooms), None, token], [pick(self._rooms), self._id(), token]))

    # Packets

    def packet(self) -> str | bytes:
        """A frame that is no packet, or one that nobody asked for."""
        chance = self._chance
        kinds: list[Callable[[], str | bytes]] = [
            lambda: chance.choice(_PACKETS),
            lambda: chance.choice("0123456") + chance.choice("0123456789") + json.dumps(self.value()),
            lambda: f"42{chance.randrange(10**9)}" + json.dumps(["attack", "\ud800", "\udfff"]),
            lambda: f"4{chance.choice('56')}{chance.randrange(10**9)}-" + json.dumps(["attack", _SHAPES[0]]),
            lambda: "42" + json.dumps(["attack", *self.values()])[: chance.randrange(2, 30)],
            lambda: "".join(chr(chance.randrange(1, 0xD800)) for _ in range(chance.randrange(1, 60))),
            lambda: chance.randbytes(chance.randrange(300)),
            lambda: "4" + chance.randbytes(40).decode("latin-1"),
        ]
        return chance.choice(kinds)()

    # HTTP

    def request(self, host: str, sid: str | None) -> bytes:
        """The bytes of a request over HTTP, or of something like it."""
        chance, pick = self._chance, self._chance.choice
        method = pick((b"GET", b"POST", b"PUT", b"DELETE", b"PATCH", b"OPTIONS", b"HEAD", b"TRACE", b"BREW", b"get"))
        query = pick((b"", b"EIO=4&transport=polling", b"EIO=3", b"EIO=4&transport=carrier-pigeon", b"sid=%00&EIO=4",
                      b"EIO=4&transport=polling&j=x", b"EIO=4&transport=websocket", b"\xff", b"a" * 3000))  # fmt: skip
        body = pick((b"", chance.randbytes(200), b"d=4", b"b" + b"!" * 40, b"4" * 40, b"\x1e" * 40, b"40\x1e41\x1e0"))
        if sid is not None and chance.random() < 0.5:
            method, query = b"POST", b"EIO=4&transport=polling&sid=" + sid.encode()
            packet = self.packet()
            body = pick((body, packet if isinstance(packet, bytes) else packet.encode(errors="replace")))
        path = pick((b"/socket.io/", b"/", b"/api/health", b"/api/rooms", b"/api/rooms/%00", b"/api/replays/../../etc",
                     b"/socket.io/../", b"/%ff%fe", b"//", b"/" + b"x" * 2000, b"*", b"/api/replays/x"))  # fmt: skip
        header = pick((b"", b"X-Odd: \xff\xfe\r\n", b"Origin: http://evil.example\r\n", b"Upgrade: websocket\r\n",
                       b"Connection: upgrade\r\nUpgrade: h2c\r\n", b"Transfer-Encoding: chunked\r\n", b"No colon\r\n",
                       b"Sec-WebSocket-Key: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"))  # fmt: skip
        length = pick((b"%d" % len(body), b"%d" % len(body), b"-1", b"99999999999", b"x", b"0"))
        head = b"%s %s?%s HTTP/1.1\r\nHost: %s\r\n%s" % (method, path, query, host.encode(), header)
        return head + b"Content-Length: " + length + b"\r\nConnection: close\r\n\r\n" + body


def _deep(depth: int) -> Any:
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


_SHAPES: tuple[Any, ...] = (
    {"_placeholder": True, "num": 0}, {"_placeholder": True, "num": 10**9}, {"_placeholder": 1}, [[[[[[]]]]]], {},
    {"toString": 1, "__proto__": {"ok": True}}, [None] * 300, {"width": "NaN"}, {"map": ["\0" * 10] * 10},
)  # fmt: skip

_PACKETS: tuple[str | bytes, ...] = (
    "", "7", "9", "x", "0", "1", "2", "2probe", "3", "3probe", "5", "6", "4", "40", "41", "42", "43", "44", "45", "46",
    "47", "49", "4x", "40/elsewhere,", "40/elsewhere,{}", "40{\"token\":1}", "40[]", "40,", "42[]",
    "42{}", "42null", "42[null]", "42/elsewhere,[\"attack\",1,2]", "42/elsewhere", "43999[]", "43[]",
    "4399999999999999999999[{}]", "431{}", "44{}",
    "45-[]", "451-[]", "451-[\"attack\",{\"_placeholder\":true,\"num\":0}]", "459999999999-[\"attack\"]", "461-[]",
    "4599999999999-[]", "42" + "9" * 99 + "[\"attack\"]", "42" + "9" * 200 + "[\"attack\"]", "42²[\"attack\",1,2]",
    "42" + "[" * 900, "42" + "[" * 900 + "]" * 900, "42[" + "[" * 20_000, "4" + "{\"a\":" * 5000, "42[\"attack\",NaN]",
    "42[\"attack\",1e999,-1e999]", "42[\"\\ud800\"]", "4\"text\"", "4null", "4true", "4[1,2]", "4{\"a\":1}", "4 2[]",
    "42[\"attack\",1,2]\x1e42[\"attack\",1,2]", "b", "bAAAA", "b!", "42[\"attack\",\"" + "x" * LONGEST_TEXT + "\"]",
    b"", b"\0", b"4", b"\xff" * 100, b"x" * LONGEST_TEXT,
)  # fmt: skip
