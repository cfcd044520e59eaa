"""A list of every page of the client, and how to get there in any language: no opener reads a word of the page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from playwright.sync_api import expect

from tests.web.partners import Partners, room_name
from tests.web.visitors import Visitor
from tests.web.welten_games import open_room

DRAWN: Final = "#board[data-tile]"
REPLAY_LINK: Final = "main a[href^='/replays/']"

Opener = Callable[[Visitor, Partners], None]


@dataclass(frozen=True)
class EveryPage:
    """A page. Games are also played on phones that lie on their side; documentation is written in English."""

    name: str
    open: Opener
    game: bool = False
    documentation: bool = False


def settle(visitor: Visitor) -> None:
    """Wait until the page is complete: nothing is being fetched, and it says so itself."""
    page = visitor.page
    page.wait_for_load_state("networkidle")
    page.wait_for_function(
        """() => document.querySelector("main h1, main canvas") && !document.querySelector("[aria-busy=true]")
            && document.fonts.status === "loaded" """
    )


def at(path: str) -> Opener:
    """A page that only has to be opened."""

    def opened(visitor: Visitor, _: Partners) -> None:
        visitor.goto(path)
        settle(visitor)

    return opened


def lists(path: str) -> Opener:
    """A page with lists of rooms, in which there are an open one and a live one of each game."""

    def opened(visitor: Visitor, partners: Partners) -> None:
        partners.in_fog_room(room_name())
        partners.fog_duel()
        partners.in_welten_room(room_name(), side="eldoin")
        partners.welten_duel()
        visitor.goto(path)
        settle(visitor)

    return opened


def fog_lobby(visitor: Visitor, partners: Partners) -> None:
    """A room of four with a guest in it, who has said something."""
    visitor.goto("/licences.txt")
    room = room_name()
    wish = '{"options": {"players": 4}, "bots": ["settler"]}'
    visitor.page.evaluate(
        "([room, wish]) => sessionStorage.setItem('duskfall.fog.pending.' + room, wish)", [room, wish]
    )
    visitor.goto(f"/fog/{room}")
    expect(visitor.page.get_by_role("log")).to_be_attached()
    guest = partners.in_fog_room(room)
    partners.do(guest, "chat_message", "Hallo")
    expect(visitor.page.get_by_role("log")).to_contain_text("Hallo")
    settle(visitor)


def fog_game(visitor: Visitor, _: Partners) -> None:
    visitor.goto(f"/fog/{room_name()}?quick")
    visitor.wait_for_turn(1)
    settle(visitor)


def fog_ending(visitor: Visitor, partners: Partners) -> None:
    """A game that the other one has given up."""
    room = room_name()
    partners.in_fog_room(room)
    visitor.goto(f"/fog/{room}")
    visitor.wait_for_turn(1)
    partners.give_up(room)
    expect(visitor.page.locator(REPLAY_LINK)).to_be_visible()
    settle(visitor)


def welten_title(visitor: Visitor, _: Partners) -> None:
    visitor.goto("/welten")
    visitor.page.locator("main canvas").first.wait_for()
    visitor.page.keyboard.press("Escape")
    settle(visitor)


def welten_lobby(visitor: Visitor, partners: Partners) -> None:
    """A room in which somebody who only watches has said something."""
    room = open_room(visitor, room_name(), side="eldoin").rpartition("/")[2]
    expect(visitor.page.get_by_role("log")).to_be_attached()
    guest = partners.invite()
    partners.do(guest, "spectate", room)
    partners.do(guest, "chat_message", "Hallo")
    expect(visitor.page.get_by_role("log")).to_contain_text("Hallo")
    settle(visitor)


def welten_game(visitor: Visitor, _: Partners) -> None:
    open_room(visitor, room_name(), scenario="default", side="both")
    visitor.page.locator(DRAWN).wait_for()
    visitor.page.keyboard.press("n")
    settle(visitor)


def welten_ending(visitor: Visitor, partners: Partners) -> None:
    room = room_name()
    other = partners.in_welten_room(room, side="eldoin")
    visitor.goto(f"/welten/{room}")
    visitor.page.locator(DRAWN).wait_for()
    partners.do(other, "welten_order", room, 0, "resign")
    expect(visitor.page.locator(REPLAY_LINK)).to_be_visible()
    settle(visitor)


def nowhere(visitor: Visitor, _: Partners) -> None:
    visitor.goto("/no/such/page")
    settle(visitor)
    assert all("404" in complaint for complaint in visitor.errors), "the browser notes the answer of the page itself"
    visitor.errors.clear()


PAGES: Final = {
    page.name: page
    for page in (
        EveryPage("home", lists("/")),
        EveryPage("fog rooms", lists("/fog")),
        EveryPage("fog lobby", fog_lobby),
        EveryPage("fog game", fog_game, game=True),
        EveryPage("fog ending", fog_ending, game=True),
        EveryPage("welten title", welten_title),
        EveryPage("welten new", at("/welten?new")),
        EveryPage("welten continue", lists("/welten?continue")),
        EveryPage("welten manual", at("/welten/manual")),
        EveryPage("welten lobby", welten_lobby),
        EveryPage("welten game", welten_game, game=True),
        EveryPage("welten ending", welten_ending, game=True),
        EveryPage("replays", at("/replays")),
        EveryPage("fog replay", at("/replays/fogduel?turn=60"), game=True),
        EveryPage("welten replay", at("/replays/weltenduel?turn=20"), game=True),
        EveryPage("arena", at("/arena")),
        EveryPage("arena of welten", at("/arena?game=welten")),
        EveryPage("tournament", at("/arena/tournaments/Spring%20cup")),
        EveryPage("docs", at("/docs"), documentation=True),
        EveryPage("doc page", at("/docs/server"), documentation=True),
        EveryPage("dungeon", at("/dungeon/2556?loops=2")),
        EveryPage("dungeon walk", at("/dungeon/2556?walk&look=c64"), game=True),
        EveryPage("nowhere", nowhere),
    )
}
