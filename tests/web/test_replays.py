"""Replays in real browsers: any turn, any seat, shared by a link, opened from a file, and played on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Response, Route, expect

from duskfall.bots import BotMatch, seat_bots
from duskfall.play import Match, Replay, Setup
from duskfall.welten import Side
from tests.server.running import running
from tests.web.conftest import OpenBrowser, show_tournaments
from tests.web.finished_matches import archive, store_matches
from tests.web.fog_updates import FOG, boards
from tests.web.test_pages import overflow, serious, too_small
from tests.web.visitors import PHONE, Visitor
from tests.web.welten_games import unwarned

FOG_LAST = archive()["fogduel"].turn
WELTEN_LAST = archive()["weltenduel"].turn
MANY = 35
"""Matches besides those, more than one page of the list holds."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that has finished matches to show."""
    folder = tmp_path_factory.mktemp("archive")
    many = {f"duel{number}": archive()["fogduel"] for number in range(MANY)}
    store_matches(folder, many | archive())
    show_tournaments(folder / "tournaments")
    with running(folder, "--no-limits") as server:
        yield server.address


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A replay file on one's own disk."""
    path = tmp_path / "mine.duskfall"
    path.write_bytes(Replay.of(archive()["fogduel"]).encode())
    return path


def watch(visitor: Visitor, path: str) -> None:
    """Open a film and wait until it is shown."""
    visitor.goto(path)
    expect(visitor.page.locator("#replay-board")).to_have_attribute("data-turn", re.compile("."))


def at(page: Page, turn: int, seat: str = "all") -> None:
    """Wait until the board shows a turn with somebody's eyes, and everything else agrees."""
    film = page.locator("#replay-board")
    expect(film).to_have_attribute("data-turn", str(turn))
    expect(film).to_have_attribute("data-seat", seat)
    expect(page.locator("#turn")).to_contain_text(f"{turn} of ")


def scrub(page: Page, turn: int) -> None:
    """Take the bar to a turn, as a drag does."""
    page.locator("#scrub").fill(str(turn))


def pixels(page: Page) -> str:
    """All of the board as it is drawn."""
    drawn: str = page.evaluate("() => document.querySelector('#replay-board').toDataURL()")
    return drawn


def test_a_turn_is_scrubbed_to_shared_by_link_and_opened_by_a_second_browser(open_browser: OpenBrowser) -> None:
    first, second = open_browser(), open_browser()
    watch(first, "/replays/fogduel")
    at(first.page, 0)
    scrub(first.page, 41)
    at(first.page, 41)
    first.page.get_by_title("With the eyes of Bo").click()
    at(first.page, 41, "1")
    expect(first.page).to_have_url(re.compile(r"/replays/fogduel\?turn=41&seat=1$"))
    link = first.page.locator("[data-share]").input_value()
    assert link == first.page.url
    second.page.goto(link)
    at(second.page, 41, "1")
    assert pixels(second.page) == pixels(first.page)


