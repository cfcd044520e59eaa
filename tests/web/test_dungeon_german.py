"""The page of a dungeon in German."""

from __future__ import annotations

from playwright.sync_api import expect

from duskfall.dungeon import generate
from tests.dungeon.ways import keys_to
from tests.server.http.asking import get
from tests.web.conftest import OpenBrowser
from tests.web.dungeon_page import SEED, switch_language
from tests.web.test_pages import serious
from tests.web.visitors import Visitor


def german(open_browser: OpenBrowser) -> Visitor:
    return open_browser(locale="de-DE", reduced_motion="reduce")


def test_a_german_page_has_no_word_of_the_servers_english(open_browser: OpenBrowser) -> None:
    visitor = german(open_browser)
    page = visitor.page
    path = "12?loops=5&decoys=5&hidden_passages=4&treasures=8&secret_share=1"
    visitor.goto(f"/dungeon/{path}")
    expect(page.get_by_role("heading", name="Verlies 12")).to_be_visible()
    expect(page.get_by_role("heading", name="Zum Mitnehmen")).to_be_visible()
    expect(page.get_by_label("Geheimanteil")).to_have_value("1")
    shown = page.locator("#page").inner_text() + page.locator("#page").inner_html()
    seed, query = path.split("?")
    choices = get(f"{visitor.address}/api/dungeons").json
    plan = get(f"{visitor.address}/api/dungeons/{seed}/plan?{query}").json
    english = [option["meaning"] for option in choices["options"]]
    english += [text for kind in choices["files"] for text in (kind["meaning"], kind["purpose"])]
    english += [count["meaning"] for count in plan["counts"]] + [phase["name"] for phase in plan["phases"]]
    sentences = [text for text in english if " " in text]
    assert len(sentences) > 40
    assert [text for text in sentences if text.lower() in shown.lower()] == []
    assert page.locator("#page [lang=en]").count() == 0
    expect(page.locator(".c64")).to_have_attribute("translate", "no")
    assert serious(page) == []


def test_a_german_walk_and_its_stairs(open_browser: OpenBrowser) -> None:
    visitor = german(open_browser)
    page = visitor.page
    visitor.goto(f"/dungeon/{SEED}?walk")
    expect(page.get_by_text("In den Mauern stecken Geheimnisse")).to_be_visible()
    dungeon = generate(SEED)
    assert dungeon.up is not None
    assert dungeon.down is not None
    page.locator("#dungeon-view").focus()
    page.keyboard.press("f")
    expect(page.get_by_text("Du suchst und findest nichts.")).to_be_visible()
    way = keys_to(dungeon, dungeon.up, dungeon.down)
    page.keyboard.type(way)
    card = page.locator(".arrived")
    expect(card).to_contain_text(f"{len(way)} Schritte, 0 von ")
    page.get_by_role("button", name="Umsehen").press("Enter")
    expect(card).to_be_hidden()
    expect(page.locator("#dungeon-view")).to_be_focused()


def test_the_search_of_a_german_walk_stays_in_the_window(open_browser: OpenBrowser) -> None:
    visitor = german(open_browser)
    page = visitor.page
    visitor.goto(f"/dungeon/{SEED}?walk")
    search = page.get_by_role("button", name="Ringsum nach Geheimnissen suchen")
    before = search.bounding_box()
    page.locator("#dungeon-view").focus()
    page.keyboard.type("wasd")
    expect(page.get_by_role("button", name="Von vorn")).to_be_visible()
    expect(search).to_be_in_viewport(ratio=1)
    after = search.bounding_box()
    assert before is not None
    assert after is not None
    assert after["y"] == before["y"]


def test_refusals_are_german_and_the_generators_own_words_are_marked_as_english(open_browser: OpenBrowser) -> None:
    visitor = german(open_browser)
    page = visitor.page
    visitor.goto("/dungeon/7?width=23&lops=2")
    expect(page.get_by_role("heading", name="Dieses Verlies gibt es nicht")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("Breite: eine ganze Zahl von 24 bis 255.")
    expect(page.get_by_text("Eine Einstellung „lops“ gibt es nicht. Ist „loops“ gemeint?")).to_be_visible()
    switch_language(page, "en")
    expect(page.get_by_role("alert")).to_contain_text("Width: a whole number from 24 to 255.")
    switch_language(page, "de")
    visitor.goto("/dungeon/7?width=24&height=24&room_min=12&room_max=12")
    expect(page.get_by_role("alert")).to_contain_text("So lässt sich kein Verlies graben. Der Server meldet:")
    expect(page.get_by_role("alert").locator("[lang=en]")).to_contain_text("need 31 columns or rows")
    assert [complaint for complaint in visitor.errors if "409" not in complaint] == []
    visitor.errors.clear()


def test_a_share_can_be_written_with_a_comma(open_browser: OpenBrowser) -> None:
    visitor = german(open_browser)
    page = visitor.page
    visitor.goto("/dungeon/7")
    page.get_by_text("Profil und Einstellungen").click()
    expect(page.get_by_label("Geheimanteil")).to_have_value("0,5")
    page.get_by_label("Geheimanteil").fill("0,25")
    page.get_by_role("button", name="Graben", exact=True).click()
    expect(page).to_have_url(f"{visitor.address}/dungeon/7?secret_share=0.25")
