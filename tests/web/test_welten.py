"""Weltendämmerung as people play it: in real browsers, against a real server."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from duskfall.formats.welten.scenarios import parse_scenario
from duskfall.welten import Game, Side
from tests.web.browsing import PHONE, Visitor
from tests.web.conftest import Guest
from tests.web.lands import (
    ARCHER,
    AT,
    AXES,
    CATAPULT,
    COMMANDER,
    COMMANDER_BESIEGED,
    GATES,
    SIEGE,
    SKIRMISH,
    SWORD,
    WYRM,
    click,
    hot_seat,
    hover,
    middle_of,
    open_room,
    orders,
    place,
    unwarned,
)

STILL: dict[str, Any] = {"reduced_motion": "reduce"}
PHASES = [
    "ELDOIN MOVEMENT PHASE",
    "DAILOR MOVEMENT PHASE",
    "ELDOIN ATTACK PHASE",
    "DAILOR ATTACK PHASE",
    "ELDOIN GATE PHASE",
    "DAILOR GATE PHASE",
]


def phase(visitor: Visitor, words: str) -> None:
    expect(visitor.page.locator("#phase")).to_have_text(words)


def task(visitor: Visitor, words: str) -> None:
    expect(visitor.page.locator("#task")).to_have_text(words)


def ends(visitor: Visitor, then: str) -> None:
    """End a turn with the button."""
    visitor.page.get_by_role("button", name="End turn").click()
    phase(visitor, then)


def shown(visitor: Visitor, at: tuple[int, int], ground: str, unit: str = "", stats: str = "") -> None:
    """What the status bar says of a tile under the mouse."""
    hover(visitor, at)
    expect(visitor.page.locator("#terrain")).to_have_text(re.compile(f"^{ground}"))
    expect(visitor.page.locator("#unit")).to_have_text(unit)
    if stats:
        expect(visitor.page.locator("#stats")).to_have_text(re.compile(stats))


def odds_shown(page: Page) -> list[list[str]]:
    return [row.locator("td").all_inner_texts() for row in page.locator("#odds tbody tr").all()]


def test_a_round_of_six_states_by_mouse(guest: Guest) -> None:
    visitor = guest()
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


def test_a_round_of_six_states_by_keyboard(guest: Guest) -> None:
    visitor = guest(**STILL)
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


def test_every_row_of_the_click_table(guest: Guest) -> None:
    visitor = guest(**STILL)
    unwarned(visitor)
    hot_seat(visitor)
    beside, empty, far = (7, 0), (9, 1), (13, 6)
    # Movement: own unit chooses and lets go, an enemy and a gate nothing, an empty tile moves what is chosen.
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
    task(visitor, "Choose one of your own units first.")
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


def test_orders_given_in_haste_are_carried_out_one_after_the_other_and_a_double_click_once(guest: Guest) -> None:
    visitor = guest()
    hot_seat(visitor)
    click(visitor, AT[SWORD])
    click(visitor, (6, 2), click_count=2)
    click(visitor, AT[ARCHER])
    click(visitor, (3, 2))
    shown(visitor, (3, 2), "Pavement", "Archers · Eldoin")
    shown(visitor, (6, 2), "Meadow", "Sword bearers · Eldoin")
    assert orders(visitor) == [f"move {SWORD} path D", f"move {ARCHER} path R"]


def test_at_one_screen_the_map_shows_units_of_the_side_that_plays(guest: Guest) -> None:
    visitor = guest(**STILL)
    unwarned(visitor)
    open_room(visitor, side="both")
    phase(visitor, PHASES[0])
    board = visitor.page.locator("#board")
    expect(board).to_have_attribute("data-left", re.compile(r"^(0|-\d{1,2})(\.\d+)?$"))  # the west edge is in sight
    ends(visitor, PHASES[1])
    expect(board).to_have_attribute("data-left", re.compile(r"^-\d{3,}"))
    hover(visitor, (74, 4))
    expect(visitor.page.locator("#unit")).to_have_text("Axe men · Dailor")


def test_at_one_screen_nobody_is_offered_a_chat_with_themselves(guest: Guest) -> None:
    visitor, watcher = guest(**STILL), guest(**STILL)
    hot_seat(visitor)
    chat = visitor.page.get_by_label("Say something to everyone")
    expect(chat).to_be_hidden()
    watcher.goto(visitor.page.url.removeprefix(visitor.address))
    expect(chat).to_be_visible()


def test_the_question_before_a_turn_ends_awaits_its_answer_and_not_a_tick(guest: Guest) -> None:
    visitor = guest(**STILL)
    hot_seat(visitor)
    visitor.page.keyboard.press("e")
    expect(visitor.page.get_by_role("dialog").get_by_role("button", name="End turn")).to_be_focused()
    visitor.page.keyboard.press("Enter")
    phase(visitor, PHASES[1])


def test_the_right_button_lets_a_unit_go(guest: Guest) -> None:
    visitor = guest(**STILL)
    hot_seat(visitor)
    click(visitor, AT[SWORD])
    task(visitor, "Choose where it goes.")
    click(visitor, (9, 5), button="right")
    task(visitor, "Choose a unit to move.")


def test_the_cursor_tells_what_a_click_would_do(guest: Guest) -> None:
    visitor = guest(**STILL)
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
    looks(AT[AXES], "aim", r"target\.svg")
    ends(visitor, PHASES[3])
    ends(visitor, PHASES[4])
    looks(GATES[0], "gate", "^cell$")
    looks((9, 5), "plain", "^auto$")


def test_the_odds_that_are_shown_are_those_of_the_engine(guest: Guest) -> None:
    visitor = guest(**STILL)
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


def test_the_window_scrolls_while_the_mouse_is_near_its_edge_and_not_over_a_button(guest: Guest) -> None:
    visitor = guest(**STILL)
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


def test_the_map_of_threats_tells_who_could_hit_a_tile(guest: Guest) -> None:
    visitor = guest(**STILL)
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


def test_a_game_against_a_bot_to_the_victory_screen_and_a_rematch(guest: Guest) -> None:
    visitor = guest(**STILL)
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
    phase(visitor, PHASES[1])
    expect(visitor.page.locator("[data-army=eldoin]")).to_have_text("1")


def duel(first: Visitor, second: Visitor, **options: Any) -> str:
    """Let two visitors play against each other; gives the path of the room."""
    for visitor in (first, second):
        unwarned(visitor)
    path = open_room(first, scenario=SKIRMISH, side="eldoin", **options)
    expect(first.page.locator("#share")).to_have_value(first.address + path)
    second.goto(path)
    for visitor in (first, second):
        phase(visitor, PHASES[0])
    return path


def test_two_people_play_over_the_net_and_a_reload_in_the_middle_does_no_harm(guest: Guest) -> None:
    first, second = guest(), guest()
    duel(first, second)
    task(second, "Wait for the other side.")
    expect(second.page.get_by_role("button", name="End turn")).to_be_disabled()
    click(first, AT[SWORD])
    click(first, (6, 2))
    shown(second, (6, 2), "Meadow", "Sword bearers · Eldoin")
    first.page.reload()
    expect(first.page.locator("#board")).to_be_focused()
    shown(first, (6, 2), "Meadow", "Sword bearers · Eldoin", "B= +9")
    second.page.get_by_label("Say something to everyone").fill("<b>well met</b>")
    second.page.keyboard.press("Enter")
    expect(first.page.get_by_role("log")).to_contain_text("well met")
    assert first.page.locator("[role=log] b").count() == 0
    ends(first, PHASES[1])
    phase(second, PHASES[1])
    click(second, AT[AXES])
    task(second, "Choose where it goes.")
    click(second, (9, 1))
    shown(first, (9, 1), "Meadow", "Axe men · Dailor")
    second.page.get_by_role("button", name="Resign").click()
    second.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for visitor in (first, second):
        expect(visitor.page.locator(".ending")).to_have_attribute("data-winner", "eldoin")


def test_a_lost_line_comes_back_and_the_game_goes_on(guest: Guest) -> None:
    first, second = guest(**STILL), guest(**STILL)
    sockets: list[WebSocketRoute] = []

    def forward(route: WebSocketRoute) -> None:
        sockets.append(route)
        route.connect_to_server()

    first.page.route_web_socket("**/socket.io/**", forward)
    duel(first, second)
    sockets[0].close()
    expect(second.page.locator("[data-leader=eldoin]")).not_to_contain_text("away")
    first.page.wait_for_function("() => !document.querySelector('.notice')")
    click(first, AT[SWORD])
    task(first, "Choose where it goes.")
    click(first, (6, 2))
    shown(second, (6, 2), "Meadow", "Sword bearers · Eldoin")
    assert len(sockets) > 1


def test_a_draw_is_offered_and_taken_and_a_spectator_sees_it_all(guest: Guest) -> None:
    first, second, third = guest(**STILL), guest(**STILL), guest(**STILL)
    path = duel(first, second, clock=600)
    third.goto(path)
    task(third, "You are watching.")
    expect(third.page.get_by_role("button", name="End turn")).to_be_hidden()
    expect(first.page.get_by_text("1 watching")).to_be_visible()
    expect(third.page.get_by_role("timer").first).to_have_text(re.compile(r"^(9:\d\d|10:00)$"))
    first.page.get_by_role("button", name="Offer a draw").click()
    first.page.get_by_role("dialog").get_by_role("button", name="Offer a draw").click()
    second.page.get_by_role("button", name="Take the draw").click()
    second.page.get_by_role("dialog").get_by_role("button", name="Take it").click()
    for visitor in (first, second, third):
        expect(visitor.page.locator(".ending")).to_have_attribute("data-winner", "none")


def test_the_turn_of_the_other_side_is_shown_step_by_step_and_can_be_skipped(guest: Guest) -> None:
    visitor = guest()
    unwarned(visitor)
    open_room(visitor, side="eldoin", bots=["captain"])
    phase(visitor, PHASES[0])
    visitor.page.get_by_role("button", name="End turn").click()
    skip = visitor.page.get_by_role("button", name="Skip")
    skip.click()
    expect(skip).to_be_hidden()
    phase(visitor, PHASES[2])
    assert len(orders(visitor)) > 10
    task(visitor, "Choose an attacker.")


def test_german(guest: Guest) -> None:
    visitor = guest(**STILL)
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


def fingers(visitor: Visitor) -> Any:
    session = visitor.context.new_cdp_session(visitor.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    return touch


def test_all_that_stands_beside_the_map_is_in_sight(guest: Guest) -> None:
    first, second = guest(**STILL), guest(**STILL)
    duel(first, second, clock=600)
    first.page.get_by_role("button", name="Offer a draw").click()
    first.page.get_by_role("dialog").get_by_role("button", name="Offer a draw").click()
    expect(first.page.get_by_text("draw?", exact=True)).to_be_visible()
    hidden, overlap = first.page.evaluate(
        """() => {
          const side = document.querySelector("#side");
          const [form, leave] = ["form", "a[href='/welten']"].map((part) => side.querySelector(part));
          return [
            side.scrollHeight - side.clientHeight,
            form.getBoundingClientRect().bottom - leave.parentElement.getBoundingClientRect().top,
          ];
        }"""
    )
    assert hidden == 0
    assert overlap <= 0


def test_a_phone_is_told_of_an_offered_draw_and_has_the_help_behind_more(guest: Guest) -> None:
    first, second = guest(**STILL), guest(PHONE, **STILL)
    duel(first, second)
    page = second.page
    first.page.get_by_role("button", name="Offer a draw").click()
    first.page.get_by_role("dialog").get_by_role("button", name="Offer a draw").click()
    task(second, "Eldoin offers a draw. Wait for the other side.")
    page.get_by_role("button", name="More").tap()
    for name, heading in (("Help", "Keys"), ("Manual", "Manual")):
        page.get_by_role("button", name=name).tap()
        expect(page.get_by_role("dialog").get_by_role("heading", name=heading)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_phone_plays_by_taps_and_asks_before_it_attacks(guest: Guest) -> None:
    visitor = guest(PHONE, **STILL)
    unwarned(visitor)
    hot_seat(visitor)
    page = visitor.page

    def tap(at: tuple[int, int]) -> None:
        page.touchscreen.tap(*middle_of(visitor, *at))

    tap(AT[SWORD])
    task(visitor, "Choose where it goes.")
    tap((6, 2))
    expect(page.locator("#unit")).to_have_text("Sword bearers · Eldoin")
    expect(page.locator("#stats")).to_have_text(re.compile("B= +9"))
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator("#unit")).to_be_empty()
    for then in PHASES[1:3]:
        page.get_by_role("button", name="End turn").tap()
        phase(visitor, then)
    tap(AT[SWORD])
    task(visitor, "Choose a target.")
    tap(AT[AXES])
    task(visitor, "Tap again to attack.")
    expect(page.locator("#odds")).to_contain_text("Destroyed: 0 %")
    tap(AT[AXES])
    expect(page.locator("#stats")).to_have_text(re.compile(r"V= +([89]|1[012])$"))
    page.get_by_role("button", name="More").tap()
    expect(page.locator("#minimap")).to_be_visible()
    expect(page.get_by_role("button", name="Resign")).to_be_visible()


def test_a_phone_shows_the_round_the_armies_and_the_clocks_and_that_something_was_said(guest: Guest) -> None:
    first, second = guest(PHONE, **STILL), guest(**STILL)
    duel(first, second, clock=600)
    page = first.page
    clock = r"(9:\d\d|10:00)"
    expect(page.locator(".welten-strip")).to_have_text(re.compile(rf"^1/15 ?Eldoin 3 {clock} ?Dailor 2 {clock}$"))
    second.page.get_by_label("Say something to everyone").fill("well met")
    second.page.keyboard.press("Enter")
    page.get_by_role("button", name="More (1)").tap()
    expect(page.get_by_role("log")).to_contain_text("well met")
    page.get_by_role("button", name="Map", exact=True).tap()
    expect(page.get_by_role("button", name="More", exact=True)).to_be_visible()


def test_fingers_move_the_map_zoom_it_and_ask_by_staying(guest: Guest) -> None:
    visitor = guest(PHONE, **STILL)
    open_room(visitor, side="both")
    page = visitor.page
    page.wait_for_selector("#board[data-tile]")
    touch = fingers(visitor)
    left, _, tile = place(visitor)
    touch("touchStart", (300, 400))
    for x in range(290, 140, -10):
        touch("touchMove", (x, 400))
    touch("touchEnd")
    page.wait_for_function("left => Number(document.querySelector('#board').dataset.left) < left - 100", arg=left)
    touch("touchStart", (150, 400), (240, 400))
    for gap in range(4, 80, 6):
        touch("touchMove", (150 - gap, 400), (240 + gap, 400))
    touch("touchEnd")
    page.wait_for_function("tile => Number(document.querySelector('#board').dataset.tile) > tile", arg=tile)
    card = page.locator("#odds")
    expect(card).to_be_hidden()
    touch("touchStart", (195, 400))
    expect(card).to_be_visible()
    touch("touchEnd")
    task(visitor, "Choose a unit to move.")
    expect(card).to_be_visible()
    page.touchscreen.tap(195, 300)
    expect(card).to_be_hidden()


@pytest.mark.parametrize("page", ["welten", "fog"])
def test_a_damaged_link_is_refused_in_words_for_people(guest: Guest, page: str) -> None:
    visitor = guest()
    visitor.goto(f"/{page}/{'x' * 80}")
    expect(visitor.page.get_by_role("heading", name="You cannot come in")).to_be_visible()
    expect(visitor.page.get_by_text("the link is damaged.")).to_be_visible()


@pytest.mark.parametrize("kind", ["no-such", "?watch"])
def test_a_link_to_a_room_that_is_not_there(guest: Guest, kind: str) -> None:
    visitor = guest()
    visitor.goto(f"/welten/nowhere-{kind}" if kind == "no-such" else "/welten/nowhere?watch")
    if kind == "no-such":
        expect(visitor.page.get_by_role("heading", name="Waiting for the other side")).to_be_visible()
    else:
        expect(visitor.page.get_by_role("heading", name="You cannot come in")).to_be_visible()
        expect(visitor.page.get_by_role("link", name="To the title")).to_be_visible()
