from __future__ import annotations

import struct
import time
import tracemalloc
import zlib
from functools import cache

import pytest

from duskfall.dice import Dice, purpose
from duskfall.errors import Refusal, Refused
from duskfall.play import Diverged, Match, Replay, Result
from duskfall.play.replay import MAX_BYTES, MAX_DECODED, MAX_ENTRIES, sealed, unpacked
from tests.counts import SEED, share
from tests.play.matches import SKIRMISH, recorded, setup_of
from tests.play.mutations import CONTENTS, FILES, Change, resealed

WORLDS = pytest.mark.parametrize("game", ["fog", "welten"])


@cache
def file_of(game: str, seed: int = 7) -> bytes:
    return recorded(game, seed).encode()


# A replay proves itself


@WORLDS
def test_a_replay_reads_back_whole_and_verifies(game: str) -> None:
    replay = recorded(game)
    again = Replay.decode(replay.encode())
    assert again == replay
    assert again.players == ("Ada", "Bo")
    again.verify()


def test_a_replay_on_the_default_land_carries_its_name_and_verifies() -> None:
    replay = recorded("welten", scenario="default")
    assert replay.plain()["options"]["scenario"] == "default"
    Replay.decode(replay.encode()).verify()


def test_a_replay_on_the_first_version_of_the_default_land_still_verifies() -> None:
    first = "e708c98696793b73084858881efee4ab"  # as replays carry it that were played before there was a second one
    replay = recorded("welten", scenario="default", fingerprint=first)
    assert replay.setup.options["fingerprint"] == first
    assert replay.setup.start().digest() != setup_of("welten", scenario="default").start().digest()
    Replay.decode(replay.encode()).verify()


def test_a_replay_on_a_users_scenario_carries_the_scenario() -> None:
    assert "name skirmish" in Replay.decode(file_of("welten")).setup.options["scenario"]
    assert SKIRMISH.split("army")[1].strip() in Replay.decode(file_of("welten")).setup.options["scenario"]


@WORLDS
def test_the_same_match_gives_the_same_bytes(game: str) -> None:
    assert recorded(game).encode() == file_of(game)


@WORLDS
def test_any_turn_can_be_shown(game: str) -> None:
    replay = Replay.decode(file_of(game))
    for turn in (0, 1, 13, replay.turns):
        assert replay.at(turn).game.digest() == replay.log.digests()[turn]
    with pytest.raises(Refused, match=f"turns 0 to {replay.turns}"):
        replay.at(replay.turns + 1)


@WORLDS
def test_a_match_that_still_runs_has_a_replay_without_a_result(game: str) -> None:
    match = Match(setup_of(game))
    match.submit(0, match.read("pass" if game == "fog" else "end"))
    replay = Replay.decode(Replay.of(match).encode())
    assert replay.result is None
    replay.verify()


def test_a_replay_does_not_grow_with_its_match() -> None:
    match = Match(setup_of("fog"))
    replay = Replay.of(match)
    match.play_turn()
    assert replay.turns == 0


# What is changed is refused


@WORLDS
def test_every_single_changed_bit_is_refused(game: str) -> None:
    data = file_of(game)
    for place in range(8 * len(data)):
        changed = bytearray(data)
        changed[place // 8] ^= 1 << place % 8
        with pytest.raises(Refused):
            Replay.decode(bytes(changed))


@WORLDS
def test_a_file_torn_off_anywhere_is_refused(game: str) -> None:
    data = file_of(game)
    for size in range(len(data)):
        with pytest.raises(Refused):
            Replay.decode(data[:size])


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "torn off"),
        (b"DUSK", "torn off"),
        (b"DUSKFALL\x00\x01", "torn off after 10 bytes"),
        (b"GIF89a" + bytes(100), "no replay of Duskfall"),
        (b"PK\x03\x04" + bytes(100), "no replay of Duskfall"),
    ],
)
def test_a_foreign_or_torn_file_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        Replay.decode(data, "x.duskfall")


def test_the_reasons_name_the_file_and_what_happened_to_it() -> None:
    data = file_of("fog")
    for changed, reason in (
        (data[:-1], "bytes where .* are announced"),
        (data + b"x", "bytes where .* are announced"),
        (data[:-1] + bytes([data[-1] ^ 1]), "the checksum does not hold"),
        (data[:8] + b"\x00\x03" + data[10:], "version 3, this Duskfall reads 1 and 2"),
    ):
        with pytest.raises(Refused, match=f"^x.duskfall: .*{reason}"):
            Replay.decode(changed, "x.duskfall")


def test_other_rules_are_refused_by_their_code() -> None:
    content = unpacked(file_of("fog")).replace(b'"rules":"1"', b'"rules":"2"')
    with pytest.raises(Refused) as refused:
        Replay.decode(resealed(content))
    assert refused.value.code is Refusal.OTHER_RULES


# Sizes are bounded before anything is believed


