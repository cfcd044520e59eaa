"""The bounds and codes that clients are given are those of the server and of the rules."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from types import SimpleNamespace
from typing import Annotated

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import StringConstraints, TypeAdapter, ValidationError

from duskfall.errors import Refusal, Refused
from duskfall.fog import March, Marched
from duskfall.formats.welten.tiles import own_tiles
from duskfall.protocol.fog.tile_codes import SeatLimits
from duskfall.protocol.schema import options_schema
from duskfall.protocol.values import NAME_PATTERN, Name, RoomId
from duskfall.protocol.welten.tile_codes import WeltenTileCodes
from duskfall.server.settings import UNLIMITED, Limits
from duskfall.server.transport import rate_limits
from duskfall.server.transport.allowance import Allowance
from duskfall.server.transport.rate_limits import RateLimits
from duskfall.welten import UNIT_TYPES, terrain_of
from tests.boards import field
from tests.server.serving import live, secret_of, serving

# Names

SPELLED = TypeAdapter[str](Annotated[str, StringConstraints(pattern=NAME_PATTERN)])
PLAYER, ROOM = TypeAdapter[str](Name), TypeAdapter[str](RoomId)

ASSIGNED = st.characters().filter(lambda sign: unicodedata.category(sign) != "Cn")
"""Characters that Python's version of Unicode knows; another version knows other ones."""


def takes(kind: TypeAdapter[str], name: str) -> bool:
    try:
        kind.validate_python(name)
    except ValidationError:
        return False
    return True


@given(st.text(ASSIGNED | st.sampled_from(' <>&"\u00a0\u200b\n'), min_size=1, max_size=24))
@example("Ada L")
@example("Ada  L")
@example(" Ada")
@example("Ada ")
@example("Ada\n")
@example("Ada & Bo")
@example("\u3000")
@example("Ada\u00a0L")
@example("Ada\u200b")
@example("Ada\ue000")
@example("☾ Ämmerling 7")
def test_the_pattern_of_names_takes_exactly_the_names_that_the_server_takes(name: str) -> None:
    assert takes(SPELLED, name) == takes(PLAYER, name) == takes(ROOM, name)


def test_the_lengths_of_names_are_those_of_the_schema() -> None:
    names = options_schema("names")["NameRules"]["properties"]
    assert (names["player"]["maxLength"], names["room"]["maxLength"]) == (24, 40)
    assert names["player"]["pattern"] == names["room"]["pattern"] == NAME_PATTERN
    for kind, most in ((PLAYER, 24), (ROOM, 40)):
        assert [takes(kind, length * "𝔸") for length in (0, 1, most, most + 1)] == [False, True, True, False]


# Rules


@pytest.mark.parametrize(("armies", "refusal"), [(1, Refusal.TOO_FEW), (SeatLimits().smallestArmy, None)])
def test_the_smallest_army_that_may_march_is_that_of_the_rules(armies: int, refusal: Refusal | None) -> None:
    game = field(f"A{armies} . . . B5")
    assert Marched(0, March(0, 1), refusal) in list(game.advance({0: [March(0, 1)]}))


def test_the_codes_of_tiles_are_those_of_the_rules_and_of_the_sheet() -> None:
    codes = WeltenTileCodes()
    kinds = {
        "meadow": "MEADOW", "secondMeadow": "MEADOW", "river": "RIVER", "forest": "FOREST", "end": "END",
        "swamp": "SWAMP", "gate": "GATE", "mountains": "MOUNTAINS", "pavement": "PAVEMENT", "shutGate": "WALL",
        "lastingWall": "WALL", "levelWall": "WALL",
    }  # fmt: skip
    assert {name: terrain_of(getattr(codes, name)).name for name in kinds} == kinds
    assert [codes.firstUnit + unit.number for unit in UNIT_TYPES] == [unit.code for unit in UNIT_TYPES]
    tiles = own_tiles()
    assert codes.last - codes.first + 1 == len(tiles.points)
    assert not tiles.points[codes.blank - codes.first].any()


# Limits


class Sender:
    """A connection that sends events, at a time that the test lets pass."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, limits: Limits) -> None:
        self.now = 100.0
        monkeypatch.setattr(rate_limits, "time", SimpleNamespace(monotonic=lambda: self.now))
        self._limits = RateLimits(limits)
        self.told = self._limits.for_clients()
        self._connection = SimpleNamespace(uncounted=0, excess=0, sid="s", address="a")

    def send(self, events: int, pause_s: float = 0.0) -> None:
        for _ in range(events):
            self.now += pause_s
            self._limits.event(self._connection, lambda _: None)  # type: ignore[type-var]


@pytest.mark.parametrize("rate", ["40/second", "20/minute", "7/second", "1000000/second", "90/3second"])
@pytest.mark.parametrize("idle_s", [0.0, 0.3, 0.999])
def test_a_client_that_keeps_to_its_limits_is_never_too_fast(
    monkeypatch: pytest.MonkeyPatch, rate: str, idle_s: float
) -> None:
    sender = Sender(monkeypatch, replace(UNLIMITED, socket_events=rate))
    told = sender.told
    assert told.burst >= 1
    assert told.eventsPerSecond > 0
    for _ in range(5):
        sender.send(min(told.burst, 500))
        sender.send(200, 1 / told.eventsPerSecond)
        sender.now += told.burst / told.eventsPerSecond + idle_s


def test_a_client_that_sends_more_is_too_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    sender = Sender(monkeypatch, Limits())
    assert (sender.told.burst, sender.told.eventsPerSecond) == (18, 19)
    with pytest.raises(Refused, match="at most 40 a second"):
        sender.send(sender.told.burst + 26)


@live
async def test_players_are_told_the_limits_of_this_server() -> None:
    async with serving(limits=replace(UNLIMITED, socket_events="400/10second", chat_characters=12)) as server:
        ada = await server.client()
        reply = await ada.ok("set_username", secret_of("Ada"), "Ada")
        assert reply["limits"] == {"eventsPerSecond": 19.9, "burst": 198, "chatCharacters": 12}
        await ada.ok("join_private", "den", secret_of("Ada"))
        await ada.ok("chat_message", "x" * 12)
        assert await ada.refused("chat_message", "x" * 13) == "OUT_OF_RANGE"


def test_events_that_take_long_are_refused_for_a_while_for_the_connection_and_for_its_address() -> None:
    now = 100.0
    limits = RateLimits(UNLIMITED)
    limits.socket_time = Allowance(0.04, ahead_s=2, clock=lambda: now)
    limits.address_time = Allowance(0.06, ahead_s=2, clock=lambda: now)
    first, second, third = (
        SimpleNamespace(uncounted=0, excess=0, work_s=0.0, sid=sid, address=address)
        for sid, address in (("1", "here"), ("2", "here"), ("3", "there"))
    )

    def sends(connection: SimpleNamespace) -> bool:
        try:
            limits.event(connection, lambda _: None)  # type: ignore[type-var]
        except Refused as refused:
            return refused.code is not Refusal.TOO_FAST
        return True

    for _ in range(1010):
        limits.spend(first, 0.0001)  # type: ignore[arg-type]
    assert [sends(each) for each in (first, second, third)] == [False, True, True], "its own time is used up"
    limits.spend(second, 0.06)  # type: ignore[arg-type]
    assert [sends(each) for each in (first, second, third)] == [False, False, True], "the time of its address is"
    now += 5
    assert [sends(each) for each in (first, second, third)] == [True, True, True]
