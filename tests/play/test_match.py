from __future__ import annotations

import gc
import os
import subprocess
import sys
import tracemalloc
import zlib
from pathlib import Path

import pytest

from duskfall.errors import IllegalOrder, Malformed, Refusal, Refused, UnknownName
from duskfall.fog import March
from duskfall.fog import Options as FogOptions
from duskfall.fog.game import Game as FogGame
from duskfall.formats.welten.original_import import import_kernal
from duskfall.play import Diverged, Game, Log, LoggedOrder, Mark, Match, Replay, Setup, parse_entry
from duskfall.play.log import MAX_ORDERS
from duskfall.play.replay import MAX_TURNS, sealed
from duskfall.tempo import Tempo
from tests.counts import SEED, SOAK
from tests.play.matches import SKIRMISH, play_on, played, setup_of

ROOT = Path(__file__).parent.parent.parent
WORLDS = pytest.mark.parametrize("game", ["fog", "welten"])

LANE = [*["..........."] * 3, "...a...b...", *["..........."] * 3]


def lane(**options: object) -> Match:
    """Two generals at the ends of a row: tiles 36 and 40."""
    return Match(Setup.of("fog", {"map": LANE, **options}), ["Ada", "Bo"])


# Both games keep the contract


@WORLDS
def test_both_games_keep_the_contract(game: str) -> None:
    kept: Game = setup_of(game).start()
    twin = kept.clone()
    assert kept.seats == 2
    assert kept.tempo in Tempo
    assert kept.outcome is None
    assert twin.digest() == kept.digest()
    assert len(kept.digest()) == 32
    assert kept.view(None) is not None
    assert len(list(kept.legal(0))) >= 0


# Lockstep and clock


def test_in_lockstep_a_turn_is_played_when_every_living_seat_has_a_march_queued_or_has_passed() -> None:
    match = lane()
    assert match.submit(0, March(36, 37)) == []
    assert match.turn == 0
    assert match.waiting == {1}
    match.submit(1, match.read("pass"))
    assert match.turn == 1
    assert match.waiting == {0, 1}


def test_in_lockstep_a_march_queued_earlier_speaks_for_its_seat() -> None:
    match = lane()
    for _ in range(3):
        match.play_turn()
    for step in ("36>37", "37>38"):
        match.submit(0, match.read(step))
    match.submit(1, match.read("pass"))
    assert match.waiting == {1}


def test_in_lockstep_a_seat_that_takes_its_march_back_is_waited_for_again() -> None:
    match = lane()
    match.submit(0, match.read("36>37"))
    match.submit(0, match.read("undo"))
    assert match.waiting == {0, 1}


def test_a_clock_plays_the_turn_and_the_silent_pass() -> None:
    match = lane()
    match.submit(0, match.read("36>37"))
    match.play_turn()
    assert match.turn == 1
    assert match.log.lines()[1:] == ["0 36>37", f"=1 {match.game.digest()}"]


def test_without_lockstep_only_the_clock_plays_a_turn() -> None:
    match = Match(Setup.of("fog", {"map": LANE}), lockstep=False)
    for seat in (0, 1):
        match.submit(seat, match.read("pass"))
    assert match.turn == 0
    match.play_turn()
    assert match.turn == 1


def test_nobody_plays_turns_of_a_game_that_orders_advance() -> None:
    with pytest.raises(Refused, match="orders advance this game"):
        Match(setup_of("welten")).play_turn()


def test_each_order_advances_weltendaemmerung_and_is_marked() -> None:
    match = Match(setup_of("welten"))
    assert match.waiting == {0}
    match.submit(0, match.read("end"))
    assert match.turn == 1
    assert match.waiting == {1}
    assert match.log.lines()[1:] == ["0 end", f"=1 {match.game.digest()}"]


