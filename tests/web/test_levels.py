"""Levels of opponents in real browsers: told beside *Play now*, the same for every browser of a player, changeable."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import OpenBrowser
from tests.web.visitors import PHONE, Visitor, set_identity

SENTENCES = {
    "en": {
        "wanderer": "Marches at random. For your first steps.",
        "settler": "Takes land and defends its general, but seldom attacks.",
        "raider": "Gathers an army and comes for your general.",
        "marshal": "Plans, remembers what the fog hides, and strikes when it counts.",
    },
    "de": {
        "wanderer": "Zieht aufs Geratewohl. Für die ersten Schritte.",
        "settler": "Nimmt Land und schützt seinen General, greift aber selten an.",
        "raider": "Sammelt ein Heer und sucht deinen General.",
        "marshal": "Plant, merkt sich, was der Nebel verbirgt, und schlägt im rechten Augenblick zu.",
    },
}


def told(page: Page, level: str) -> None:
    """Wait until the home page names the opponent."""
    expect(page.locator(f"#opponent [data-level={level}]")).to_be_visible()
    expect(page.locator("#opponent [data-level]:visible")).to_have_count(1)


def give_up(visitor: Visitor) -> None:
    """Play a game against the bot of one's level, and give up."""
    page = visitor.page
    visitor.goto("/")
    page.get_by_role("button", name="Play now").click()
    visitor.wait_for_turn(1)
    page.get_by_role("button", name="Surrender").click()
    page.get_by_role("dialog").get_by_role("button", name="Surrender").click()
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


def test_every_browser_of_a_player_begins_at_the_same_level(open_browser: OpenBrowser) -> None:
    first, second = open_browser(), open_browser()
    for visitor in (first, second):
        set_identity(visitor, "Ada of the levels")
    first.goto("/")
    told(first.page, "settler")
    give_up(first)
    give_up(first)
    first.goto("/")
    told(first.page, "wanderer")
    second.goto("/")
    told(second.page, "wanderer")
    second.page.get_by_role("button", name="Play now").click()
    second.wait_for_turn(1)
    assert "wanderer" in second.armies()


def test_a_level_that_was_chosen_is_told_beside_play_now_and_played(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    page = visitor.page
    visitor.goto("/")
    told(page, "settler")
    page.get_by_role("link", name="Choose another").click()
    page.get_by_label("Bot that “Play now” begins against").select_option("raider")
    expect(page.locator("[data-level=raider]")).to_contain_text(SENTENCES["en"]["raider"])
    expect(page.locator("[data-level]:visible")).to_have_count(1)
    visitor.goto("/")
    told(page, "raider")
    page.get_by_role("button", name="Play now").click()
    visitor.wait_for_turn(1)
    assert "raider" in visitor.armies()


@pytest.mark.parametrize("language", SENTENCES)
def test_all_levels_take_the_same_room_so_that_nothing_moves_when_the_server_tells_one(
    open_browser: OpenBrowser, language: str
) -> None:
    visitor = open_browser(PHONE, locale=f"{language}-{language.upper()}")
    set_identity(visitor, "Bo of the levels")
    page, level = visitor.page, ""

    def answer(route: Route) -> None:
        known = {"level": level, "row": 0, "last": f"the game before {level}"}
        route.fulfill(body=json.dumps(known), content_type="application/json")

    page.route("**/api/level", answer)
    places = []
    for level in SENTENCES[language]:  # the answer reads it
        visitor.goto("/")
        told(page, level)
        expect(page.locator("#opponent [data-level]:visible")).to_contain_text(SENTENCES[language][level])
        page.wait_for_function("() => document.fonts.status === 'loaded'")
        places.append(page.get_by_role("heading", name="Weltendämmerung").bounding_box())
    assert places == [places[0]] * len(places)


@pytest.mark.parametrize("language", SENTENCES)
def test_a_room_offers_four_levels_by_name_with_a_sentence_each(open_browser: OpenBrowser, language: str) -> None:
    visitor = open_browser(locale=f"{language}-{language.upper()}")
    page = visitor.page
    visitor.goto("/fog")
    fields = page.get_by_role("group", name={"en": "Bots to invite", "de": "Bots einladen"}[language])
    for name, sentence in SENTENCES[language].items():
        expect(fields.get_by_label(name, exact=True)).to_have_value("0")
        expect(fields.get_by_text(sentence)).to_be_visible()
    page.get_by_role("button", name={"en": "Make the room", "de": "Raum eröffnen"}[language]).click()
    buttons = page.get_by_role("button", name={"en": "Invite ", "de": " einladen"}[language])
    expect(buttons).to_have_count(4)
    names = [text.removeprefix("Invite ").removesuffix(" einladen") for text in buttons.all_inner_texts()]
    assert names == list(SENTENCES[language])
    for sentence in SENTENCES[language].values():
        expect(page.get_by_text(sentence)).to_be_visible()
