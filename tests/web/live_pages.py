"""Pages on which something happens while somebody uses them, and one thing that happens on each."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from playwright.sync_api import expect

from tests.web.every_page import DRAWN, PAGES
from tests.web.partners import Partners, room_name
from tests.web.visitors import Visitor

POLLED_S: Final = 90
"""Seconds after which every list has been fetched again."""
CONTROLS: Final = ":is(a[href], button, input, select, textarea, summary, [tabindex='0'])"


@dataclass(frozen=True)
class LivePage:
    """A page that changes by itself."""

    open: Callable[[Visitor, Partners], None]
    change: Callable[[Visitor, Partners], None]
    """Cause a change, as often as it is called, and wait until the page shows it."""
    controls: str = f"main {CONTROLS}"
    """The controls that have to keep the focus."""
    newest: bool = False
    """Whether only the first of them stays for sure: the list drops its oldest."""
    polls: bool = False
    """Whether the page asks again after some time; that time is skipped."""


def room_of(visitor: Visitor) -> str:
    return visitor.page.url.partition("?")[0].rpartition("/")[2]


def wait_for_link(visitor: Visitor, href: str) -> None:
    """Wait until a list has been fetched again and has a link that begins like this."""
    visitor.page.clock.fast_forward(1000 * POLLED_S)
    expect(visitor.page.locator(f"main a[href^='{href}']").first).to_be_visible()


def fog_game_begins(visitor: Visitor, partners: Partners) -> None:
    wait_for_link(visitor, f"/fog/{partners.fog_duel()}")


def fog_room_opens(visitor: Visitor, partners: Partners) -> None:
    room = room_name()
    partners.in_fog_room(room)
    wait_for_link(visitor, f"/fog/{room}")


def welten_room_opens(visitor: Visitor, partners: Partners) -> None:
    room = room_name()
    partners.in_welten_room(room, side="eldoin")
    wait_for_link(visitor, f"/welten/{room}")


def replay_is_added(visitor: Visitor, partners: Partners) -> None:
    """A game ends, and its replay comes first."""
    newest = visitor.page.locator("main a[href^='/replays/']").first
    before = newest.get_attribute("href") or ""
    partners.give_up(partners.fog_duel())
    visitor.page.clock.fast_forward(1000 * POLLED_S)
    expect(newest).not_to_have_attribute("href", before)


def game_ends_elsewhere(visitor: Visitor, partners: Partners) -> None:
    """A game ends, and the page may show it or not: time passes."""
    partners.give_up(partners.fog_duel())
    visitor.page.clock.fast_forward(1000 * POLLED_S)
    visitor.page.wait_for_load_state("networkidle")


def guest_is_ready(visitor: Visitor, partners: Partners) -> None:
    """A guest of the lobby is ready, or not after all."""
    room = room_of(visitor)
    guest = partners.seated[room][0]
    row = visitor.page.get_by_role("listitem").filter(has_text=guest.name).first
    before = row.inner_text()
    ready = [player["ready"] for player in guest.all("players_update")[-1] if player["username"] == guest.name]
    partners.do(guest, "set_ready", room, not ready[0])
    expect(row).not_to_have_text(before, use_inner_text=True)


def somebody_talks(visitor: Visitor, partners: Partners) -> None:
    """Somebody comes to watch, and says so."""
    guest = partners.invite()
    partners.do(guest, "spectate", room_of(visitor))
    partners.do(guest, "chat_message", f"Hier ist {guest.name}.")
    expect(visitor.page.get_by_role("log")).to_contain_text(f"Hier ist {guest.name}.")


def turn_passes(visitor: Visitor, _: Partners) -> None:
    visitor.wait_for_turn(1 + int(re.sub(r"\D", "", visitor.page.locator("#turn").inner_text())))


def watched_duel(visitor: Visitor, partners: Partners) -> None:
    visitor.goto(f"/welten/{partners.welten_duel()}?watch")
    visitor.page.locator(DRAWN).wait_for()


def side_ends_its_phase(visitor: Visitor, partners: Partners) -> None:
    """Eldoin and Dailor end their phases in turn."""
    room = room_of(visitor)
    phase = visitor.page.locator("#phase")
    before = phase.inner_text()
    eldoin, dailor = partners.seated[room]
    count = len(eldoin.all("welten_events"))
    partners.do(dailor if count % 2 else eldoin, "welten_order", room, count, "end")
    expect(phase).not_to_have_text(before)


def film_goes_on(visitor: Visitor, _: Partners) -> None:
    """The next turn of a replay is shown, or at its end the one before, as if its bar had been moved."""
    board = visitor.page.locator("#replay-board")
    before = board.get_attribute("data-turn") or ""
    visitor.page.locator("#scrub").evaluate(
        """bar => {
            if (bar.value === bar.max) bar.stepDown();
            else bar.stepUp();
            bar.dispatchEvent(new Event("input", { bubbles: true }));
        }"""
    )
    expect(board).not_to_have_attribute("data-turn", before)


LIVE_PAGES: Final = {
    "home, games": LivePage(PAGES["home"].open, fog_game_begins, "main a[href^='/fog/']", newest=True, polls=True),
    "home, replays": LivePage(
        PAGES["home"].open, replay_is_added, "main a[href^='/replays/']", newest=True, polls=True
    ),
    "fog rooms": LivePage(PAGES["fog rooms"].open, fog_room_opens, polls=True),
    "fog lobby, players": LivePage(PAGES["fog lobby"].open, guest_is_ready),
    "fog lobby, chat": LivePage(PAGES["fog lobby"].open, somebody_talks),
    "fog game": LivePage(PAGES["fog game"].open, turn_passes),
    "fog ending": LivePage(PAGES["fog ending"].open, somebody_talks),
    "welten continue": LivePage(PAGES["welten continue"].open, welten_room_opens, polls=True),
    "welten lobby": LivePage(PAGES["welten lobby"].open, somebody_talks),
    "welten game": LivePage(watched_duel, side_ends_its_phase),
    "welten game, chat": LivePage(watched_duel, somebody_talks),
    "welten ending": LivePage(PAGES["welten ending"].open, somebody_talks),
    "replays": LivePage(PAGES["replays"].open, game_ends_elsewhere, f"main li {CONTROLS}", polls=True),
    "fog replay": LivePage(PAGES["fog replay"].open, film_goes_on),
    "welten replay": LivePage(PAGES["welten replay"].open, film_goes_on),
    "arena": LivePage(PAGES["arena"].open, game_ends_elsewhere, f"main li {CONTROLS}", polls=True),
}
