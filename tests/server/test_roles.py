"""Every event from everyone: who may do what, and that a refusal leaves everything as it was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import pytest

from duskfall.protocol.wire import COMMANDS
from duskfall.server.live.fog.room import FogRoom
from duskfall.server.replays.play_on import match_at
from tests.play.matches import recorded
from tests.server.serving import OPEN_FIELD, Client, Serving, duel_options, live, secret_of, serving, settled

THREE: Final = [*OPEN_FIELD[:6], "...c........", *OPEN_FIELD[7:]]
"""The open field with a third general on 75."""

TABLE: Final = """
event             anonymous    player        opponent          spectator    host         guest        eliminated        gone         stranger
set_username      ok           ok            SEATED_ELSEWHERE  ok           ok           ok           ok                ok           ok
join_private      GAME_RUNNING ok            NOT_OWNER         GAME_RUNNING ok           ok           ok                ok           GAME_RUNNING
spectate          ok           SEATED_ELSEWHERE SEATED_ELSEWHERE ok         ok           ok           SEATED_ELSEWHERE  ok           SEATED_ELSEWHERE
set_ready         NO_ROOM      GAME_RUNNING  GAME_RUNNING      NOT_PLAYING  ok           ok           GAME_RUNNING      NO_ROOM      NO_ROOM
set_force_start   NO_ROOM      GAME_RUNNING  GAME_RUNNING      NOT_PLAYING  ok           NOT_HOST     GAME_RUNNING      NO_ROOM      NO_ROOM
rematch           NO_ROOM      GAME_RUNNING  GAME_RUNNING      NOT_PLAYING  ok           ok           GAME_RUNNING      NO_ROOM      NO_ROOM
leave_game        NO_ROOM      ok            ok                ok           ok           ok           ok                NO_ROOM      ok
attack            NO_ROOM      ok            ok                NOT_PLAYING  NOT_PLAYING  NOT_PLAYING  ELIMINATED        NO_ROOM      ok
undo_move         NO_ROOM      ok            ok                NOT_PLAYING  NOT_PLAYING  NOT_PLAYING  ELIMINATED        NO_ROOM      ok
clear_moves       NO_ROOM      ok            ok                NOT_PLAYING  NOT_PLAYING  NOT_PLAYING  ELIMINATED        NO_ROOM      ok
pass              NO_ROOM      ok            ok                NOT_PLAYING  NOT_PLAYING  NOT_PLAYING  ELIMINATED        NO_ROOM      ok
surrender         NO_ROOM      ok            ok                NOT_PLAYING  NOT_PLAYING  NOT_PLAYING  ELIMINATED        NO_ROOM      ok
abandon_game      NOT_OWNER    ok            NOT_OWNER         NOT_OWNER    ok           ok           ok                ok           NOT_OWNER
chat_message      NO_ROOM      ok            ok                ok           ok           ok           ok                NO_ROOM      ok
ping_tile         NO_ROOM      ok            ok                NOT_PLAYING  NOT_PLAYING  NOT_PLAYING  NOT_PLAYING       NO_ROOM      ok
set_options       NO_ROOM      GAME_RUNNING  GAME_RUNNING      NOT_PLAYING  ok           NOT_HOST     GAME_RUNNING      NO_ROOM      NO_ROOM
invite_bot        NO_ROOM      GAME_RUNNING  GAME_RUNNING      NOT_PLAYING  ok           NOT_HOST     GAME_RUNNING      NO_ROOM      NO_ROOM
kick_bot          NO_ROOM      GAME_RUNNING  GAME_RUNNING      NOT_PLAYING  ok           NOT_HOST     GAME_RUNNING      NO_ROOM      NO_ROOM
kick_player       NO_ROOM      GAME_RUNNING  GAME_RUNNING      NOT_PLAYING  ok           NOT_HOST     GAME_RUNNING      NO_ROOM      NO_ROOM
mute_player       NO_ROOM      ok            NOT_HOST          NOT_PLAYING  ok           NOT_HOST     ok                NO_ROOM      NO_ROOM
play_on           ok           SEATED_ELSEWHERE NOT_OWNER      ok           ok           ok           SEATED_ELSEWHERE  ok           SEATED_ELSEWHERE
get_current_room  ok           ok            ok                ok           ok           ok           ok                ok           ok
welten_join       IMPOSSIBLE   IMPOSSIBLE    NOT_OWNER         IMPOSSIBLE   IMPOSSIBLE   IMPOSSIBLE   IMPOSSIBLE        IMPOSSIBLE   IMPOSSIBLE
welten_order      NO_ROOM      IMPOSSIBLE    IMPOSSIBLE        IMPOSSIBLE   IMPOSSIBLE   IMPOSSIBLE   IMPOSSIBLE        NO_ROOM      NO_ROOM
welten_legal      NO_ROOM      IMPOSSIBLE    IMPOSSIBLE        IMPOSSIBLE   IMPOSSIBLE   IMPOSSIBLE   IMPOSSIBLE        NO_ROOM      NO_ROOM
welten_threats    NO_ROOM      IMPOSSIBLE    IMPOSSIBLE        IMPOSSIBLE   IMPOSSIBLE   IMPOSSIBLE   IMPOSSIBLE        NO_ROOM      NO_ROOM
welten_reach      NO_ROOM      IMPOSSIBLE    IMPOSSIBLE        IMPOSSIBLE   IMPOSSIBLE   IMPOSSIBLE   IMPOSSIBLE        NO_ROOM      NO_ROOM
"""  # noqa: E501  # a table is read in columns
"""What each event comes to, from

