"""The original's saves are read and written byte for byte, and a broken one is refused with the reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duskfall.dice import Dice
from duskfall.errors import Refused
from duskfall.formats.welten.library import default_scenario
from duskfall.formats.welten.saves import GATES, Save, read_save, write_save
from duskfall.welten import GUIDE, ORIGINAL, UNIT_TYPES, Game, Scenario, Side
from tests.counts import share
from tests.welten.original import bcd

MAP, RECORDS = 2 + 16, 2 + 4016


@cache
def land() -> Scenario:
    """Our own land, one tile to the north-west: gates lie where the original has them."""
    own = default_scenario()
    terrain = np.roll(own.terrain, (-1, -1), axis=(0, 1))
    placements = tuple(place._replace(x=(place.x - 1) % 80, y=(place.y - 1) % 40) for place in own.placements)
    gates = tuple(gate._replace(x=gate.x - 1, y=gate.y - 1) for gate in own.gates)
    return replace(own, name="shifted", terrain=terrain, placements=placements, gates=gates, border=59)


def encode(scenario: Scenario, rounds: int = 3, dead: frozenset[int] = frozenset(), junk: int = 0) -> bytearray:
    """A save written by another hand than the one that is tested."""
    data = bytearray([junk]) * 5771
    data[:2] = b"\xf0\x4f"
    tiles = bytearray(scenario.terrain.tobytes())
    for number, place in enumerate(scenario.placements):
        unit = UNIT_TYPES[place.type]
        movement, tile = bcd(unit.movement), place.y * 80 + place.x
        at = RECORDS + 6 * number
        if number in dead:
            data[at : at + 6] = bytes((junk, 0xFF, junk, junk, max(1, junk), junk))
            continue
        data[at : at + 6] = bytes((place.x, place.y, bcd(unit.defence), movement, movement, tiles[tile]))
        tiles[tile] = 0x74 + place.type
    data[2] = sum(place.type >= 7 and number not in dead for number, place in enumerate(scenario.placements))
    data[4:17] = bytes(13)
    data[17] = bcd(rounds)
    data[MAP : MAP + 3200] = tiles
    return data


def test_the_land_of_these_tests_has_the_gates_of_the_original() -> None:
    assert land().gates == GATES


def test_a_save_has_5771_bytes_and_gives_the_game_it_holds() -> None:
    data = encode(land(), rounds=12, dead=frozenset({0, 291}))
    data[4 + 3] = 0xFF
    data[RECORDS + 6 + 2] = 0x05
    save = read_save(bytes(data))
    game = save.game()
    assert game.rules is ORIGINAL
    assert (game.phase, game.player, game.rounds) == (0, 0, 12)
    assert (game.situation.attacks, game.scenario.border) == (0, 59)
    units = game.situation.units
    assert [number for number, unit in enumerate(units) if not unit.alive] == [0, 291]
    assert units[1].v == 5
    assert [unit[:3] for unit in units if unit.alive] == [
        place for number, place in enumerate(land().placements) if number not in {0, 291}
    ]
    assert [number for number, live in enumerate(game.situation.gates) if not live] == [3]
    assert np.array_equal(game.situation.land(), land().terrain)


@given(junk=st.integers(0, 255), rounds=st.integers(1, 14), dead=st.frozensets(st.integers(0, 291)))
def test_a_save_that_is_read_is_written_back_byte_for_byte(junk: int, rounds: int, dead: frozenset[int]) -> None:
    keep = {number for number, place in enumerate(land().placements) if place.type in (6, 11)}
    data = bytes(encode(land(), rounds, dead - keep, junk))
    save = read_save(data)
    assert write_save(save.game(), save) == data


def after_rounds(rounds: int, seed: int = 0) -> Game:
    """A game of the original's rules after some rounds of random orders."""
    game, dice = Game(land(), ORIGINAL, seed), Dice(seed)
    while game.rounds < rounds and game.outcome is None:
        for _ in range(40):
            legal = game.legal(game.player)
            choices = len(legal) - len(legal.others)
            if not choices or game.outcome is not None:
                break
            game.advance({game.player: [legal.order(dice.below(choices))]})
        if game.outcome is None:
            game.play("end")
    return game


@pytest.mark.parametrize("seed", range(share(30)))
def test_a_played_game_survives_its_save(seed: int) -> None:
    game = after_rounds(4, seed)
    if game.outcome is not None:
        return
    data = write_save(game)
    assert len(data) == 5771
    save = read_save(data)
    assert save.situation == replace(game.situation, attacks=0, offers=frozenset())
    assert write_save(save.game(), save) == write_save(save.game()) == data


def test_what_dies_after_loading_gets_a_record_of_the_tables_and_what_was_dead_keeps_its_own() -> None:
    save = read_save(bytes(encode(land(), dead=frozenset({5}), junk=0x77)))
    units = list(save.situation.units)
    units[9] = units[5]
    game = Game(save.scenario, ORIGINAL, 0, replace(save.situation, units=tuple(units)))
    data = write_save(game, save)
    assert data[RECORDS + 30 : RECORDS + 36] == bytes((0x77, 0xFF, 0x77, 0x77, 0x77, 0x77))
    assert data[RECORDS + 54 : RECORDS + 60] == bytes((0, 0xFF, 0x16, 0x10, 0x10, 0))
    assert {data[3], data[5770], *data[MAP + 3200 : RECORDS]} == {0x77}
    assert {write_save(game)[3], write_save(game)[5770]} == {0}


def change(*changes: tuple[int, int]) -> bytes:
    data = encode(land())
    for at, value in changes:
        data[at] = value
    return bytes(data)


