"""A land that fits on a hand, and players of Weltendämmerung."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from tests.server.serving import Client, Serving, secret_of

LANE: Final = """duskfall scenario 1
name lane
border 6

land
............
..G......G..
............

gates
2,1
9,1

army
............
.F.S....la..
............
"""
"""Units by number: 0 Eldoin's sword bearers at 3,1, 1 its commander at 1,1, 2 axe men at 9,1, 3 a wyrm at 8,1."""

SWORD, COMMANDER, AXES, WYRM = range(4)
FORD: Final = (Path(__file__).parents[3] / "docs" / "examples" / "ford.land").read_text(encoding="utf-8")

TO_THE_COMMANDER: Final = ("end", f"move {WYRM} 2,0", "end", "end", f"attack {WYRM} 1,1")
"""Eldoin looks on while the wyrm comes, and that is the end of its commander."""


async def sit(serving: Serving, name: str, room: str = "hall", *, address: str | None = None, **options: Any) -> Client:
    """A player at a side of a room."""
    client = await serving.player(name, address=address)
    await client.ok("welten_join", room, secret_of(name), options)
    return client


async def duel(serving: Serving, room: str = "hall", **options: Any) -> tuple[Client, Client]:
    """Ada, who has Eldoin, and Bo, who has Dailor, in a game on the lane that has begun."""
    ada = await sit(serving, "Ada", room, side="eldoin", scenario=LANE, **options)
    bo = await sit(serving, "Bo", room)
    for client in (ada, bo):
        await client.until("welten_view")
    return ada, bo


async def order(client: Client, n: int, text: str, room: str = "hall") -> dict[str, Any]:
    """Give an order that has to be accepted; gives what everyone is told of it."""
    reply = await client.ok("welten_order", room, n, text)
    assert reply["n"] == n + 1
    news: dict[str, Any] = await client.until("welten_events", lambda news: news["n"] == n + 1)
    return news


def newest(client: Client) -> dict[str, Any]:
    """Where the game stands, as a client knows it: how many orders, who plays, and how it ended if it has."""
    told = client.all("welten_events")
    if told:
        return {"n": told[-1]["n"], **told[-1]["patch"]}
    view: dict[str, Any] = client.last("welten_view")
    return {"n": view["n"], **view["view"]}


async def until_played(client: Client, side: str) -> dict[str, Any]:
    """Wait until it is a side's turn, or the game is over; gives where it stands."""

    def due(_: object) -> bool:
        return newest(client)["player"] == side or newest(client)["outcome"] is not None

    if not due(None):
        await client.until("welten_events", due)
    return newest(client)


def patched(view: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    """The board after a change, as a client keeps it."""
    new = dict(view)
    units, terrain, gates = list(view["units"]), list(view["terrain"]), [dict(gate) for gate in view["gates"]]
    for number, *unit in patch["units"]:
        units[number] = unit
    for tile, code in patch["terrain"]:
        terrain[tile] = code
    for gate in patch["dead"]:
        gates[gate]["live"] = False
    scalars = {name: patch[name] for name in ("phase", "player", "state", "rounds", "offers", "outcome")}
    return new | scalars | {"units": units, "terrain": terrain, "gates": gates}