def test_moves_to_a_tile_are_logged_step_by_step() -> None:
    match = Match(setup_of("welten"))
    order = next(iter(match.game.legal(0)))
    assert str(order).count(",") == 1
    match.submit(0, order)
    said = match.log.last_order
    assert said is not None
    assert said.order.split()[2] == "path"


@WORLDS
def test_an_absent_player_is_removed_by_a_logged_order(game: str) -> None:
    match = Match(setup_of(game), lockstep=False)
    match.remove(0)
    if game == "fog":
        match.play_turn()
    assert match.outcome is not None
    assert match.outcome.winner == 1
    assert match.log.lines()[1] == ("0 absent" if game == "fog" else "0 clock")
    assert match.waiting == frozenset()


@pytest.mark.parametrize(("game", "text"), [("fog", "absent"), ("welten", "clock")])
def test_no_player_speaks_for_the_clock(game: str, text: str) -> None:
    with pytest.raises(Malformed):
        Match(setup_of(game)).read(text)


# Refusals change nothing


@pytest.mark.parametrize(
    ("seat", "text", "code"),
    [
        (0, "36>38", Refusal.NOT_ADJACENT),
        (0, "99>98", Refusal.OFF_MAP),
        (2, "36>37", Refusal.NO_SEAT),
        (-1, "pass", Refusal.NO_SEAT),
    ],
)
def test_a_refused_order_is_not_logged(seat: int, text: str, code: Refusal) -> None:
    match = lane()
    before = match.game.digest()
    with pytest.raises(Refused) as refused:
        match.submit(seat, match.read(text))
    assert refused.value.code is code
    assert (match.game.digest(), len(match.log)) == (before, 1)
    assert match.waiting == {0, 1}


def test_welten_refuses_who_is_not_playing() -> None:
    match = Match(setup_of("welten"))
    with pytest.raises(IllegalOrder):
        match.submit(1, match.read("end"))
    assert len(match.log) == 1


def test_a_seat_gives_a_bounded_number_of_orders_a_turn() -> None:
    match = lane()
    for _ in range(MAX_ORDERS):
        match.submit(0, match.read("clear"))
    with pytest.raises(IllegalOrder) as refused:
        match.submit(0, match.read("clear"))
    assert refused.value.code is Refusal.QUEUE_FULL
    match.play_turn()
    match.submit(0, match.read("clear"))


def test_marches_and_other_orders_of_a_turn_are_counted_apart() -> None:
    match = lane()
    for number in range(MAX_ORDERS):
        match.submit(0, match.read("36>37"))
        if number % 64 == 63:
            match.submit(0, match.read("clear"))
    others = MAX_ORDERS - MAX_ORDERS // 64
    with pytest.raises(IllegalOrder, match="256 marches came this turn"):
        match.submit(0, match.read("36>37"))
    for number in range(others):
        match.submit(0, match.read(("undo", "clear", "pass")[number % 3]))
    with pytest.raises(IllegalOrder, match="256 orders that are no marches came this turn"):
        match.submit(0, match.read("undo"))
    for order in ("surrender", "surrender", "surrender"):
        match.submit(0, match.read(order))
    match.remove(0)
    assert len(match.log) == 1 + 2 * MAX_ORDERS + 1, "who leaves already need not leave once more"
    match.play_turn()
    assert match.outcome is not None
    Replay.of(match).verify()
    assert Replay.decode(Replay.of(match).encode()).log == match.log


@pytest.mark.parametrize("order", ["pass", "36>37", "surrender"])
def test_a_log_with_more_orders_than_a_seat_may_give_in_a_turn_is_refused(order: str) -> None:
    log = Log([Mark(0, ""), *[LoggedOrder(0, order)] * (2 * MAX_ORDERS + 1)])
    log.append(LoggedOrder(1, order))
    with pytest.raises(Refused, match="seat 0 has 513 orders in turn 1 already"):
        log.append(LoggedOrder(0, order))


