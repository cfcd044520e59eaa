"""Orders over connections that are cut: each is carried out exactly once, or visibly taken back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from duskfall.play import LoggedOrder, Replay
from tests.server.http.asking import get
from tests.server.running import RunningServer
from tests.web.tcp_proxy import TcpProxy
from tests.web.visitors import Visitor, visiting

WIDTH = 20
HOME = 3 * WIDTH + 3
FIELD = "\n".join(
    "".join("a" if y * WIDTH + x == HOME else "b" if (x, y) == (16, 16) else "." for x in range(WIDTH))
    for y in range(WIDTH)
)
"""A field on which the other general is far away."""
SLOW = "1000"
"""Milliseconds of a turn: marches stay queued for a while."""
STEPS = {"w": -WIDTH, "a": -1, "s": WIDTH, "d": 1}


class CuttableServer:
    """A server that can be restarted, behind a proxy for each visitor."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._proxies: list[TcpProxy] = []
        self._running = self._start()

    def _start(self) -> RunningServer:
        server = RunningServer(self._folder, "--no-limits")
        server.wait_until_ready()
        return server

    def proxy(self) -> TcpProxy:
        """Make another way to the server."""
        proxy = TcpProxy(self._running.port)
        self._proxies.append(proxy)
        return proxy

    def restart(self) -> None:
        """Kill the process and start another one with the same data."""
        self._running.kill()
        self._running.close()
        self._running = self._start()
        for proxy in self._proxies:
            proxy.target = self._running.port

    def orders(self, replay: str, seat: int) -> list[str]:
        """List the orders of a seat in the log of a finished match."""
        file = get(f"{self._running.address}/api/replays/{replay}/file")
        log = Replay.decode(file.body).log
        return [entry.order for entry in log if isinstance(entry, LoggedOrder) and entry.seat == seat]

    def turn(self, room: str) -> int:
        """Tell the turn of a room's game, as the server has it."""
        shown = get(f"{self._running.address}/api/rooms?room={room}").json["rooms"]
        return int(shown[0]["turn"])

    def has_room(self, room: str) -> bool:
        """Tell whether the server has a room of this name."""
        return bool(get(f"{self._running.address}/api/rooms?room={room}").json["rooms"])

    def close(self) -> None:
        """End everything."""
        for proxy in self._proxies:
            proxy.close()
        self._running.kill()
        self._running.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CuttableServer]:
    """A server for all tests of this module, which have rooms of their own."""
    server = CuttableServer(tmp_path_factory.mktemp("cut"))
    try:
        yield server
    finally:
        server.close()


Invite = Callable[[], tuple[Visitor, TcpProxy]]


@pytest.fixture
def invite(browser: Browser, server: CuttableServer) -> Iterator[Invite]:
    """Invites visitors who come through a proxy of their own; they may complain about lost connections only."""
    with ExitStack() as visits:

        def come() -> tuple[Visitor, TcpProxy]:
            proxy = server.proxy()
            visitor = visits.enter_context(visiting(browser, proxy.address))
            visits.callback(forgive_lost_connections, visitor)
            return visitor, proxy

        yield come


def forgive_lost_connections(visitor: Visitor) -> None:
    visitor.errors[:] = [error for error in visitor.errors if not re.search(r"WebSocket connection|net::ERR_", error)]


def make_room(visitor: Visitor, bots: int) -> str:
    """Make a room for two on the field; gives its name."""
    visitor.goto("/fog")
    page = visitor.page
    page.get_by_label("Speed").select_option(SLOW)
    page.get_by_label("Map", exact=True).select_option("own")
    page.get_by_label("Map, a row a line").fill(FIELD)
    page.get_by_label("settler", exact=True).fill(str(bots))
    page.get_by_role("button", name="Make the room").click()
    expect(page).to_have_url(re.compile(r"/fog/\w+$"))
    return page.url.rsplit("/", 1)[1]


def status(page: Page) -> Locator:
    return page.locator(".connection-status")


def marches(keys: str, start: int = HOME) -> list[str]:
    """The orders of a way by keys, as a log writes them."""
    orders = []
    for key in keys:
        orders.append(f"{start}>{start + STEPS[key]}")
        start += STEPS[key]
    return orders


def replay_of(visitor: Visitor) -> str:
    return str(visitor.received("game_start")[0]["replay_id"])


def wait_until_queued(visitor: Visitor, count: int) -> None:
    """Wait until the server has told that so many marches were queued; a turn later they may be made already."""
    while sum(result["phase"] == "queued" for result in visitor.received("attack_result")) < count:
        visitor.page.wait_for_timeout(20)


def wait_until_made(page: Page) -> None:
    """Wait until the connection is back and no march waits any more, neither here nor at the server."""
    expect(status(page)).to_have_attribute("data-connection", "up")
    expect(page.locator("[data-waiting]")).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def surrender(page: Page) -> None:
    page.get_by_role("button", name="Surrender").click()
    page.get_by_role("dialog").get_by_role("button", name="Surrender").click()
    expect(page.get_by_role("heading", name="won")).to_be_visible()


def let_server_play(server: CuttableServer, room: str, page: Page) -> None:
    """Wait until the server has played two more turns."""
    until = server.turn(room) + 2
    while server.turn(room) < until:
        page.wait_for_timeout(100)


