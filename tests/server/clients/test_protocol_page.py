"""The page for authors of bots names everything that the server understands, says and refuses."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from duskfall.errors import Refusal
from duskfall.protocol.fog.options import FogOptions
from duskfall.protocol.wire import COMMANDS, Message
from duskfall.server.settings import Limits

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    """A chapter of the page."""
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def named(text: str) -> set[str]:
    """The words in a text that are marked as code."""
    return set(re.findall(r"`([A-Za-z_]+)", text))


def fog_only(events: set[str]) -> set[str]:
    """Without the events of the other game, which has a page of its own."""
    return {event for event in events if not event.startswith("welten_")}


def test_every_command_is_described() -> None:
    assert fog_only(set(COMMANDS)) <= named(section("What you say"))


def test_every_message_is_described() -> None:
    told = {getattr(kind, "event", None) or kind.name for kind in get_args(Message)}
    events = {event for event in told if isinstance(event, str)} | {"refused", "game_update"}
    assert fog_only(events) <= named(section("What you are told"))


def test_every_option_of_a_room_is_described() -> None:
    assert set(FogOptions.__annotations__) <= named(section("Rooms"))


@pytest.mark.parametrize("folder", ["server", "fog", "play"])
def test_every_refusal_of_the_server_is_described(folder: str) -> None:
    codes = set()
    for path in (ROOT / "src" / "duskfall" / folder).glob("*.py"):
        codes |= set(re.findall(r"Refusal\.([A-Z_]+)", path.read_text(encoding="utf-8")))
    # What a client never meets: refusals at the server's start, of replays, and of programs that use the engine.
    inside = {"UNREADABLE", "IN_USE", "TOO_NEW", "OTHER_RULES", "STALE", "NOT_YOUR_TURN"}
    assert codes - inside <= named(section("Refusals"))


def test_no_refusal_is_described_that_does_not_exist() -> None:
    codes = {word for word in named(section("Refusals")) if word.isupper()}
    assert codes <= {str(code) for code in Refusal}


def test_the_limits_are_those_of_the_server() -> None:
    limits, text = Limits(), section("Limits")
    rates = [rate.split("/")[0] for rate in (limits.socket_events, limits.user_events, limits.address_events)]
    assert ", ".join(rates) + " a second" in text
    assert limits.chat_messages == "4/5second"
    assert "4 in 5 seconds" in text
    rates = [rate.removesuffix("/minute") for rate in (limits.new_rooms, limits.new_games, limits.new_sockets)]
    assert ", ".join(rates) + " a minute" in text
    assert f"| {limits.sockets_an_address} |" in text
    assert f"{limits.message_bytes >> 10} KiB" in text
    assert f"{limits.waiting_messages}; then" in text
    assert f"after {limits.lagging_s} seconds" in text
    assert f"up to {limits.chat_characters} characters" in PAGE
