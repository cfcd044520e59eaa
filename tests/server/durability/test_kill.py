"""Kill -9 at random moments under play: no acknowledged order is lost or doubled, games go on, digests agree."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from duskfall.server.store import StoredMatch
from tests.counts import SEED, share
from tests.server.durability.players import Gone, Player, come_back, sit_down, until
from tests.server.durability.records import check, kept, last_turn, replay_of
from tests.server.running import RunningServer, running, wait_until_gone

KILLS = max(3, share(100) // 2)
"""On each of the two databases."""

MOST_MESSAGES = 500
"""What all players receive before the server is killed, at the most: a second or two of play."""

KILLS_A_GAME = 3
"""A game goes on over so many, then it is ended."""

OPTIONS = {"width": 20, "height": 20, "turnMs": 50}


class Party:
    """A game and its players."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.players = [Player(f"den {number}", f"{name} {number}", SEED + number) for name in ("Ada", "Bo")]
        self.bots = ("settler",) if number % 2 else ()
        self.kills = 0

    @property
    def room(self) -> str:
        return self.players[0].room

    async def begin(self, address: str) -> None:
        await sit_down(self.players, address, OPTIONS, *self.bots)
        await self._play()

    async def go_on(self, address: str, stored: StoredMatch) -> None:
        """Come back to where the log ends, and play on."""
        await come_back(self.players, address)
        living = [player for player in self.players if not player.fallen]
        await until(lambda: all(player.turns or player.ended for player in living), "the turn that the log ends with")
        for player in living:
            assert player.turns[:1] in ([last_turn(stored)], []), "the game did not go on where the log ends"
        await self._play()

    async def _play(self) -> None:
        await asyncio.gather(*[player.play() for player in self.players])

    async def end(self, address: str) -> None:
        """Come back and give up, one after the other, until somebody has won."""
        await come_back(self.players, address)
        for player in self.players:
            await player.try_to("surrender")
        await until(lambda: all(player.ended for player in self.players), f"the end of the game in {self.room}")

    async def part(self) -> None:
        for player in self.players:
            await player.go()


async def one_life(
    server: RunningServer, parties: Sequence[Party], stored: dict[str, StoredMatch], messages: int
) -> None:
    """Let all play until so many messages have come, then kill the server."""
    before = sum(player.messages for party in parties for player in party.players)

    def received() -> int:
        return sum(player.messages for party in parties for player in party.players) - before

    tasks = []
    for party in parties:
        known = stored.get(party.room)
        if known is None:
            coming = party.begin(server.address)
        elif party.kills < KILLS_A_GAME:
            coming = party.go_on(server.address, known)
        else:
            coming = party.end(server.address)
        tasks.append(asyncio.create_task(coming))
    await until(lambda: received() >= messages or all(task.done() for task in tasks), "so many messages")
    children = server.children()
    server.kill()
    await asyncio.to_thread(wait_until_gone, children)
    for task in tasks:
        task.cancel()
    for done in await asyncio.gather(*tasks, return_exceptions=True):
        if done is not None and not isinstance(done, Gone | asyncio.CancelledError):
            raise done
    for party in parties:
        await party.part()


async def play_through_kills(url: str, folder: Path) -> list[Party]:
    """Play until the server has been killed often enough; gives all games, the last ones still open."""
    chance = random.Random(SEED)
    parties: list[Party] = []
    for kill in range(KILLS):
        stored = await asyncio.to_thread(kept, url)
        here = [party for party in parties if party.room in stored and stored[party.room].ended is None]
        here.append(Party(kill))
        parties.append(here[-1])
        with running(folder, "--db", url, "--no-limits") as server:
            await one_life(server, here, stored, chance.randint(0, MOST_MESSAGES))
        check_all(await asyncio.to_thread(kept, url), parties)
        for party in here:
            party.kills += 1
    return parties


def check_all(stored: dict[str, StoredMatch], parties: Sequence[Party]) -> None:
    """The store has all that the players of all games were told."""
    for party in parties:
        if party.room in stored:
            check(stored[party.room], party.players)
        else:
            assert not any(player.started for player in party.players), "a game that had begun is lost"
        if any(player.ended for player in party.players):
            replay_of(stored[party.room]).verify()


def test_after_kill_9_games_go_on_and_no_acknowledged_order_is_lost_or_doubled(
    database_url: str, tmp_path: Path
) -> None:
    async def play() -> list[Party]:
        parties = await play_through_kills(database_url, tmp_path / "data")
        stored = await asyncio.to_thread(kept, database_url)
        with running(tmp_path / "data", "--db", database_url, "--no-limits") as server:
            going_on = [party for party in parties if party.room in stored and stored[party.room].ended is None]
            with suppress(Gone):
                await asyncio.gather(*[party.end(server.address) for party in going_on])
            for party in going_on:
                await party.part()
            assert server.stop() == 0
        assert "Traceback" not in server.log, server.log
        return parties

    parties = asyncio.run(play())
    stored = kept(database_url)
    check_all(stored, parties)
    begun = [party for party in parties if party.room in stored]
    assert len(begun) >= KILLS // 2
    for party in begun:
        replay_of(stored[party.room]).verify()
    acknowledged = sum(len(player.acknowledged) for party in begun for player in party.players)
    assert acknowledged > 10 * KILLS