def test_every_seat_has_its_own_film_and_no_fogged_tile_is_in_it(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    films: dict[str, dict[str, Any]] = {}

    def keep(response: Response) -> None:
        if "/film" in response.url:
            films[response.url.rsplit("=", 1)[1]] = json.loads(response.body())

    visitor.page.on("response", keep)
    watch(visitor, "/replays/fogduel?turn=30")
    seen = {"all": pixels(visitor.page)}
    for seat, key in (("0", "1"), ("1", "2")):
        visitor.page.keyboard.press(key)
        at(visitor.page, 30, seat)
        seen[seat] = pixels(visitor.page)
    visitor.page.keyboard.press("0")
    at(visitor.page, 30)
    assert len(set(seen.values())) == 3
    assert set(films) == {"all", "0", "1"}
    for player in (0, 1):
        shown = list(boards(films[str(player)]["frames"]))
        assert len(shown) == FOG_LAST + 1
        for field, match in zip(shown, Replay.of(archive()["fogduel"]).watch(), strict=True):
            view = match.game.view(player)
            unseen = [tile for tile, code in enumerate(view.terrain.tolist()) if code in FOG]
            assert unseen or field.turn > 20
            assert all(field.terrain[tile] in FOG and not field.armies[tile] for tile in unseen)


def test_the_keys_play_stop_step_and_leap(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    page = visitor.page
    watch(visitor, "/replays/fogduel?turn=10")
    for key, turn in (("ArrowRight", 11), ("ArrowLeft", 10), ("End", FOG_LAST), ("Home", 0), ("PageDown", FOG_LAST)):
        page.keyboard.press(key)
        at(page, turn)
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.wait_for_function("() => Number(document.querySelector('#replay-board').dataset.turn) >= 3")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    stopped = page.locator("#replay-board").get_attribute("data-turn")
    page.keyboard.press("ArrowRight")
    at(page, int(stopped or 0) + 1)


def test_the_slider_takes_its_own_keys_and_leaves_the_others_to_the_replay(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    page = visitor.page
    watch(visitor, "/replays/fogduel?turn=10")
    page.locator("#scrub").focus()
    page.keyboard.press("ArrowUp")
    at(page, 11)
    page.keyboard.press("2")
    at(page, 11, "1")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(page.locator("#scrub")).to_be_focused()


def test_the_list_of_keys_is_opened_and_closed_with_keys(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    page = visitor.page
    watch(visitor, "/replays/fogduel")
    page.get_by_role("button", name="A step on").focus()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog.get_by_text("To the next event")).to_be_visible()
    assert serious(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name="A step on")).to_be_focused()


@pytest.mark.parametrize("name", ["With the eyes of Bo", "Play on from here", "Verify", "Pause"])
def test_the_focus_stays_where_it_is_while_a_replay_plays_to_its_end(open_browser: OpenBrowser, name: str) -> None:
    visitor = open_browser()
    page = visitor.page
    watch(visitor, f"/replays/fogduel?turn={FOG_LAST - 20}")
    page.get_by_label("Speed").select_option("50")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name=name).or_(page.get_by_title(name)).focus()
    focused = page.evaluate_handle("() => document.activeElement")
    at(page, FOG_LAST)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert page.evaluate("element => element === document.activeElement", focused)


def test_the_focus_stays_in_the_list_of_events_when_its_event_is_no_longer_listed(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    page = visitor.page
    watch(visitor, f"/replays/fogduel?turn={FOG_LAST}")
    page.get_by_role("button", name="took the general of").focus()
    page.keyboard.press("Home")
    at(page, 0)
    expect(page.get_by_text("Nothing yet.")).to_be_visible()
    expect(page.get_by_role("list", name="What has happened")).to_be_focused()


def test_everything_is_said_in_german_and_another_language_keeps_turn_and_focus(open_browser: OpenBrowser) -> None:
    visitor = open_browser(locale="de-DE")
    page = visitor.page
    visitor.goto("/replays?game=welten")
    expect(page.get_by_role("heading", name="Partien")).to_be_visible()
    page.get_by_role("link", name="Ansehen: Aufzeichnung von Ada – Bo").click()
    expect(page.locator("#turn")).to_have_text(f"Befehl 0 von {WELTEN_LAST}")
    expect(page.get_by_text("Weltendämmerung. Bo hat gewonnen: Der Feldherr ist gefallen.")).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="Feldherr (Eldoin) vernichtet")).to_be_visible()
    expect(page.get_by_text("Hier ist das Spiel zu Ende.")).to_be_visible()
    page.get_by_role("button", name="Prüfen").click()
    expect(page.get_by_text(f"Die Regeln bestätigen alles: {WELTEN_LAST} Befehle.")).to_be_visible()
    english = page.get_by_role("button", name="English")
    english.click()
    at(page, WELTEN_LAST)
    expect(english).to_be_focused()
    expect(page.get_by_role("button", name="Eldoin's Feldherr destroyed")).to_be_visible()
    page.get_by_role("button", name="Deutsch").click()
    visitor.goto("/replays/nobody")
    expect(page.get_by_role("heading", name="Diese Partie gibt es nicht")).to_be_visible()
    assert all("404" in complaint for complaint in visitor.errors)
    visitor.errors.clear()


COUNT_REQUESTS = """
    window.requests = 0;
    window.frame = window.requestAnimationFrame.bind(window);
    for (const name of ["requestAnimationFrame", "setTimeout", "setInterval"]) {
        const ask = window[name].bind(window);
        window[name] = (...given) => (window.requests++, ask(...given));
    }
"""
"""Counts how often the page asks for an animation frame or a timer."""


