"""Weltendämmerung as people play it: in real browsers, against a real server."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from duskfall.formats.welten.scenarios import parse_scenario
from duskfall.welten import Game, Side
from tests.web.conftest import OpenBrowser
from tests.web.welten_games import (
    ARCHER,
    AT,
    AXES,
    CATAPULT,
    COMMANDER,
    COMMANDER_BESIEGED,
    GATES,
    PAINTED,
    PHASES,
    SIEGE,
    SKIRMISH,
    STILL,
    SWORD,
    WYRM,
    click,
    ends,
    hot_seat,
    hover,
    is_red,
    odds_shown,
    open_room,
    orders,
    phase,
    place,
    shown,
    task,
    unwarned,
)


def test_a_round_of_six_states_by_mouse(open_browser: OpenBrowser) -> None:
    visitor = open_browser()
    hot_seat(visitor)
    page = visitor.page
    shown(visitor, AT[SWORD], "Meadow", "Sword bearers · Eldoin", "R= +1 +B= 10 +A= +4 +V= 16")
    click(visitor, AT[SWORD])
    click(visitor, (6, 3))
    shown(visitor, (6, 3), "Pavement", "Sword bearers · Eldoin", "B= +8")
    page.get_by_role("button", name="Undo").click()
    shown(visitor, (6, 3), "Pavement")
    shown(visitor, AT[SWORD], "Meadow", "Sword bearers · Eldoin", "B= 10")
    ask = page.get_by_role("dialog")
    page.get_by_role("button", name="End turn").click()
    expect(ask).to_contain_text("3 units can still move.")
    ask.get_by_role("button", name="Play on").click()
    phase(visitor, PHASES[0])
    page.get_by_role("button", name="End turn").click()
    ask.get_by_label("Do not ask again").check()
    ask.get_by_role("button", name="End turn").click()
    phase(visitor, PHASES[1])
    ends(visitor, PHASES[2])
    click(visitor, AT[SWORD])
    click(visitor, AT[AXES])
    shown(visitor, AT[AXES], "Meadow", "Axe men · Dailor", r"V= +([89]|1[012])$")
    ends(visitor, PHASES[3])
    click(visitor, AT[CATAPULT])
    shown(visitor, (4, 2), "Wall")
    expect(page.locator("#odds")).to_contain_text("It falls for certain.")
    click(visitor, (4, 2))
    shown(visitor, (4, 2), "Pavement")
    ends(visitor, PHASES[4])
    click(visitor, GATES[0])
    shown(visitor, GATES[0], "Wall · gate 0 of Eldoin")
    ends(visitor, PHASES[5])
    click(visitor, GATES[1])
    shown(visitor, GATES[1], "Meadow · gate 1 of Dailor")
    expect(page.locator("#round")).to_have_text("Round 1 of 15")
    ends(visitor, PHASES[0])
    expect(page.locator("#round")).to_have_text("Round 2 of 15")
    assert orders(visitor) == [
        f"move {SWORD} path DD", "undo", "end", "end", f"attack {SWORD} 7,1", "end", f"attack {CATAPULT} 4,2", "end",
        "gate 0", "end", "gate 1", "end",
    ]  # fmt: skip


def test_a_round_of_six_states_by_keyboard(open_browser: OpenBrowser) -> None:
    visitor = open_browser(**STILL)
    unwarned(visitor)
    hot_seat(visitor)
    page, keys = visitor.page, visitor.page.keyboard
    keys.press("n")
    task(visitor, "Choose where it goes.")
    expect(page.locator("#unit")).to_have_text("Sword bearers · Eldoin")
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        keys.press(key)
    expect(page.locator("#stats")).to_have_text(re.compile("B= +8"))
    keys.press("u")
    expect(page.locator("#unit")).to_be_empty()
    keys.press("Escape")
    task(visitor, "Choose a unit to move.")
    for then in PHASES[1:3]:
        keys.press("e")
        phase(visitor, then)
    keys.press("n")
    task(visitor, "Choose a target.")
    keys.press("ArrowRight")
    expect(page.locator("#odds")).to_contain_text("Axe men")
    keys.press("Enter")
    expect(page.locator("#stats")).to_have_text(re.compile(r"V= +([89]|1[012])$"))
    for then in PHASES[3:5]:
        keys.press("e")
        phase(visitor, then)
    keys.press("n")
    expect(page.locator("#terrain")).to_have_text("Gate · gate 0 of Eldoin")
    keys.press("Enter")
    expect(page.locator("#terrain")).to_have_text("Wall · gate 0 of Eldoin")
    keys.press("e")
    phase(visitor, PHASES[5])
    keys.press("e")
    phase(visitor, PHASES[0])
    keys.press("Escape")
    expect(page.get_by_role("button", name="End turn")).to_be_focused()
    page.locator("#board").focus()
    keys.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("next unit with work left")
    assert orders(visitor) == [
        f"move {SWORD} path DD", "undo", "end", "end", f"attack {SWORD} 7,1", "end", "end", "gate 0", "end", "end",
    ]  # fmt: skip


def test_every_row_of_the_click_table(open_browser: OpenBrowser) -> None:
    visitor = open_browser(**STILL)
    unwarned(visitor)
    hot_seat(visitor)
    beside, empty, far = (7, 0), (9, 1), (13, 6)
    # Movement: own unit chooses and lets go, an enemy shows its reach, a gate nothing, an empty tile moves the chosen.
    click(visitor, AT[AXES])
    click(visitor, empty)
    click(visitor, GATES[0])
    task(visitor, "Choose a unit to move.")
    click(visitor, AT[SWORD])
    task(visitor, "Choose where it goes.")
    click(visitor, AT[SWORD])
    task(visitor, "Choose a unit to move.")
    click(visitor, AT[SWORD])
    task(visitor, "Choose where it goes.")
    click(visitor, AT[AXES])
    hover(visitor, far)
    click(visitor, far)
    task(visitor, "Out of reach.")
    click(visitor, beside)
    shown(visitor, beside, "Meadow", "Sword bearers · Eldoin")
    ends(visitor, PHASES[1])
    ends(visitor, PHASES[2])
    # Attack: own unit is chosen and stays so, an enemy is attacked by what is chosen, an empty tile and a gate nothing.
    click(visitor, AT[CATAPULT])
    expect(visitor.page.get_by_text("Choose one of your own units first.")).to_have_count(0)
    for _ in range(2):
        click(visitor, AT[COMMANDER])
        task(visitor, "Choose a target.")
    click(visitor, empty)
    click(visitor, GATES[0])
    click(visitor, AT[CATAPULT])
    task(visitor, "Out of range.")
    click(visitor, beside)
    click(visitor, AT[AXES])
    shown(visitor, AT[AXES], "Meadow", "Axe men · Dailor", r"V= +([89]|1[012])$")
    ends(visitor, PHASES[3])
    ends(visitor, PHASES[4])
    # Gates: only a gate position does something, and only one's own.
    for nothing in (AT[COMMANDER], AT[AXES], empty):
        click(visitor, nothing)
    click(visitor, GATES[1])
    task(visitor, "That is the enemy's.")
    click(visitor, GATES[0])
    shown(visitor, GATES[0], "Wall")
    assert orders(visitor) == [
        f"move {SWORD} path UR", "end", "end", f"attack {SWORD} 7,1", "end", "end", "gate 0",
    ]  # fmt: skip


def test_orders_given_in_haste_are_carried_out_one_after_the_other_and_a_double_click_once(
    open_browser: OpenBrowser,
) -> None:
    visitor = open_browser()
    hot_seat(visitor)
    click(visitor, AT[SWORD])
    click(visitor, (6, 2), click_count=2)
    click(visitor, AT[ARCHER])
    click(visitor, (3, 2))
    shown(visitor, (3, 2), "Pavement", "Archers · Eldoin")
    shown(visitor, (6, 2), "Meadow", "Sword bearers · Eldoin")
    assert orders(visitor) == [f"move {SWORD} path D", f"move {ARCHER} path R"]


def test_at_one_screen_the_map_shows_units_of_the_side_that_plays(open_browser: OpenBrowser) -> None:
    visitor = open_browser(**STILL)
    unwarned(visitor)
    open_room(visitor, side="both")
    phase(visitor, PHASES[0])
    board = visitor.page.locator("#board")
    expect(board).to_have_attribute("data-left", re.compile(r"^(0|-\d{1,2})(\.\d+)?$"))  # the west edge is in sight
    ends(visitor, PHASES[1])
    expect(board).to_have_attribute("data-left", re.compile(r"^-\d{3,}"))
    hover(visitor, (74, 4))
    expect(visitor.page.locator("#unit")).to_have_text("Axe men · Dailor")


def test_at_one_screen_nobody_is_offered_a_chat_with_themselves(open_browser: OpenBrowser) -> None:
    visitor, watcher = open_browser(**STILL), open_browser(**STILL)
    hot_seat(visitor)
    chat = visitor.page.get_by_label("Say something to everyone")
    expect(chat).to_be_hidden()
    watcher.goto(visitor.page.url.removeprefix(visitor.address))
    expect(chat).to_be_visible()


def test_a_land_with_tiles_of_its_own_is_drawn_with_them_in_the_game_and_in_its_replay(
    open_browser: OpenBrowser,
) -> None:
    visitor = open_browser(**STILL)
    page, asked = visitor.page, list[str]()
    page.on("request", lambda request: asked.append(request.url))
    hot_seat(visitor, PAINTED)
    assert all(is_red(visitor, canvas) for canvas in ("#board", "#minimap"))
    assert not any("tiles.png" in url for url in asked), "the tiles that every land has are not needed"
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.locator("#replay-board")).to_have_attribute("data-tile", re.compile("."))
    assert is_red(visitor, "#replay-board")


def test_the_question_before_a_turn_ends_awaits_its_answer_and_not_a_tick(open_browser: OpenBrowser) -> None:
    visitor = open_browser(**STILL)
    hot_seat(visitor)
    visitor.page.keyboard.press("e")
    expect(visitor.page.get_by_role("dialog").get_by_role("button", name="End turn")).to_be_focused()
    visitor.page.keyboard.press("Enter")
    phase(visitor, PHASES[1])


def test_the_right_button_lets_a_unit_go(open_browser: OpenBrowser) -> None:
    visitor = open_browser(**STILL)
    hot_seat(visitor)
    click(visitor, AT[SWORD])
    task(visitor, "Choose where it goes.")
    click(visitor, (9, 5), button="right")
    task(visitor, "Choose a unit to move.")


def test_the_cursor_tells_what_a_click_would_do(open_browser: OpenBrowser) -> None:
    visitor = open_browser(**STILL)
    unwarned(visitor)
    hot_seat(visitor)
    board = visitor.page.locator("#board")

    def looks(at: tuple[int, int], look: str, pointer: str) -> None:
        hover(visitor, at)
        expect(board).to_have_attribute("data-cursor", look)
        expect(board).to_have_css("cursor", re.compile(pointer))

    looks(AT[SWORD], "move", "^pointer$")
    ends(visitor, PHASES[1])
    ends(visitor, PHASES[2])
    looks(AT[SWORD], "choose", "^crosshair$")
    click(visitor, AT[SWORD])
    looks(AT[AXES], "aim", r"target-\w+\.svg")
    ends(visitor, PHASES[3])
    ends(visitor, PHASES[4])
    looks(GATES[0], "gate", "^cell$")
    looks((9, 5), "plain", "^auto$")


def test_the_odds_that_are_shown_are_those_of_the_engine(open_browser: OpenBrowser) -> None:
    visitor = open_browser(**STILL)
    unwarned(visitor)
    hot_seat(visitor)
    ends(visitor, PHASES[1])
    ends(visitor, PHASES[2])
    game = Game(parse_scenario(SKIRMISH))
    game.play("end", "end")
    page = visitor.page
    for attacker, at in ((SWORD, AXES), (ARCHER, AXES), (ARCHER, CATAPULT)):
        (target,) = (target for target in game.legal(Side.ELDOIN).targets(attacker) if (target.x, target.y) == AT[at])
        click(visitor, AT[attacker])
        hover(visitor, AT[at])
        expect(page.locator("#odds")).to_contain_text(f"Destroyed: {target.destroyed * 100:g} %")
        assert odds_shown(page) == [
            [f"{chance.probability * 100:g} %", str(chance.damage), str(chance.v)] for chance in target.chances
        ]
        assert len(odds_shown(page)) == 5


def test_the_window_scrolls_while_the_mouse_is_near_its_edge_and_not_over_a_button(open_browser: OpenBrowser) -> None:
    visitor = open_browser(**STILL)
    open_room(visitor, side="both")
    visitor.page.wait_for_selector("#board[data-tile]")
    page = visitor.page
    box = page.locator("#board").bounding_box()
    assert box is not None
    left, _, tile = place(visitor)
    assert box["width"] / tile >= 40
    assert box["height"] / tile >= 19
    page.mouse.move(box["x"] + box["width"] - 10, box["y"] + 200)
    page.wait_for_function("left => Number(document.querySelector('#board').dataset.left) < left - 200", arg=left)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 200)
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    rest = place(visitor)
    page.get_by_role("button", name="End turn").hover()
    page.evaluate(
        "() => new Promise(done => { let n = 0; const f = () => ++n > 8 ? done() : requestAnimationFrame(f); f(); })"
    )
    assert place(visitor) == rest
    page.mouse.move(box["x"] + 10, box["y"] + 200)
    page.wait_for_function("left => Number(document.querySelector('#board').dataset.left) > left", arg=rest[0])


def test_the_map_of_threats_tells_who_could_hit_a_tile(open_browser: OpenBrowser) -> None:
    visitor = open_browser(**STILL)
    hot_seat(visitor)
    game = Game(parse_scenario(SKIRMISH))
    threats = game.threats(Side.ELDOIN)
    x, y = AT[SWORD]
    count, least, most = (int(array[y, x]) for array in (threats.count, threats.least, threats.most))
    assert count > 0
    toggle = visitor.page.get_by_role("button", name="Threats")
    toggle.click()
    expect(toggle).to_have_attribute("aria-pressed", "true")
    shown(visitor, (x, y), f"Meadow · threat of {count}, {least}–{most}$", "Sword bearers · Eldoin")
    visitor.page.keyboard.press("t")
    shown(visitor, (x, y), "Meadow$", "Sword bearers · Eldoin")


def test_a_game_against_a_bot_to_the_victory_screen_and_a_rematch(open_browser: OpenBrowser) -> None:
    visitor = open_browser(**STILL)
    unwarned(visitor)
    open_room(visitor, scenario=SIEGE, side="dailor", bots=["recruit"])
    phase(visitor, PHASES[1])
    task(visitor, "Choose a unit to move.")
    ends(visitor, PHASES[3])
    task(visitor, "Choose an attacker.")
    click(visitor, WYRM)
    hover(visitor, COMMANDER_BESIEGED)
    expect(visitor.page.locator("#odds")).to_contain_text("Destroyed: 100 %")
    click(visitor, COMMANDER_BESIEGED)
    end = visitor.page.locator(".ending")
    expect(end).to_have_attribute("data-winner", "dailor")
    expect(visitor.page.locator("[data-army=eldoin]")).to_have_text("0")
    end.locator("#again").click()
    expect(end).to_have_count(0)
    phase(visitor, PHASES[0])  # the players have changed sides
    expect(visitor.page.locator("[data-army=eldoin]")).to_have_text("1")


def test_a_key_describes_the_tile_under_the_cursor_in_a_card_and_for_screen_readers(open_browser: OpenBrowser) -> None:
    visitor = open_browser(**STILL)
    unwarned(visitor)
    hot_seat(visitor)
    page, keys = visitor.page, visitor.page.keyboard
    card, spoken = page.locator("#odds"), page.locator("#spoken")
    hover(visitor, AT[COMMANDER])
    expect(card).to_be_hidden()
    keys.press("i")
    expect(card).to_contain_text("must live")
    expect(spoken).to_contain_text("2,3: Pavement; Feldherr, Eldoin, R= 1 B= 10 A= 6 V= 16; must live; R range")
    task(visitor, "Choose a unit to move.")
    keys.press("Escape")
    expect(card).to_be_hidden()
    keys.press("i")
    expect(card).to_be_visible()
    keys.press("ArrowLeft")
    expect(card).to_be_hidden()
    for then in PHASES[1:3]:
        keys.press("e")
        phase(visitor, then)
    click(visitor, AT[SWORD])
    hover(visitor, AT[AXES])
    expect(spoken).to_contain_text("Axe men, Dailor")
    expect(spoken).to_contain_text(re.compile("12.5 % damage 4, V left 12; .* Destroyed: 0 %"))
    assert orders(visitor) == ["end", "end"]


def test_letters_are_bound_by_position_and_shown_as_the_keyboard_has_them(open_browser: OpenBrowser) -> None:
    visitor = open_browser(**STILL)
    visitor.context.add_init_script(
        """Object.defineProperty(navigator, "keyboard", {
            value: { getLayoutMap: async () => new Map([["KeyN", "ν"], ["KeyE", "ε"]]) },
        })"""
    )
    hot_seat(visitor)
    page = visitor.page
    page.evaluate(
        "() => document.body.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyN', key: 'ν', bubbles: true }))"
    )
    task(visitor, "Choose where it goes.")
    expect(page.get_by_role("button", name="End turn")).to_have_attribute("title", "End turn (Ε)")
    expect(page.locator("#board-help")).to_contain_text("Ν goes to the next unit")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").locator("dt", has_text="Ν")).to_be_visible()


def test_another_language_keeps_the_board_the_choice_and_the_focus(open_browser: OpenBrowser) -> None:
    visitor = open_browser(**STILL)
    hot_seat(visitor)
    page = visitor.page
    page.keyboard.press("n")
    task(visitor, "Choose where it goes.")
    before = place(visitor)
    page.evaluate("() => { document.querySelector('#board').sameBoard = true; }")
    german = page.locator("#head").get_by_role("button", name="Deutsch")
    german.click()
    task(visitor, "Wähle, wohin sie geht.")
    expect(german).to_be_focused()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.evaluate("() => document.querySelector('#board').sameBoard")
    assert place(visitor) == before


def test_a_still_game_draws_nothing_and_sets_no_timer(open_browser: OpenBrowser) -> None:
    visitor = open_browser(**STILL)
    hot_seat(visitor)
    counted = visitor.page.evaluate(
        """async () => {
            const [wait, frame] = [window.setTimeout, window.requestAnimationFrame];
            for (let n = 0; n < 10; n++) await new Promise(done => frame(done));
            const counted = { frames: 0, timers: 0 };
            window.requestAnimationFrame = (...more) => (counted.frames++, frame(...more));
            window.setTimeout = (...more) => (counted.timers++, wait(...more));
            window.setInterval = () => counted.timers++;
            for (let n = 0; n < 30; n++) await new Promise(done => frame(done));
            [window.setTimeout, window.requestAnimationFrame] = [wait, frame];
            return counted;
        }"""
    )
    assert counted == {"frames": 0, "timers": 0}


def test_german(open_browser: OpenBrowser) -> None:
    visitor = open_browser(**STILL)
    hot_seat(visitor)
    page = visitor.page
    page.get_by_role("button", name="Deutsch").click()
    phase(visitor, "ELDOIN BEWEGUNGSPHASE")
    expect(page.get_by_role("button", name="Zug beenden")).to_be_visible()
    page.wait_for_selector("#board[data-tile]")
    shown(visitor, AT[ARCHER], "Pflaster", "Bogenschützen · Eldoin", "R= +8 +B= 10 +A= +5 +V= 12")
    shown(visitor, (1, 1), "Mauer")
    shown(visitor, GATES[0], "Tor · Tor 0 von Eldoin")
    page.reload()
    phase(visitor, "ELDOIN BEWEGUNGSPHASE")
