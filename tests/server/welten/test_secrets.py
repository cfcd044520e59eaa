"""Seed and dice of a running game are in nothing that leaves the server."""

from __future__ import annotations

import asyncio
from typing import Any

from duskfall.dice import Dice
from duskfall.play import Log
from duskfall.welten import MODIFIERS
from duskfall.welten.game import MODIFIER_DICE
from tests.server.http.asking import get
from tests.server.serving import Client, live, serving
from tests.server.welten.duels import FORD, order, sit, until_played
from tests.server.welten.test_playing import hall

ROUTES = ("/api/rooms", "/api/replays", "/api/health", "/api/ladder?game=welten", "/api/openapi.json")


def hits_of(client: Client) -> list[dict[str, Any]]:
    return [event for news in client.all("welten_events") for event in news["events"] if event["type"] == "hit"]


@live
async def test_all_traffic_of_a_game_has_neither_seed_nor_digest_nor_die() -> None:
    async with serving() as server:
        ada = await sit(server, "Ada", side="eldoin", scenario=FORD)
        cy = await server.player("Cy")
        await cy.ok("spectate", "hall")
        await ada.ok("invite_bot", "hall", "captain")
        await ada.until("welten_view")
        while not hits_of(ada):
            now = await until_played(ada, "eldoin")
            assert now["outcome"] is None, "the captain should have struck by now"
            for unit in range(0, 20, 5):
                await ada.ask("welten_legal", "hall", unit)
            await ada.ask("welten_threats", "hall")
            await ada.ask("welten_reach", "hall", 0)
            await order(ada, now["n"], "end")
        await until_played(ada, "eldoin")
        table = hall(server).live
        assert table is not None
        seed = table.match.setup.seed
        routes = [f"/api/replays/{table.name}{end}" for end in ("", "/file", "/verify", "/graph", "/turns/0")]
        answers = [await asyncio.to_thread(get, server.url + path) for path in (*ROUTES, *routes)]
        assert [answer.status for answer in answers[len(ROUTES) :]] == [409] * len(routes)
        traffic = [*ada.frames, *cy.frames, *(answer.body.decode() for answer in answers)]
        secrets = [str(seed), f"{seed:x}", *Log(table.match.log).digests()]
        for text in traffic:
            assert not any(secret in text for secret in secrets)
        hits = hits_of(ada)
        dice = [Dice(seed, attack, MODIFIER_DICE).below(8) for attack in range(len(hits))]
        assert [event["modifier"] for event in hits] == [MODIFIERS[die] for die in dice]
        assert all(
            set(event) == {"type", "unit", "target", "x", "y", "modifier", "damage", "v", "expected"} for event in hits
        )
