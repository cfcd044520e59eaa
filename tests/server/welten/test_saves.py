"""A saved game of the C64 is played on in a room, like a scenario."""

from __future__ import annotations

from pathlib import Path

from duskfall.formats.welten.saves import save_text
from duskfall.play import Match, Replay, Setup
from tests.server.serving import live, secret_of, serving
from tests.server.welten.duels import order, sit
from tests.welten.test_saves import encode, land

DEAD = 5
SAVE = save_text(bytes(encode(land(), rounds=3, dead=frozenset({DEAD}))))


def test_a_match_begins_where_a_saved_game_stood_and_its_replay_proves_it() -> None:
    match = Match(Setup.of("welten", {"scenario": SAVE}, 7), ["Ada", "Bo"])
    match.submit(0, match.read("end"))
    Replay.decode(Replay.of(match).encode()).verify()
    view = match.game.view(None)
    assert (view.rounds, view.rules, view.units[DEAD].alive) == (3, "original", False)


@live
async def test_a_room_plays_a_saved_game_on_and_keeps_it_over_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        ada = await sit(server, "Ada", side="both", scenario=SAVE)
        view = await ada.until("welten_view")
        assert (view["view"]["rounds"], view["view"]["rules"], view["view"]["units"][DEAD][1]) == (3, "original", -1)
        options = ada.last("welten_room")["options"]
        assert (options["scenario"], options["rules"], options["rated"]) == ("save", "original", False)
        await order(ada, 0, "end")
    async with serving(tmp_path) as server:
        again = await server.player("Ada")
        await again.ok("welten_join", "hall", secret_of("Ada"))
        assert (await again.until("welten_view"))["n"] == 1


@live
async def test_a_damaged_save_is_refused_with_the_reason() -> None:
    async with serving() as server:
        ada = await server.player("Ada")
        damaged = save_text(bytes(encode(land(), rounds=3))[:-1])
        reply = await ada.ask("welten_join", "hall", secret_of("Ada"), {"scenario": damaged})
        assert reply["ok"] is False
        assert "a saved game has 5771 bytes" in reply["message"]
        assert await ada.refused("welten_join", "hall", secret_of("Ada"), {"scenario": "c64-save:?"}) == "MALFORMED"