@WORLDS
def test_nothing_is_taken_after_the_end(game: str) -> None:
    match = played(game)
    lines = match.log.lines()
    with pytest.raises(Refused) as refused:
        match.submit(0, match.read("pass" if game == "fog" else "end"))
    assert refused.value.code is Refusal.GAME_OVER
    assert match.log.lines() == lines


# Set-ups


@pytest.mark.parametrize(
    ("game", "options", "reason"),
    [
        ("frog", {}, "did you mean 'fog'"),
        ("fog", {"wdith": 12}, "did you mean 'width'"),
        ("fog", {"width": "12"}, "a whole number is needed"),
        ("fog", {"width": True}, "a whole number is needed"),
        ("fog", {"width": 5000}, "7 to 200 tiles a side"),
        ("fog", {"half": 1}, "true or false"),
        ("fog", {"map": "abc"}, "a list of rows"),
        ("fog", {"map": ["a" * 7] * 7}, "seat 0"),
        ("fog", {"map": LANE, "width": 11}, "no such option of fog on a given map"),
        ("fog", {"map": LANE, "turn_limit": 0}, "turn limit 0"),
        ("welten", {"rules": "giude"}, "did you mean 'guide'"),
        ("welten", {"scenario": "defualt"}, "did you mean 'default'"),
        ("welten", {"scenario": "a\nb"}, "no scenario file"),
        ("welten", {"scenario": SKIRMISH.replace("F", ".")}, "exactly one Feldherr"),
        ("welten", {"modifiers": "dice"}, "no such source of modifiers"),
        ("welten", {"modifiers": "cycle"}, "only the original rules"),
        ("welten", {"fingerprint": 32 * "0"}, "differs here"),
    ],
)
def test_options_that_make_no_game_are_refused(game: str, options: dict[str, object], reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        Setup.of(game, options)


def test_what_a_user_has_not_imported_is_refused_with_the_cure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DUSKFALL_DATA", str(tmp_path))
    with pytest.raises(Refused, match="duskfall welten import FILE"):
        Setup.of("welten", {"scenario": "original"})
    with pytest.raises(Refused, match="import-kernal"):
        Setup.of("welten", {"rules": "original", "modifiers": "cycle"})


def test_starts_beyond_the_players_are_land_in_the_checked_options() -> None:
    rows = [*LANE[:3], "...a.c.b...", *LANE[4:]]
    assert Setup.of("fog", {"map": rows, "players": 2}).options["map"] == LANE


def test_a_fog_match_is_the_game_that_the_single_game_face_plays() -> None:
    assert Setup.of("fog", {"width": 15}, 3).start().digest() == FogGame.new(3, options=FogOptions(width=15)).digest()


@pytest.mark.parametrize("players", [["Ada"], ["Ada", ""], ["Ada", "B\n"], ["Ada", "x" * 61]])
def test_players_are_one_a_seat_with_printable_names(players: list[str]) -> None:
    with pytest.raises(Refused):
        Match(setup_of("fog"), players)


# The log is the truth


@WORLDS
def test_the_log_reads_back_from_its_lines(game: str) -> None:
    log = played(game).log
    assert Log.parse(log.lines()) == log


def test_a_turn_of_a_duel_takes_at_most_260_bytes_in_a_log() -> None:
    log, digests = Log([Mark(0, 32 * "0")]), [f"{turn:032x}" for turn in range(2001)]
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for turn in range(1, 2001):
            for seat in (0, 1):
                log.append(LoggedOrder(seat, f"{turn % 900}>{turn % 900 + 1}"))
            log.append(Mark(turn, digests[turn]))
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 2000 * 260


@pytest.mark.parametrize(
    "line",
    ["", "0", "0 ", "00 1>2", "x 1>2", "100 1>2", "0 1>2\n", "0 é", "=1", "=01 " + 32 * "a", "=1 " + 32 * "A", "=1 ab"],
)
def test_other_lines_are_no_entries(line: str) -> None:
    with pytest.raises(Malformed):
        parse_entry(line)


def test_marks_follow_each_other_from_0() -> None:
    for entries in ([LoggedOrder(0, "pass")], [Mark(1, "")], [Mark(0, ""), Mark(0, "")], [Mark(0, ""), Mark(2, "")]):
        with pytest.raises(Refused):
            Log(entries)


def test_a_file_has_a_bounded_number_of_turns_and_a_live_match_has_not() -> None:
    log = Log(Mark(turn, 32 * "0") for turn in range(MAX_TURNS + 2))
    assert log.turn == MAX_TURNS + 1, "a live match goes on"
    match = lane()
    replay = Replay(match.setup, match.players, log, None)
    with pytest.raises(Refused, match="at most 100000 turns"):
        replay.encode()
    content = replay._content()
    with pytest.raises(Refused, match="at most 100000 turns"):
        Replay.decode(sealed(zlib.compress(content), len(content)))


@WORLDS
def test_resumed_from_a_log_cut_at_any_turn_a_match_comes_to_the_same_digests(game: str) -> None:
    whole = played(game)
    step = 1 if SOAK else 5
    for turn in range(SEED % step, whole.turn, step):
        resumed = Match.resumed(whole.setup, whole.log.cut(turn), whole.players)
        assert (resumed.turn, resumed.waiting != frozenset()) == (turn, True)
        assert play_on(resumed).log == whole.log, f"cut at turn {turn}"


def test_resumed_within_a_turn_a_match_keeps_the_orders_that_had_come() -> None:
    match = lane()
    match.submit(0, match.read("36>37"))
    resumed = Match.resumed(match.setup, match.log, match.players)
    assert resumed.waiting == {1}
    for each in (match, resumed):
        each.submit(1, each.read("40>39"))
    assert resumed.log == match.log


def test_an_order_of_weltendaemmerung_that_was_logged_but_not_marked_is_carried_out() -> None:
    match = Match(setup_of("welten"))
    match.submit(0, match.read("end"))
    resumed = Match.resumed(match.setup, list(match.log)[:-1])
    assert resumed.log == match.log


@WORLDS
def test_a_log_that_the_rules_do_not_confirm_names_the_first_turn_that_differs(game: str) -> None:
    match = played(game)
    entries = list(match.log)
    place = next(i for i, entry in enumerate(entries) if isinstance(entry, Mark) and entry.turn == 9)
    entries[place] = Mark(9, 32 * "0")
    with pytest.raises(Diverged) as diverged:
        Match.resumed(match.setup, entries)
    assert diverged.value.turn == 9


def test_a_log_that_writes_an_order_in_another_way_is_not_resumed() -> None:
    match = lane()
    match.submit(0, match.read("36>37"))
    with pytest.raises(Diverged, match="0 036>37 is written 0 36>37 here"):
        Match.resumed(match.setup, [*list(match.log)[:-1], LoggedOrder(0, "036>37")])


@WORLDS
def test_the_same_match_in_processes_with_other_hash_seeds_has_the_same_digests(game: str) -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", f"from tests.play.matches import digests; print(digests({game!r}))"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout.strip()
        for seed in ("1", "4242")
    }
    assert told == {"\n".join(played(game).log.digests())}


def test_an_unknown_game_is_no_setup() -> None:
    with pytest.raises(UnknownName):
        Setup.of("chess")


def test_original_rules_follow_the_numbers_of_an_imported_kernal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DUSKFALL_DATA", str(tmp_path))
    assert Setup.of("welten", {"rules": "original"}, 7).options["modifiers"] == "uniform"
    rom = tmp_path / "kernal.rom"
    rom.write_bytes(bytes(8192))
    import_kernal(rom)
    assert Setup.of("welten", {"rules": "original"}, 7).options["modifiers"] == "cycle"
    assert Setup.of("welten", {"rules": "original", "modifiers": "uniform"}, 7).options["modifiers"] == "uniform"
    assert Setup.of("welten", {"rules": "guide"}, 7).options["modifiers"] == "uniform"
