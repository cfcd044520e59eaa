"""Bans: the owner of a server keeps players and addresses out, also while it runs."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from duskfall.cli.app import app as command
from duskfall.errors import Refused
from duskfall.server import app
from duskfall.server.lobby.bans import Ban, Bans, read_bans, write_bans
from tests.server.serving import live, secret_of, serving


def ban(*words: str, data: Path) -> str:
    """Run `duskfall ban`; gives what it printed."""
    result = CliRunner().invoke(command, ["ban", *words, "--data", str(data)], catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


@live
async def test_a_player_who_is_banned_by_name_is_dropped_and_stays_out_under_another_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "SWEEP_S", 0.01)
    async with serving(tmp_path) as server:
        ada, bo = await server.player("Ada", "den"), await server.player("Bo", "den")
        ban("add", "Bo", data=tmp_path)
        assert (await bo.until("notice"))["code"] == "BANNED"
        await bo.until_gone()
        again = await server.client()
        await again.ask("set_username", secret_of("Bo"), "Robert")
        await again.until_gone()
        await ada.ok("get_current_room")
        ban("remove", "bo", data=tmp_path)
        assert read_bans(tmp_path) == []
        server.lobby.bans.refresh()
        await server.player("Bo", "den")


@live
async def test_an_address_that_is_banned_is_refused_everything_and_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_bans(tmp_path, [Ban.of("127.0.0.0/8")])
    async with serving(tmp_path) as server:
        ada = await server.client()
        assert await ada.refused("join_private", "den", secret_of("Ada")) == "BANNED"
        assert not server.lobby.rooms
        monkeypatch.setattr(app, "SWEEP_S", 0.01)
        await ada.until_gone()


def test_a_ban_of_an_address_or_a_network_is_for_those_in_it_alone(tmp_path: Path) -> None:
    write_bans(tmp_path, [Ban.of("203.0.113.0/24"), Ban.of("2001:db8::1")])
    bans = Bans(tmp_path)
    bans.refresh()
    banned = [bans.bans(address, None, None) for address in ("203.0.113.9", "203.0.114.9", "2001:db8::1", "?")]
    assert banned == [True, False, True, False]
    assert bans.bans("2001:db8::/64", None, None), "the network that a connection of IPv6 is known by"
    assert not bans.bans("2001:db9::/64", None, None)


def test_a_file_with_a_fault_leaves_the_bans_as_they_were(tmp_path: Path) -> None:
    write_bans(tmp_path, [Ban.of("203.0.113.9")])
    bans = Bans(tmp_path)
    bans.refresh()
    (tmp_path / "bans.txt").write_text("adress 1.2.3.4\n")
    bans.refresh()
    assert bans.bans("203.0.113.9", None, None)
    with pytest.raises(Refused, match="write address, name or player"):
        read_bans(tmp_path)


def test_the_command_lists_bans_and_refuses_to_remove_what_is_not_there(tmp_path: Path) -> None:
    assert ban("add", "Ann of Cleves", data=tmp_path) == "Banned: name Ann of Cleves\n"
    ban("add", "203.0.113.7", data=tmp_path)
    assert ban("list", data=tmp_path) == "name Ann of Cleves\naddress 203.0.113.7/32\n"
    with pytest.raises(Refused, match="is not banned"):
        ban("remove", "Zoe", data=tmp_path)
    ban("remove", "203.0.113.7", data=tmp_path)
    assert ban("list", data=tmp_path) == "name Ann of Cleves\n"
    ban("remove", "ann of cleves", data=tmp_path)
    assert ban("list", data=tmp_path) == ""
