"""Ids, names and tokens cannot be guessed: failures are counted, and tokens expire, rotate and can be revoked."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest
from itsdangerous import TimestampSigner

from duskfall.server.lobby.identity import TOKEN_S
from duskfall.server.settings import UNLIMITED
from tests.server.serving import Client, live, secret_of, serving

LIMITS = replace(UNLIMITED, failed_claims="5/minute", name_claims="12/minute")
THIEF, OWNER = "10.0.0.66", "10.0.0.1"


@live
async def test_guesses_of_an_id_are_few_and_the_right_one_is_not_told_apart_after_them() -> None:
    async with serving(limits=LIMITS, proxies=("127.0.0.1",)) as server:
        await server.player("Ada", address=OWNER)
        thief = await server.client(address=THIEF)
        codes = [await thief.refused("set_username", f"guess {number}", "Ada") for number in range(8)]
        assert codes == ["NAME_TAKEN"] * 5 + ["TOO_FAST"] * 3
        again = await server.client(address=THIEF)
        assert await again.refused("set_username", secret_of("Ada"), "Ada") == "TOO_FAST"
        assert await again.refused("set_username", secret_of("Ada"), "Eve") == "TOO_FAST"
        assert await again.refused("join_private", "den", secret_of("Ada")) == "TOO_FAST"
        assert await again.refused("abandon_game", "den", secret_of("Ada")) == "TOO_FAST"
        await server.player("Bo", address="10.0.0.2")


@live
async def test_ids_are_not_tried_one_after_another_under_new_names() -> None:
    async with serving(limits=LIMITS, proxies=("127.0.0.1",)) as server:
        thief = await server.client(address=THIEF)
        answers = [await thief.ask("set_username", f"guess {number}", f"Eve {number}") for number in range(8)]
        assert [answer["ok"] for answer in answers] == [True] * 6 + [False] * 2
        assert answers[-1]["code"] == "TOO_FAST"


@live
async def test_guesses_of_whose_seat_it_is_are_counted_as_well() -> None:
    async with serving(limits=LIMITS, proxies=("127.0.0.1",)) as server:
        await server.duel()
        codes = []
        for number in range(7):
            thief = await server.client(address=THIEF)
            codes.append(await thief.refused("join_private", "den", f"guess {number}"))
        assert codes == ["GAME_RUNNING"] * 5 + ["TOO_FAST"] * 2


@pytest.mark.parametrize("event", ["abandon_game", "join_private"])
@live
async def test_guesses_of_ids_and_tokens_that_do_something_are_counted(event: str) -> None:
    async with serving(limits=LIMITS, proxies=("127.0.0.1",)) as server:
        await server.duel()
        codes = []
        for number in range(7):
            thief = await server.client(address=THIEF)
            guess = ("den", f"guess {number}") if event == "abandon_game" else ("den", None, f"guess {number}")
            codes.append(await thief.refused(event, *guess))
        assert codes[:5] == ["NOT_OWNER"] * 5
        late = await server.client(address=THIEF)
        assert await late.refused("set_username", secret_of("Zoe"), "Zoe") == "TOO_FAST"


@live
async def test_a_name_is_not_guessed_from_many_addresses_and_its_owner_is_not_kept_out() -> None:
    async with serving(limits=LIMITS, proxies=("127.0.0.1",)) as server:
        await server.player("Ada", address=OWNER)
        codes = []
        for number in range(15):
            thief = await server.client(address=f"10.0.1.{number}")
            codes.append(await thief.refused("set_username", f"guess {number}", "Ada"))
        assert codes == ["NAME_TAKEN"] * 12 + ["TOO_FAST"] * 3
        await server.player("Ada", address=OWNER)
        await server.player("Bo", address="10.0.1.200")


async def lost_seat(ada: Client, bo: Client) -> str:
    """Ada loses her connection; gives her token."""
    token = str(ada.last("joined_as_player")["token"])
    await ada.leave()
    await bo.until("players_update", lambda players: not players[0]["connected"])
    return token


@live
async def test_a_token_is_good_once_and_the_next_one_replaces_it() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        first = await lost_seat(ada, bo)
        again = await server.client()
        second = (await again.ok("join_private", "den", None, first))["token"]
        assert second != first
        thief = await server.client()
        assert await thief.refused("join_private", "den", None, first) == "NOT_OWNER"
        await again.leave()
        third = await server.client()
        await third.ok("join_private", "den", None, second)


@live
async def test_leaving_revokes_the_token_and_the_id_still_gives_the_seat_back() -> None:
    async with serving() as server:
        ada, _ = await server.duel()
        token = ada.last("joined_as_player")["token"]
        await ada.ok("leave_game")
        thief = await server.client()
        assert await thief.refused("join_private", "den", None, token) == "NOT_OWNER"
        await ada.ok("join_private", "den", secret_of("Ada"), token)


@live
async def test_a_token_is_for_one_seat_and_not_for_the_next_room_of_that_name() -> None:
    async with serving() as server:
        ada = await server.player("Ada", "den")
        token = ada.last("joined_as_player")["token"]
        await ada.leave()
        await server.player("Bo", "den")
        thief = await server.client()
        assert await thief.refused("join_private", "den", None, token) == "NOT_OWNER"


@live
async def test_a_token_expires(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        token = await lost_seat(ada, bo)
        now = int(time.time())
        monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda _: now + TOKEN_S + 2)
        again = await server.client()
        assert await again.refused("join_private", "den", None, token) == "NOT_OWNER"
        await again.ok("join_private", "den", secret_of("Ada"), token)


@live
async def test_after_a_restart_a_token_gives_the_seat_back_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ada, _ = await server.duel()
        token = ada.last("joined_as_player")["token"]
    async with serving(tmp_path) as server:
        again = await server.client()
        await again.ok("join_private", "den", None, token)
        thief = await server.client()
        assert await thief.refused("join_private", "den", None, token) == "NOT_OWNER"
