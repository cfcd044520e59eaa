"""Names: one owner each while they are here or seated, and none that looks like another one."""

from __future__ import annotations

import asyncio
import re

import pytest

from duskfall.errors import Refused
from duskfall.server.lobby.identity import User
from duskfall.server.lobby.names import Names, skeleton
from tests.server.serving import PATIENCE_S, live, secret_of, serving, settled

LOOK_ALIKES = ["ada", "ADA", "Аdа", "A.d.a", "Adá", "A d a", "@da", "Ａｄａ", "αdα"]


@live
async def test_a_name_and_its_look_alikes_belong_to_their_owner() -> None:
    async with serving() as server:
        ada = await server.player("Ada")
        thief = await server.client()
        for name in ["Ada", *LOOK_ALIKES]:
            assert await thief.refused("set_username", "a thief's secret", name) == "NAME_TAKEN", name
            assert thief.last("username_taken") == {"username": name}
        await ada.ok("set_username", secret_of("Ada"), "Ada")
        await ada.ok("set_username", secret_of("Ada"), "ADA")
        await thief.ok("set_username", "a thief's secret", "Bob")
        assert await ada.refused("set_username", secret_of("Ada"), "B0b") == "NAME_TAKEN"


@live
async def test_the_names_of_bots_cannot_be_taken() -> None:
    async with serving() as server:
        client = await server.client()
        for name in ("settler", "Sett1er", "Wanderer"):
            assert await client.refused("set_username", "a thief's secret", name) == "NAME_TAKEN"


@live
async def test_a_name_is_free_once_its_owner_is_gone_and_has_no_seat() -> None:
    async with serving() as server:
        ada, bo = await server.duel()
        heir = await server.client()
        await ada.leave()
        await bo.until("players_update", lambda players: not players[0]["connected"])
        assert await heir.refused("set_username", "an heir's secret", "Ada") == "NAME_TAKEN", "her seat is kept"
        await bo.ok("surrender")
        again = await server.client()
        await again.ok("join_private", "den", secret_of("Ada"))
        await again.ok("pass")
        assert (await again.until("game_end"))["winner"]["username"] == "Ada"
        await again.leave()
        await bo.until("players_update", lambda players: len(players) == 1)
        await heir.ok("set_username", "an heir's secret", "Ada")


@live
async def test_one_player_has_one_name_on_all_their_connections() -> None:
    async with serving() as server:
        ada = await server.player("Ada", "den")
        bo = await server.player("Bo", "den")
        second = await server.client()
        await second.ok("set_username", secret_of("Ada"), "Zed")
        await settled(bo)
        assert [player["username"] for player in bo.last("players_update")] == ["Zed", "Bo"]
        await ada.ok("chat_message", "hello")
        assert (await bo.until("chat_message"))["username"] == "Zed"
        heir = await server.client()
        await heir.ok("set_username", "an heir's secret", "Ada")
        third = await server.client()
        await third.ok("join_private", "lair", secret_of("Ada"))
        await settled(third)
        assert [player["username"] for player in third.last("players_update")] == ["Zed"]
        assert await heir.refused("set_username", "an heir's secret", "Zed") == "NAME_TAKEN"


@live
async def test_guests_are_given_a_name_and_an_id_of_their_own() -> None:
    async with serving() as server:
        guest, other = await server.client(), await server.client()
        await guest.ok("join_private", "den")
        identity = guest.last("identity")
        assert len(identity["userId"]) >= 24
        reply = await other.ok("set_username", None, "Cy")
        assert reply["userId"] == other.last("identity")["userId"] != identity["userId"]
        await other.ok("join_private", "den", reply["userId"])
        await settled(guest)
        first, second = [player["username"] for player in guest.last("players_update")]
        assert first.startswith("Guest ")
        assert second == "Cy"
        assert identity["userId"] not in "".join(other.frames)


@live
async def test_guests_find_a_name_when_all_short_ones_are_kept() -> None:
    async with serving() as server:
        for number in range(1000, 10_000):
            server.lobby.players.names.hold(User(str(number)), f"Guest {number}")
        guest = await server.client()
        async with asyncio.timeout(PATIENCE_S):
            await guest.ok("join_private", "den")
        assert re.fullmatch(r"Guest \d{5,}", guest.last("players_update")[0]["username"])


@live
async def test_a_player_called_viewer_only_watches() -> None:
    async with serving() as server:
        ada = await server.player("Ada", "den")
        viewer = await server.client()
        await viewer.ok("set_username", "a viewer's secret", "Viewer 7")
        reply = await viewer.ok("join_private", "den", "a viewer's secret")
        assert reply["playerIndex"] == -1
        await settled(ada)
        assert len(ada.last("players_update")) == 1
        assert ada.last("room_update")["spectators"] == 1