def test_marches_ordered_without_a_connection_are_made_once_and_those_taken_back_are_not(
    server: CuttableServer, invite: Invite
) -> None:
    visitor, proxy = invite()
    page = visitor.page
    make_room(visitor, bots=1)
    visitor.wait_for_turn(3)
    page.keyboard.type("dd")
    wait_until_queued(visitor, 2)
    proxy.cut()
    expect(page.get_by_text("The connection to the server was lost")).to_be_visible()
    page.keyboard.type("ssddw")
    expect(page.locator("[data-waiting='5']")).to_be_visible()
    page.keyboard.press("e")
    expect(page.locator("[data-waiting='4']")).to_be_visible()
    proxy.mend()
    wait_until_made(page)
    expect(page.get_by_text("not made")).to_have_count(0)
    surrender(page)
    assert server.orders(replay_of(visitor), 0) == [*marches("ddssdd"), "surrender"]


def test_marches_whose_answers_were_lost_are_made_once_and_taken_back_once(
    server: CuttableServer, invite: Invite
) -> None:
    visitor, proxy = invite()
    page = visitor.page
    room = make_room(visitor, bots=1)
    visitor.wait_for_turn(3)
    proxy.swallow_answers()
    page.keyboard.type("ddddssss")
    page.keyboard.press("e")
    let_server_play(server, room, page)
    expect(page.locator("[data-queued]")).to_have_count(0)
    proxy.cut()
    expect(page.locator("[data-waiting='9']")).to_be_visible()
    proxy.mend()
    wait_until_made(page)
    expect(page.get_by_text("not made")).to_have_count(0)
    surrender(page)
    assert server.orders(replay_of(visitor), 0) == [*marches("ddddssss"), "undo", "surrender"]


def test_marches_before_and_after_the_server_was_killed_are_made_once(server: CuttableServer, invite: Invite) -> None:
    visitor, proxy = invite()
    page = visitor.page
    room = make_room(visitor, bots=1)
    visitor.wait_for_turn(3)
    page.keyboard.type("dd")
    wait_until_queued(visitor, 2)
    proxy.swallow_answers()
    page.keyboard.type("dd")
    let_server_play(server, room, page)
    proxy.cut()
    page.keyboard.type("ssss")
    expect(page.locator("[data-waiting='6']")).to_be_visible()
    server.restart()
    proxy.mend()
    wait_until_made(page)
    page.keyboard.type("dd")
    wait_until_made(page)
    surrender(page)
    assert server.orders(replay_of(visitor), 0) == [*marches("ddddssssdd"), "surrender"]


def test_marches_into_a_game_that_ended_meanwhile_are_taken_back_and_the_player_is_told(
    server: CuttableServer, invite: Invite
) -> None:
    (first, proxy), (second, _) = invite(), invite()
    room = make_room(first, bots=0)
    expect(first.page.locator("[data-share]")).to_be_visible()  # the room is there
    second.goto(f"/fog/{room}")
    first.wait_for_turn(3)
    proxy.cut()
    expect(first.page.get_by_text("The connection to the server was lost")).to_be_visible()
    first.page.keyboard.type("ddd")
    surrender(second.page)
    proxy.mend()
    notices = first.page.locator(".notices")
    expect(notices).to_contain_text("3 marches were not made: The game was over before this arrived.")
    expect(first.page.get_by_role("heading", name="You won")).to_be_visible()
    assert server.orders(replay_of(first), 0) == []
    notices.get_by_role("button", name="All right").click()
    expect(notices).to_be_empty()


def test_pages_of_a_game_that_is_over_open_no_room_again_after_a_restart_until_somebody_wants_to(
    invite: Invite, server: CuttableServer
) -> None:
    player, _ = invite()
    room = make_room(player, bots=0)
    expect(player.page.locator("[data-share]")).to_be_visible()
    spectator, _ = invite()
    other, _ = invite()
    other.goto(f"/fog/{room}")
    expect(other.page.locator("#board")).to_be_focused()
    spectator.goto(f"/fog/{room}")  # there is no seat, so the page watches
    expect(spectator.page.locator("#board")).to_be_focused()
    other.page.get_by_role("button", name="Surrender").click()
    other.page.get_by_role("dialog").get_by_role("button", name="Surrender").click()
    visitors = (player, other, spectator)
    for each in visitors:
        expect(each.page.locator(".ending")).to_be_visible()
    server.restart()
    for each in visitors:
        expect(status(each.page)).to_have_attribute("data-connection", "up")
    player.page.wait_for_timeout(1000)  # longer than a join takes
    assert not server.has_room(room)
    for each in visitors:
        expect(each.page.locator(".ending")).to_be_visible()
    player.page.get_by_role("button", name="Play in the next game").click()
    expect(player.page.get_by_text("Waiting for 1 more. The game begins when all 2 are here")).to_be_visible()
    other.page.get_by_role("button", name="To the lobby").click()
    for each in (player, other):
        expect(each.page.get_by_role("button", name="Surrender")).to_be_visible()
    expect(spectator.page.locator(".ending")).to_be_visible()