def record(number: int, part: int) -> int:
    return RECORDS + 6 * number + part


def tile(number: int) -> int:
    place = land().placements[number]
    return MAP + place.y * 80 + place.x


COMMANDER = next(number for number, place in enumerate(land().placements) if place.type == 6)
SHIP = next(number for number, place in enumerate(land().placements) if place.type == 4)
FIRST, SECOND = land().placements[:2]
EMPTY = MAP + 39 * 80 + 45

REFUSED: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "has 5771 bytes, this file 0"),
    "too short": (change()[:-1], "has 5771 bytes, this file 5770"),
    "too long": (change() + b"\0", "has 5771 bytes, this file more"),
    "load address": (change((0, 0xF1)), r"load address is \$4FF1, not \$4FF0"),
    "gate flag": (change((4 + 12, 1)), r"flag of gate 12 is \$01"),
    "rounds no BCD": (change((17, 0x0A)), r"rounds is \$0A, which is no decimal"),
    "rounds above 14": (change((17, 0x15)), "15 rounds are complete"),
    "V no BCD": (change((record(0, 2), 0x1F)), r"V of unit 0 is \$1F, which is no decimal"),
    "V of 0": (change((record(0, 2), 0)), "V of unit 0 is 0"),
    "V above the table": (change((record(0, 2), 0x17)), "V of unit 0 is 17"),
    "B no BCD": (change((record(0, 3), 0xA0)), r"B of unit 0 is \$A0, which is no decimal"),
    "B below the table": (change((record(0, 3), 0x09)), "B of unit 0 is 9, not 10"),
    "B max no BCD": (change((record(0, 4), 0x0F)), r"B max of unit 0 is \$0F, which is no decimal"),
    "B max above the table": (change((record(0, 4), 0x11)), "B max of unit 0 is 11, not 10"),
    "B max of a dead unit": (change((record(0, 1), 0xFF), (record(0, 4), 0)), "B max of unit 0 is 0"),
    "x beyond the map": (change((record(0, 0), 80)), "stands at 80,"),
    "y beyond the map": (change((record(0, 1), 40)), ",40, which is not on the map"),
    "two on one tile": (change((record(1, 0), FIRST.x), (record(1, 1), FIRST.y)), "units 0 and 1 both stand"),
    "not shown": (change((tile(0), 0x69)), r"shows \$69 at .* not unit 0"),
    "shown as another": (change((tile(0), 0x75)), r"shows \$75 at .* not unit 0"),
    "a unit too many": (change((EMPTY, 0x74)), "shows a unit at 45,39, but none stands there"),
    "a unit that is dead": (change((record(0, 1), 0xFF)), "shows a unit at"),
    "no terrain": (change((EMPTY, 0x60)), r"shows \$60 at 45,39, which is no terrain"),
    "terrain below $61": (change((record(0, 5), 0x60)), r"beneath unit 0 is \$60"),
    "terrain above $73": (change((record(0, 5), 0x74)), r"beneath unit 0 is \$74"),
    "a ship on land": (change((record(SHIP, 5), 0x69)), "Warship may not stand on Meadow"),
    "count": (change((2, 158)), "counts 158 living units of Dailor; there are 159"),
    "Feldherr": (change((record(COMMANDER, 1), 0xFF), (tile(COMMANDER), 0x69)), "Feldherr is destroyed"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_broken_save_is_refused_with_the_reason(case: str) -> None:
    data, reason = REFUSED[case]
    with pytest.raises(Refused, match=reason):
        read_save(data)


def test_the_unchanged_save_of_these_cases_is_sound() -> None:
    read_save(change())


@given(at=st.integers(0, 5770), value=st.integers(0, 255))
def test_no_byte_does_more_than_be_refused_or_come_back(at: int, value: int) -> None:
    data = change((at, value))
    try:
        save = read_save(data)
    except Refused:
        return
    if save.situation.rounds:
        assert write_save(save.game(), save) == data


def loaded() -> Save:
    return read_save(change())


def ended(states: int) -> Callable[[], Game]:
    def make() -> Game:
        game = loaded().game()
        game.play(*["end"] * states)
        return game

    return make


def moved() -> Game:
    game = loaded().game()
    legal = game.legal(Side.ELDOIN)
    game.advance({0: [legal.order(0)]})
    return game


def resigned() -> Game:
    game = loaded().game()
    game.play("resign")
    return game


def other_roster() -> Game:
    return Game(replace(land(), placements=land().placements[1:]), ORIGINAL)


UNWRITABLE: dict[str, tuple[Callable[[], Game], str]] = {
    "before the first round": (lambda: Game(land(), ORIGINAL), "not at the start of a round"),
    "Dailor's movement": (ended(1), "not at the start of a round"),
    "an attack": (ended(2), "not at the start of a round"),
    "a gate phase": (ended(5), "not at the start of a round"),
    "after a move": (moved, "has moved in this round"),
    "after the end": (resigned, "the game is over"),
    "other gates": (lambda: Game(default_scenario(), GUIDE), "gates are not those of the original"),
    "another roster": (other_roster, "roster is not that of the original"),
}


@pytest.mark.parametrize("case", UNWRITABLE)
def test_a_game_that_the_original_could_not_have_saved_is_refused(case: str) -> None:
    make, reason = UNWRITABLE[case]
    with pytest.raises(Refused, match=reason):
        write_save(make())


def test_a_game_one_round_later_can_be_saved() -> None:
    assert write_save(ended(6)())[17] == 0x04