@live
async def test_after_a_taken_name_the_next_name_retries_the_join() -> None:
    async with serving() as server:
        ada = await server.player("Ada", "den")
        bo = await server.client()
        assert await bo.refused("set_username", "a newcomer's secret", "Ada") == "NAME_TAKEN"
        assert await bo.refused("join_private", "den", "a newcomer's secret") == "NAME_TAKEN"
        assert await bo.refused("set_username", "a newcomer's secret", "ada") == "NAME_TAKEN"
        assert not bo.all("joined_as_player")
        await bo.ok("set_username", "a newcomer's secret", "Bo")
        assert (await bo.until("joined_as_player"))["playerIndex"] == 1
        await settled(ada)
        assert [player["username"] for player in ada.last("players_update")] == ["Ada", "Bo"]
        await bo.ok("set_username", "a newcomer's secret", "Bob")
        assert len(bo.all("joined_as_player")) == 1, "once is enough"


@live
async def test_a_name_stands_even_if_the_room_is_full_by_now() -> None:
    async with serving() as server:
        await server.player("Ada", "den")
        late = await server.client()
        assert await late.refused("set_username", "a newcomer's secret", "Ada") == "NAME_TAKEN"
        assert await late.refused("join_private", "den", "a newcomer's secret") == "NAME_TAKEN"
        for name in ("Bo", "Cy", "Dan", "Eve", "Fay", "Gus", "Hal"):
            await server.player(name, "den")
        reply = await late.ok("set_username", "a newcomer's secret", "Zoe")
        assert reply["username"] == "Zoe"
        refusal = await late.until("refused")
        assert (refusal["event"], refusal["code"]) == ("join_private", "GAME_RUNNING")
        thief = await server.client()
        assert await thief.refused("set_username", "a thief's secret", "Zoe") == "NAME_TAKEN"


def test_a_name_is_kept_until_its_time_and_then_free() -> None:
    now = 1000.0
    names, ada, thief = Names(now=lambda: now), User("ada"), User("thief")
    names.keep(ada, "Ada", until=1500.0)
    now = 1499.0
    with pytest.raises(Refused, match="somebody holds this name"):
        names.hold(thief, "ada")
    now = 1500.0
    names.hold(thief, "ada")
    with pytest.raises(Refused, match="somebody holds this name"):
        names.hold(ada, "Ada")


def test_a_player_keeps_one_name_and_a_new_one_frees_the_kept_one() -> None:
    names, ada, bo, cy = Names(now=lambda: 0.0), User("ada"), User("bo"), User("cy")
    names.keep(ada, "Ada", until=10.0)
    names.keep(ada, "Zed", until=10.0)
    names.hold(bo, "Ada")
    names.hold(ada, "Eve")
    names.hold(cy, "Zed")


def test_a_player_holds_several_names_until_each_is_released() -> None:
    names, ada, bo = Names(), User("ada"), User("bo")
    names.hold(ada, "Ada")
    names.hold(ada, "Zed")
    with pytest.raises(Refused, match="choose another"):
        names.hold(bo, "Ada")
    names.release(ada, ["Zed"])
    names.hold(bo, "Ada")
    with pytest.raises(Refused, match="choose another"):
        names.hold(bo, "Zed")


@pytest.mark.parametrize(
    ("name", "look_alike"),
    [
        ("Paxo", "Рахо"),  # Cyrillic
        ("Kathy", "Катһу"),
        ("Boris", "Воrіѕ"),
        ("Zeno", "Ζенο".replace("н", "n")),  # Greek
        ("Nina", "Νιηα"),
        ("Kappa", "Κάππα".replace("π", "p")),
        ("tuxyw", "τυχγω"),
        ("cdhijl", "сԁһіјӏ"),
        ("mqrwz", "мԛгѡз"),
        ("Anna", "Aննa"),  # Armenian
        ("Hanna", "Наnna"),
        ("Otto", "0tt0"),  # digits
        ("Lili", "1i1i"),
        ("Susi", "5u5i"),
        ("Eve", "3v3"),
        ("Ada", "Ad@"),
        ("Ils", "|l$"),
        ("Marmor", "Marrnor"),  # pairs of letters
        ("Willow", "VVillovv"),
        ("Rudolf", "Ｒｕｄｏｌｆ"),  # fullwidth
        ("Rudolf", "𝓡𝓾𝓭𝓸𝓵𝓯"),
        ("Zoe", "Zo\u0308e"),  # marks
        ("Aesop", "Æsop"),  # ligatures
        ("Gina", "ɡınɑ"),  # other Latin letters
    ],
)
def test_look_alikes_have_the_same_skeleton(name: str, look_alike: str) -> None:
    assert skeleton(look_alike) == skeleton(name) == skeleton(name.upper()) == skeleton(look_alike.upper())


@pytest.mark.parametrize(("name", "other"), [("Ada", "Ida"), ("Вова", "Дода"), ("ΣΩ", "ΔΩ"), ("太郎", "次郎")])
def test_names_that_differ_have_different_skeletons(name: str, other: str) -> None:
    assert skeleton(name) != skeleton(other)


def test_every_letter_that_the_first_table_knew_is_still_a_look_alike() -> None:
    letters = "авсԁеһіјкӏмնорԛгѕтхуѡзαβεζηικνορτυχγωρ" + "0135|!$@"
    latin = "abcdehijklmnopqrstxywzabezniknoptuxywp" + "oiesiisa"
    assert [skeleton(f"x{letter}") for letter in letters] == [skeleton(f"x{letter}") for letter in latin]