anonymous: who has said nothing yet; player: the first of three in a game; opponent: the second, who calls itself by
what it knows of the first; spectator; host and guest: the first and second of three in a lobby, the third a bot;
eliminated: who has surrendered, while two play on; gone: who has left a game and has a seat there for a while;
stranger: who plays in another room.
"""

_HEAD, *_ROWS = [line.split() for line in TABLE.strip().splitlines()]
ROLES: Final = _HEAD[1:]
EXPECTED: Final[dict[str, dict[str, str]]] = {row[0]: dict(zip(ROLES, row[1:], strict=True)) for row in _ROWS}


@dataclass
class Scene:
    """A room with those who are in it, and the one whose role is tried."""

    serving: Serving
    room: str
    actor: Client
    name: str
    """The name of the actor."""
    claims: str
    """The id that the actor gives."""
    others: list[Client]

    def arguments(self, event: str) -> tuple[Any, ...]:
        room = self.room
        of_event: dict[str, tuple[Any, ...]] = {
            "set_username": (self.claims, self.name),
            "join_private": (room, self.claims),
            "spectate": (room,),
            "set_ready": (room, True),
            "set_force_start": (room, True),
            "rematch": (room,),
            "attack": (39, 40, False, "mark"),
            "abandon_game": (room, self.claims),
            "chat_message": ("Good luck",),
            "ping_tile": (40,),
            "set_options": (room, {"players": 5, "turnMs": 250}),
            "invite_bot": (room, "settler"),
            "kick_bot": (room, 2),
            "kick_player": (room, 1),
            "mute_player": (room, 1, True),
            "play_on": (f"{room} again", self.claims, self.position(), 0, "settler"),
            "welten_join": (room, self.claims),
            "welten_order": (room, 0, "end"),
            "welten_legal": (room, 0),
            "welten_threats": (room,),
            "welten_reach": (room, 0),
        }
        return of_event.get(event, ())

    def position(self) -> str:
        """A turn of some match that the server keeps to be played on."""
        return self.serving.lobby.play_on_points.keep(match_at(recorded("fog"), 10))

    def state(self) -> list[object]:
        """All rooms of the server, as they stand."""
        return [facts for name in self.serving.lobby.rooms for facts in facts_of(self.serving.room(name))]


def facts_of(room: FogRoom) -> list[object]:
    match = None if room.live is None else room.live.match
    digests = [] if match is None else [match.game.digest(), match.log.lines()]
    return [
        room.room_update(),
        room.players(),
        room.options,
        len(room.spectators),
        [each.client for each in room.occupants],
        digests,
    ]


async def game_of_three(serving: Serving, room: str, names: list[str], **options: Any) -> list[Client]:
    """Three players in a game that has begun."""
    clients = [await serving.player(names[0], room)]
    await clients[0].ok("set_options", room, duel_options(players=3, map=THREE, **options))
    clients += [await serving.player(name, room) for name in names[1:]]
    for client in clients:
        await client.turn(0)
    return clients


async def lobby_of_three(serving: Serving, room: str, names: list[str]) -> list[Client]:
    """Two players and a bot in a lobby that has room for more."""
    clients = [await serving.player(name, room) for name in names[:2]]
    await clients[0].ok("invite_bot", room, "settler")
    return clients


async def scene(serving: Serving, role: str, mark: str) -> Scene:
    """The room in which a role is tried."""
    room, names = f"den {mark}", [f"{name} {mark}" for name in ("Ada", "Bo", "Cy")]

    def of(actor: Client, name: str, others: list[Client]) -> Scene:
        return Scene(serving, room, actor, name, secret_of(name), others)

    if role in {"host", "guest"}:
        ada, bo = await lobby_of_three(serving, room, names)
        return of(ada, names[0], [bo]) if role == "host" else of(bo, names[1], [ada])
    ada, bo, cy = await game_of_three(serving, room, names)
    zoe = f"Zoe {mark}"
    match role:
        case "player":
            return of(ada, names[0], [bo, cy])
        case "opponent":
            return Scene(serving, room, bo, names[0], names[0], [ada, cy])
        case "anonymous":
            return of(await serving.client(), zoe, [ada, bo, cy])
        case "spectator":
            spectator = await serving.player(zoe)
            await spectator.ok("spectate", room)
            return of(spectator, zoe, [ada, bo, cy])
        case "stranger":
            clients = await game_of_three(serving, f"lair {mark}", [zoe, f"Yan {mark}", f"Xia {mark}"])
            return of(clients[0], zoe, [ada, bo, cy])
        case "gone":
            await ada.ok("leave_game")
            return of(ada, names[0], [bo, cy])
        case "eliminated":
            await ada.ok("surrender")
            for client in (bo, cy):
                await client.ok("pass")
            await ada.turn(1)
            return of(ada, names[0], [bo, cy])
    raise AssertionError(role)


def test_every_event_has_its_row_and_every_row_its_event() -> None:
    assert set(EXPECTED) == set(COMMANDS)


@pytest.mark.parametrize("role", ROLES)
@live
async def test_every_event_does_what_the_table_says_and_a_refusal_changes_nothing(role: str) -> None:
    async with serving() as server:
        for number, event in enumerate(COMMANDS):
            at = await scene(server, role, str(number))
            await check_cell(at, event, EXPECTED[event][role], f"{event} of {role}")
            for client in (at.actor, *at.others):
                await client.leave()
            for room in server.lobby.rooms.values():
                room.suspend()  # what was begun in this cell shall not go on in the next


async def check_cell(at: Scene, event: str, expected: str, cell: str) -> None:
    await settled(at.actor, *at.others)
    before, heard = at.state(), [client.now for client in at.others]
    reply = await at.actor.ask(event, *at.arguments(event))
    if expected == "ok":
        assert reply["ok"] is True, (cell, reply)
        return
    assert (reply["ok"], reply.get("code")) == (False, expected), (cell, reply)
    await settled(at.actor, *at.others)
    assert at.state() == before, cell
    # Each of the others hears the answer to the question that `settled` asks, and nothing else.
    assert [client.now for client in at.others] == [count + 1 for count in heard], cell


@live
async def test_a_refusal_that_nobody_wants_acknowledged_comes_as_an_event() -> None:
    async with serving() as server:
        client = await server.client()
        await client.emit("attack", (1, 2))
        refusal = await client.until("refused")
        assert refusal["event"] == "attack"
        assert refusal["code"] == "NO_ROOM"
        assert refusal["message"]


@live
async def test_whoever_is_refused_another_room_keeps_the_one_it_is_in() -> None:
    async with serving() as server:
        ada, bo = await server.duel("den")
        cy = await server.player("Cy", "lair")
        before = server.room("lair").players()
        assert await cy.refused("join_private", "den", secret_of("Cy")) == "GAME_RUNNING"
        assert server.room("lair").players() == before
        for client in (ada, bo):
            await client.ok("surrender")
        await ada.until("game_end")
        assert await cy.refused("join_private", "den", secret_of("Cy")) == "ROOM_FULL"
        assert await cy.refused("spectate", "cave") == "NO_ROOM"
        assert server.room("lair").players() == before
        assert (await cy.ok("get_current_room"))["room"] == "lair"