@pytest.mark.parametrize("match", ["fogduel", "weltenduel"])
def test_a_paused_replay_asks_for_no_timer_and_no_animation_frame(open_browser: OpenBrowser, match: str) -> None:
    visitor = open_browser()
    page = visitor.page
    page.add_init_script(COUNT_REQUESTS)
    watch(visitor, f"/replays/{match}?turn=3")
    for key in ("Space", "Space", "Home", "ArrowRight"):
        page.keyboard.press(key)
    at(page, 1)
    expect(page).to_have_url(re.compile("turn=1$"))
    pause = "frames => new Promise(done => { const next = () => frames-- ? frame(next) : done(requests); next(); })"
    before = page.evaluate(pause, 30)
    assert page.evaluate(pause, 60) == before


def test_a_film_plays_to_its_end_at_the_speed_that_was_chosen(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    page = visitor.page
    watch(visitor, f"/replays/fogduel?turn={FOG_LAST - 20}")
    page.get_by_label("Speed").select_option("50")
    page.get_by_role("button", name="Play", exact=True).click()
    at(page, FOG_LAST)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Play on from here")).to_be_disabled()
    expect(page.get_by_text("The game is over here. Go back to play on.")).to_be_visible()


def test_the_graph_and_the_news_lead_to_their_turns(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    page = visitor.page
    watch(visitor, f"/replays/fogduel?turn={FOG_LAST}")
    graph = page.get_by_role("img", name="Armies from turn 0")
    box = graph.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.5)
    page.wait_for_function(
        "last => { const t = +document.querySelector('#replay-board').dataset.turn; return t > last / 4 && t < last; }",
        arg=FOG_LAST,
    )
    page.keyboard.press("End")
    page.get_by_role("button", name="took the general of").click()
    at(page, FOG_LAST)


def test_a_replay_proves_itself_and_can_be_saved(open_browser: OpenBrowser, tmp_path: Path) -> None:
    visitor = open_browser()
    watch(visitor, "/replays/fogduel")
    visitor.page.get_by_role("button", name="Verify").click()
    expect(visitor.page.get_by_text(f"The rules confirm it, all {FOG_LAST} turns of it.")).to_be_visible()
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("link", name="Save").click()
    path = tmp_path / "saved.duskfall"
    download.value.save_as(path)
    assert Replay.decode(path.read_bytes()) == Replay.of(archive()["fogduel"])


def test_weltendaemmerung_is_watched_order_by_order(open_browser: OpenBrowser) -> None:
    visitor, other = open_browser(), open_browser()
    page = visitor.page
    watch(visitor, "/replays/weltenduel")
    at(page, 0)
    first = pixels(page)
    page.get_by_label("Speed").select_option("50")
    page.keyboard.press("Space")
    at(page, WELTEN_LAST)
    expect(page.get_by_text("Bo won: the Feldherr fell.").first).to_be_visible()
    page.keyboard.press("ArrowLeft")
    at(page, WELTEN_LAST - 1)
    page.keyboard.press("Home")
    at(page, 0)
    page.wait_for_function("before => document.querySelector('#replay-board').toDataURL() === before", arg=first)
    scrub(page, 12)
    expect(page).to_have_url(re.compile(r"turn=12$"))
    other.page.goto(page.url)
    at(other.page, 12)


def open_list(visitor: Visitor) -> None:
    """Open the list of replays and wait until it is shown."""
    visitor.goto("/replays")
    expect(visitor.page.get_by_role("heading", name="A file of yours")).to_be_visible()


def drop(page: Page, path: Path) -> None:
    """Let a file fall onto the page."""
    numbers = list(path.read_bytes())
    page.evaluate(
        """([name, numbers]) => {
            const carried = new DataTransfer();
            carried.items.add(new File([new Uint8Array(numbers)], name));
            for (const type of ["dragover", "drop"])
                document.body.dispatchEvent(
                    new DragEvent(type, { dataTransfer: carried, bubbles: true, cancelable: true }));
        }""",
        [path.name, numbers],
    )


def test_a_file_of_ones_own_is_opened_by_dropping_it_and_by_choosing_it(open_browser: OpenBrowser, file: Path) -> None:
    visitor = open_browser()
    page = visitor.page
    open_list(visitor)
    drop(page, file)
    at(page, 0)
    expect(page).to_have_url(re.compile("/replays/file$"))
    expect(page.get_by_text("Played again and confirmed by the rules.")).to_be_visible()
    page.keyboard.press("2")
    at(page, 0, "1")
    scrub(page, 20)
    at(page, 20, "1")
    visitor.goto("/replays")
    page.get_by_label("A replay file").set_input_files(file)
    at(page, 0)
    page.reload()
    expect(page.get_by_role("heading", name="Open a replay file")).to_be_visible()
    page.get_by_label("A replay file").set_input_files(file)
    at(page, 0)


@pytest.fixture
def explained(tmp_path: Path) -> Path:
    """A replay file of a marshal and a wanderer that keeps why the marshal marched."""
    setup = Setup.of("fog", {"width": 14, "height": 14, "turn_limit": 60}, 3)
    with BotMatch(
        Match(setup, ["Marcia", "Wanda"]), seat_bots(["marshal", "wanderer"], setup), explain=True
    ) as contest:
        contest.play()
    path = tmp_path / "explained.duskfall"
    path.write_bytes(Replay.of(contest.match, contest.reasons).encode())
    return path


def test_why_a_march_was_chosen_is_told_in_both_languages_and_moves_nothing(
    open_browser: OpenBrowser, explained: Path
) -> None:
    visitor = open_browser()
    page = visitor.page
    open_list(visitor)
    drop(page, explained)
    at(page, 0)
    why, button = page.locator("[data-reason='0']"), page.locator("#play-on")
    expect(page.get_by_role("heading", name="Why this march")).to_be_visible()
    expect(why).to_have_text("")
    place = button.bounding_box()
    scrub(page, 1)
    expect(why).to_have_text("Follows its plan of the opening, which ends in 12 turns.")
    for turn in range(1, 61, 3):
        scrub(page, turn)
        expect(page.locator("#replay-board")).to_have_attribute("data-turn", str(turn))
        assert button.bounding_box() == place
        assert why.evaluate("told => told.scrollHeight <= told.clientHeight"), why.inner_text()
    scrub(page, 1)
    page.keyboard.press("2")
    at(page, 1, "1")
    expect(page.locator("[data-reason]")).to_have_text(["Does not tell its reasons."])
    page.keyboard.press("1")
    at(page, 1, "0")
    page.get_by_role("button", name="Deutsch").click()
    expect(why).to_have_text("Folgt dem Plan der Eröffnung, der in 12 Runden endet.")
    expect(page.get_by_role("heading", name="Warum dieser Marsch")).to_be_visible()


def test_a_replay_without_reasons_has_no_room_for_them(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    watch(visitor, "/replays/fogduel?turn=3")
    expect(visitor.page.locator("#reasons")).to_have_count(0)


def test_a_damaged_file_and_a_forged_one_are_refused_in_words(open_browser: OpenBrowser, file: Path) -> None:
    visitor = open_browser()
    page = visitor.page
    whole = file.read_bytes()
    open_list(visitor)
    for data, words in (
        (whole[:-1] + bytes([whole[-1] ^ 1]), "the checksum does not hold"),
        (whole[:100], "get the file again"),
        (b"GIF89a", "it is no replay of Duskfall"),
    ):
        file.write_bytes(data)
        drop(page, file)
        expect(page.get_by_role("heading", name="This cannot be shown")).to_be_visible()
        expect(page.get_by_role("alert")).to_contain_text(words)
    refused = [complaint for complaint in visitor.errors if "422" in complaint]
    assert refused == visitor.errors, "the browser itself notes each refused request, and nothing else"
    visitor.errors.clear()
    file.write_bytes(whole)
    page.get_by_label("A replay file").set_input_files(file)
    at(page, 0)


def test_a_match_elsewhere_on_the_server_is_shown_by_its_address_and_nothing_from_outside(
    open_browser: OpenBrowser,
) -> None:
    visitor = open_browser()
    page = visitor.page
    watch(visitor, "/replays/file?from=/api/replays/fogduel/file&turn=12&seat=1")
    at(page, 12, "1")
    scrub(page, 13)
    expect(page).to_have_url(re.compile(r"from=%2Fapi%2Freplays%2Ffogduel%2Ffile&turn=13&seat=1$"))
    page.reload()
    at(page, 13, "1")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for bad in ("https://example.com/api/x", "//example.com/api/x", "/client/index.js", "/api/../client/index.js"):
        visitor.goto(f"/replays/file?from={bad}")
        expect(page.get_by_role("alert")).to_contain_text("does not belong to this server")
    assert not [url for url in asked if "example.com" in url.split("?")[0]]


def test_what_is_not_there_is_said_in_words(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    visitor.goto("/replays/nobody")
    expect(visitor.page.get_by_role("heading", name="There is no such match")).to_be_visible()
    visitor.page.get_by_role("link", name="To the replays").click()
    expect(visitor.page.get_by_role("link", name="Watch the replay of Ada – Bo").first).to_be_visible()
    assert all("404" in complaint for complaint in visitor.errors)
    visitor.errors.clear()


def test_the_list_has_both_games_and_leads_to_their_films(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    page = visitor.page
    visitor.goto("/replays")
    expect(page.get_by_role("listitem").filter(has_text="Weltendämmerung")).to_have_count(1)
    page.get_by_role("navigation", name="Which game").get_by_role("link", name="Fog of War").click()
    expect(page).to_have_url(re.compile(r"game=fog$"))
    expect(page.get_by_role("list", name="Replays").get_by_role("listitem").first).to_contain_text("Fog of War")
    expect(page.get_by_role("list", name="Replays").get_by_text("Weltendämmerung")).to_have_count(0)
    page.get_by_role("link", name="Watch the replay of Ada – Bo").last.click()
    at(page, 0)


def test_the_list_goes_on_where_it_ended(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    visitor.goto("/replays?game=fog")
    rows = visitor.page.get_by_role("list", name="Replays").get_by_role("listitem")
    more = visitor.page.get_by_role("button", name="Load more")
    expect(rows).to_have_count(30)
    more.click()
    expect(rows).to_have_count(MANY + 1)
    expect(more).to_be_hidden()
    links = [row.get_by_role("link").get_attribute("href") for row in rows.all()]
    assert len(set(links)) == len(links)


def test_a_match_of_a_tournament_is_watched_like_any_other(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    visitor.goto("/arena/tournaments/Spring%20cup")
    visitor.page.get_by_role("link", name="Watch match 0", exact=True).click()
    at(visitor.page, 0)
    visitor.page.keyboard.press("End")
    expect(visitor.page).to_have_url(re.compile(r"/replays/file\?from=%2Fapi%2F.*&turn=\d+$"))


def test_somebody_plays_on_from_a_turn_to_a_move(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    page = visitor.page
    watch(visitor, "/replays/fogduel?turn=30&seat=1")
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("exactly as it stood at turn 30")).to_be_visible()
    expect(dialog.get_by_label("You play")).to_have_value("1")
    expect(dialog.get_by_label("Against").locator("option")).to_have_text(["wanderer", "settler", "raider", "marshal"])
    dialog.get_by_label("Against").select_option("settler")
    dialog.get_by_label("Speed").select_option("1000")
    dialog.get_by_role("button", name="Begin").click()
    expect(page.locator("#board")).to_be_focused()
    expect(page).to_have_url(re.compile(r"/fog/\w+$"))
    start, first = visitor.received("game_start")[0], visitor.received("game_update")[0]
    assert (start["playerIndex"], start["options"]["rated"]) == (1, False)
    view = Replay.of(archive()["fogduel"]).at(30).game.view(1)
    board = [*view.armies.tolist(), *view.terrain.tolist(), *view.defence.tolist()]
    assert (first["turn"], first["map_diff"][1::2]) == (30, [view.width, view.height, *board])
    page.keyboard.press("Tab")
    page.keyboard.type("wasd")
    visitor.wait_for_turn(33)
    assert [result for result in visitor.received("attack_result") if result["phase"] == "done"], "a march was made"
    page.get_by_role("button", name="Surrender").click()
    page.get_by_role("dialog").get_by_role("button", name="Surrender").click()
    page.get_by_role("link", name="Watch the replay").click()
    page.get_by_role("link", name="another match, turn 30").click()
    at(page, 30)
    expect(page).to_have_url(re.compile(r"/replays/fogduel\?turn=30"))
    expect(page.get_by_text("Played on from")).to_have_count(0)


def test_somebody_plays_a_file_of_weltendaemmerung_on(open_browser: OpenBrowser, tmp_path: Path) -> None:
    visitor = open_browser()
    unwarned(visitor)
    page = visitor.page
    replay = Replay.of(archive()["weltenduel"])
    path = tmp_path / "welten.duskfall"
    path.write_bytes(replay.encode())
    open_list(visitor)
    drop(page, path)
    at(page, 0)
    turn = next(turn for turn in range(5, WELTEN_LAST) if replay.at(turn).game.view(None).player == Side.ELDOIN)
    scrub(page, turn)
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text(f"exactly as it stood at order {turn}")).to_be_visible()
    dialog.get_by_label("You play").select_option("0")
    weakest_first = ["recruit", "captain", "warlord-quick", "warlord"]
    expect(dialog.get_by_label("Against").locator("option")).to_have_text(weakest_first)
    dialog.get_by_label("Against").select_option("recruit")
    dialog.get_by_role("button", name="Begin").click()
    expect(page).to_have_url(re.compile(r"/welten/\w+$"))
    phase = page.locator("#phase")
    expect(phase).to_have_text(re.compile("^ELDOIN"))
    before = phase.inner_text()
    page.get_by_role("button", name="End turn").click()
    expect(phase).not_to_have_text(before)
    view, news = visitor.received("welten_view")[0], visitor.received("welten_events")[0]
    assert (view["n"], view["side"]) == (turn, "eldoin")
    assert view["view"]["units"] == [list(unit[:5]) for unit in replay.at(turn).game.view(None).units]
    assert (news["n"], news["side"], news["order"]) == (turn + 1, "eldoin", "end")


@pytest.mark.parametrize("path", ["/replays", "/replays/fogduel?turn=30", "/replays/weltenduel?turn=9"])
def test_phones_can_read_and_touch_everything(open_browser: OpenBrowser, path: str) -> None:
    visitor = open_browser(PHONE)
    page = visitor.page
    visitor.goto(path)
    expect(
        page.locator("#turn").or_(page.get_by_role("link", name="Watch the replay of Ada – Bo").first)
    ).to_be_visible()
    assert serious(page) == []
    assert too_small(page) == []
    assert overflow(page) == 0
    if "turn" in path:
        page.get_by_role("button", name="A step on").tap()
        expect(page.locator("#replay-board")).not_to_have_attribute("data-turn", path.rsplit("=", 1)[1])
    page.set_viewport_size({"width": 360, "height": 640})
    assert overflow(page) == 0


def test_the_list_on_a_phone_tells_names_and_results_whole_in_german(open_browser: OpenBrowser) -> None:
    visitor = open_browser(PHONE | {"viewport": {"width": 360, "height": 640}}, locale="de-DE")
    page = visitor.page

    def with_long_names(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=re.sub(r'"(Ada|Bo)"', r'"Lunar Heron \1 96"', answer.text()))

    page.route(re.compile("/api/replays"), with_long_names)
    visitor.goto("/replays")
    rows = page.get_by_role("listitem").filter(has_text="Lunar Heron")
    expect(rows.filter(has_text="hat gewonnen").first).to_be_visible()
    cut = "row => [...row.querySelectorAll('p, span')].filter(part => part.scrollWidth > part.clientWidth + 1).length"
    ends = "row => [...row.querySelectorAll('p, span')].map(part => getComputedStyle(part).textOverflow)"
    for row in rows.all()[:5]:
        assert row.evaluate(cut) == 0
        assert set(row.evaluate(ends)) == {"clip"}
    assert overflow(page) == 0


@pytest.mark.parametrize("match", ["fogduel", "weltenduel"])
def test_a_phone_held_sideways_shows_board_and_controls_at_once(open_browser: OpenBrowser, match: str) -> None:
    visitor = open_browser(PHONE | {"viewport": {"width": 844, "height": 390}})
    page = visitor.page
    watch(visitor, f"/replays/{match}?turn=9")
    for part in ("#replay-board", "#scrub", "#play", ".replay-sidebar"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 390
        assert box["height"] >= (200 if part == "#replay-board" else 44)
    assert serious(page) == []
    assert too_small(page) == []
    assert overflow(page) == 0
    page.get_by_role("button", name="A step on").tap()
    at(page, 10)
