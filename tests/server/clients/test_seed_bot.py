"""The sample bot of the first specification, word for word: it dies of its own fault, and nobody else is harmed."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.clients.node_client import script
from tests.server.clients.people import Person, connected, new_name

BOT = Path(__file__).with_name("seed_bot.js")

FIELD = [
    "..........",
    "..........",
    "..........",
    "..........",
    "...ab.....",
    "..........",
    "......c...",
    "..........",
    "..........",
    "..........",
]
"""The bot is b. It looks up, down, left and right, so it marches twice before it looks at its enemy."""


def test_the_bot_that_calls_a_method_it_never_defines_moves_dies_and_harms_nobody(
    impatient_server: str, modules: Path
) -> None:
    async def story() -> None:
        ada = Person()
        room = new_name("room")
        async with connected(impatient_server, ada):
            await ada.join(room)
            await ada.do("set_options", room, {"map": FIELD, "players": 3, "turnMs": 100})
            with script(modules, BOT, impatient_server, room) as bot:
                players = await ada.until(
                    lambda: next(iter([p for p in ada.all("players_update") if len(p) == 2]), None)
                )
                assert players[1]["username"] == "Seed"
                await ada.do("set_force_start", room, True)
                _, complaints = await asyncio.to_thread(bot.communicate, timeout=60)
            assert bot.returncode == 1
            assert "findSourceTile is not a function" in complaints
            await ada.until(lambda: not ada.all("players_update")[-1][1]["connected"])
            end = await ada.hears("game_end")
            assert end["winner"] == {"index": 0, "username": ada.name}
            assert end["places"] == [1, 2]
            assert end["reason"] == "last_alive"
            most = max(update["scores"][1]["tiles"] for update in ada.all("game_update"))
            assert most >= 2, "it had moved"
            # The server goes on as if nothing had happened.
            await ada.do("set_options", room, {"players": 2, "lockstep": True, "map": FIELD})
            await ada.do("invite_bot", room, "wanderer")
            await ada.hears("game_start", 2)
            await ada.do("surrender")
            assert (await ada.hears("game_end", 2))["winner"]["index"] == 1

    asyncio.run(story())