def test_a_bomb_is_not_unpacked_beyond_what_it_announces() -> None:
    bomb = zlib.compress(bytes(400 << 20), 9)
    assert len(bomb) < MAX_BYTES
    for announced in (100, MAX_DECODED):
        with pytest.raises(Refused, match="does not unpack"):
            Replay.decode(sealed(bomb, announced))
    with pytest.raises(Refused, match="too many"):
        Replay.decode(sealed(bomb, MAX_DECODED + 1))


def test_a_bomb_takes_no_more_memory_than_it_announces() -> None:
    file = sealed(zlib.compress(bytes(200 << 20), 9), 100)
    tracemalloc.start()
    try:
        with pytest.raises(Refused, match="does not unpack"):
            Replay.decode(file)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 4 << 20


def test_a_large_file_is_refused_before_it_is_summed() -> None:
    with pytest.raises(Refused, match="too many"):
        Replay.decode(b"DUSKFALL" + struct.pack(">HII", 1, MAX_BYTES, 1) + bytes(MAX_BYTES))


@pytest.mark.parametrize(
    "content",
    [
        b"\n" * (MAX_DECODED - 1),
        b"[" * (1 << 20),
        b"[" * (2 << 20),
        b"9" * 5000,
        b'{"a":' * 100_000,
        b"",
        b"null",
        b"\xff\xfe",
    ],
    ids=["lines", "brackets", "head", "digits", "nested", "nothing", "null", "bytes"],
)
def test_contents_that_exhaust_are_refused(content: bytes) -> None:
    with pytest.raises(Refused):
        Replay.decode(resealed(content))


def test_too_many_turns_are_refused() -> None:
    content = unpacked(file_of("fog"))
    lines = b"".join(b"\n=%d " % turn + b"0" * 32 for turn in range(100_002))
    with pytest.raises(Refused, match="at most 100000 turns"):
        Replay.decode(resealed(content.split(b"\n")[0] + lines))


# What is edited under a checksum that holds does not verify


@WORLDS
def test_an_edited_order_is_found_in_its_turn(game: str) -> None:
    lines = unpacked(file_of(game)).decode().split("\n")
    place = next(place for place, line in enumerate(lines) if line.startswith("=6 "))
    lines.insert(place, "1 surrender" if game == "fog" else "1 resign")
    with pytest.raises(Diverged) as diverged:
        Replay.decode(resealed("\n".join(lines).encode())).verify()
    assert diverged.value.turn in (6, 7)


@WORLDS
def test_a_claimed_result_is_compared_with_that_of_the_rules(game: str) -> None:
    replay = recorded(game)
    assert replay.result is not None
    claimed = Result(1 - (replay.result.winner or 0), replay.result.places[::-1], replay.result.reason)
    with pytest.raises(Diverged, match="result"):
        Replay(replay.setup, replay.players, replay.log, claimed).verify()


def accepted(data: bytes) -> bool:
    try:
        Replay.decode(data).verify()
    except Refused:
        return False
    return True


@WORLDS
@pytest.mark.parametrize("change", [*FILES, *CONTENTS], ids=lambda change: change.__name__)
def test_no_mutated_replay_is_accepted(game: str, change: Change) -> None:
    cases = share(-(-10_000 // (2 * len([*FILES, *CONTENTS]))))
    seeds = (7, 8)
    for case in range(cases):
        dice = Dice(SEED, case, purpose(f"mutations {change.__name__}"))
        data = file_of(game, seeds[case % 2])
        other = file_of(("fog", "welten")[case // 2 % 2], seeds[case % 2 - 1])
        mutated = change(data, other, dice)
        assert mutated == data or not accepted(mutated), f"case {case} of seed {SEED}"


def test_the_replays_that_are_mutated_are_good_ones() -> None:
    for game in ("fog", "welten"):
        for seed in (7, 8):
            assert accepted(file_of(game, seed))


def test_a_small_file_of_a_million_orders_is_refused_at_once() -> None:
    head = unpacked(recorded("fog").encode()).partition(b"\n")[0]
    content = head + b"\n=0 " + b"0" * 32 + b"\n0 pass" * 999_000
    file = sealed(zlib.compress(content, 9), len(content))
    assert len(file) < 30_000
    before = time.process_time()
    tracemalloc.start()
    try:
        with pytest.raises(Refused, match="seat 0 has 513 orders in turn 1 already"):
            Replay.decode(file)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert time.process_time() - before < 1.5, "it took six seconds"
    assert peak < 64 << 20, "it took 414 MB"


def test_a_file_of_more_orders_and_turns_than_allowed_is_refused_before_it_is_split() -> None:
    head = unpacked(recorded("fog").encode()).partition(b"\n")[0]
    for lines, reason in (
        (b"\n0 pass" * MAX_ENTRIES, "1000000 orders and turns"),
        (b"\n=0 x" * 100_002, "100000 turns"),
    ):
        content = head + b"\n=0 x" + lines
        with pytest.raises(Refused, match=f"at most {reason}"):
            Replay.decode(sealed(zlib.compress(content), len(content)))
