"""Replays that somebody or something has changed: as files, and as contents under a checksum that holds again."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable
from typing import Any, Final, Protocol

from duskfall.dice import Dice
from duskfall.play.replay import sealed, unpacked


class Change(Protocol):
    """What makes another file of a replay, perhaps with parts of a second one."""

    __name__: str

    def __call__(self, data: bytes, other: bytes, dice: Dice, /) -> bytes: ...


# Files: the checksum does not hold any more


def flip_bits(data: bytes, _: bytes, dice: Dice) -> bytes:
    """Change one to eight bits."""
    changed = bytearray(data)
    for place in {dice.below(8 * len(data)) for _ in range(1 + dice.below(8))}:
        changed[place // 8] ^= 1 << place % 8
    return bytes(changed)


def truncate(data: bytes, _: bytes, dice: Dice) -> bytes:
    """Tear the end off."""
    return data[: dice.below(len(data))]


def lengthen(data: bytes, other: bytes, dice: Dice) -> bytes:
    """Add bytes to the end."""
    return data + other[: 1 + dice.below(len(other))]


def splice(data: bytes, other: bytes, dice: Dice) -> bytes:
    """Put the end of another replay behind the beginning of this one."""
    return data[: 1 + dice.below(len(data) - 1)] + other[1 + dice.below(len(other) - 1) :]


def drop(data: bytes, _: bytes, dice: Dice) -> bytes:
    """Leave some bytes out."""
    start = dice.below(len(data))
    return data[:start] + data[start + 1 + dice.below(40) :]


def insert(data: bytes, _: bytes, dice: Dice) -> bytes:
    """Put some bytes in."""
    place = dice.below(len(data) + 1)
    return data[:place] + bytes(dice.below(256) for _ in range(1 + dice.below(40))) + data[place:]


def foreign_head(data: bytes, other: bytes, dice: Dice) -> bytes:
    """Take the head of another replay."""
    size = 10 + dice.below(40)
    return other[:size] + data[size:]


# Contents: the checksum holds, what is said does not


def resealed(content: bytes) -> bytes:
    """A file with this content and a checksum that holds."""
    return sealed(zlib.compress(content, 9), len(content))


def edited(edit: Callable[[list[str], Dice], None]) -> Change:
    """A change of the lines of a replay, the first of which is its head."""

    def change(data: bytes, _: bytes, dice: Dice) -> bytes:
        lines = unpacked(data).decode().split("\n")
        edit(lines, dice)
        return resealed("\n".join(lines).encode(errors="surrogatepass"))

    change.__name__ = edit.__name__
    return change


def headed(edit: Callable[[dict[str, Any], Dice], None]) -> Change:
    """A change of the head of a replay."""

    def change(lines: list[str], dice: Dice) -> None:
        head = json.loads(lines[0])
        edit(head, dice)
        lines[0] = json.dumps(head, ensure_ascii=False, separators=(",", ":"))

    change.__name__ = edit.__name__
    return edited(change)


def _choose(lines: list[str], dice: Dice, form: str) -> int:
    places = [place for place, line in enumerate(lines) if place and re.match(form, line)]
    return places[dice.below(len(places))]


def forge_digest(lines: list[str], dice: Dice) -> None:
    """Change a letter of a digest."""
    place = _choose(lines, dice, "=")
    letter = len(lines[place]) - 1 - dice.below(32)
    sign = "0123456789abcdef"[(int(lines[place][letter], 16) + 1 + dice.below(15)) % 16]
    lines[place] = lines[place][:letter] + sign + lines[place][letter + 1 :]


def drop_mark(lines: list[str], dice: Dice) -> None:
    """Leave a turn mark out."""
    del lines[_choose(lines, dice, "=")]


def double_mark(lines: list[str], dice: Dice) -> None:
    """Say a turn mark twice."""
    place = _choose(lines, dice, "=")
    lines.insert(place, lines[place])


def exchange_digests(lines: list[str], dice: Dice) -> None:
    """Put a digest where that of another turn stands."""
    one = _choose(lines, dice, "=")
    other = next(place for place in range(1, len(lines)) if lines[place][0] == "=" and place != one)
    lines[one] = lines[one].split()[0] + " " + lines[other].split()[1]


def give_up_earlier(lines: list[str], dice: Dice) -> None:
    """Put a surrender of somebody before a turn mark that is not the last one."""
    place = 2 + _choose(lines[1:-2], dice, "=")
    lines.insert(place, f"{dice.below(2)} {'resign' if 'welten' in lines[0] else 'surrender'}")


def unknown_order(lines: list[str], dice: Dice) -> None:
    """Order what is no order."""
    place = _choose(lines, dice, "[0-9]")
    lines[place] = lines[place][:2] + ("retreat", "1>1", "99999>99998", "move 9 path", "\x7f", "")[dice.below(6)]


def unknown_seat(lines: list[str], dice: Dice) -> None:
    """Let somebody order who does not play."""
    place = _choose(lines, dice, "[0-9]")
    lines[place] = ("2", "16", "-1", "٣", "")[dice.below(5)] + lines[place][1:]


def leading_zero(lines: list[str], dice: Dice) -> None:
    """Write a number in another way."""
    place = _choose(lines, dice, r"[0-9] .*[0-9]")
    lines[place] = lines[place][:2] + re.sub("([0-9]+)", r"0\1", lines[place][2:], count=1)


def cut_turns(lines: list[str], dice: Dice) -> None:
    """Leave the end of the log out, not the result."""
    del lines[2 + dice.below(len(lines) - 2) :]


def blank_line(lines: list[str], dice: Dice) -> None:
    """Put an empty line in."""
    lines.insert(1 + dice.below(len(lines)), "")


def other_form(lines: list[str], dice: Dice) -> None:
    """Say the same head in another form."""
    lines[0] = (lines[0].replace(":", ": "), lines[0].replace('"game"', '"g\\u0061me"'), lines[0] + " ")[dice.below(3)]


def other_seed(head: dict[str, Any], dice: Dice) -> None:
    """Claim another seed."""
    head["seed"] = (head["seed"] + 1 + dice.below(1000), -1, 1 << 64, 7.0, "7", None, True)[dice.below(7)]


def other_result(head: dict[str, Any], dice: Dice) -> None:
    """Claim another end."""
    result, kind = head["result"], dice.below(6)
    if kind == 0:
        head["result"] = None
    elif kind == 1:
        result["winner"] = 1 - result["winner"]
    elif kind == 2:
        result["places"] = result["places"][::-1]
    elif kind == 3:
        result["reason"] = ("draw", "", "\ud800", "x" * 10_000)[dice.below(3)]
    elif kind == 4:
        result["places"] = [[1], [1, 2, 3], "12", None, [1.0, 2.0]][dice.below(5)]
    else:
        head["result"] = [[], {}, 1, "won"][dice.below(4)]


def other_options(head: dict[str, Any], dice: Dice) -> None:
    """Change an option, leave one out or add one."""
    options = head["options"]
    name = sorted(options)[dice.below(len(options))]
    kind = dice.below(4)
    if kind == 0:
        del options[name]
    elif kind == 1:
        options[name] = (None, -1, 10**30, "x", [], {}, 13, 1.5)[dice.below(8)]
        if name == "turn_limit" and options[name] == 60:
            del options[name]
    elif kind == 2:
        options["".join(chr(97 + dice.below(26)) for _ in range(4))] = 1
    else:
        head["options"] = (None, [], "", {})[dice.below(4)]


def other_names(head: dict[str, Any], dice: Dice) -> None:
    """Give players that are none."""
    head["players"] = ([], ["Ada"], ["Ada", "Bo", "Cy"], ["Ada", 7], "AB", ["Ada", "\n"], None, ["Ada", ""])[
        dice.below(8)
    ]


def other_rules(head: dict[str, Any], dice: Dice) -> None:
    """Claim other rules, another game or format."""
    name = ("rules", "game", "format")[dice.below(3)]
    head[name] = ("2", "chess", 1, None, {}, "fog " * 1000)[dice.below(6)]


def other_keys(head: dict[str, Any], dice: Dice) -> None:
    """Leave a key out, or add one."""
    if dice.below(2):
        del head[sorted(head)[dice.below(len(head))]]
    else:
        head["note"] = "hello"


FILES: Final[tuple[Change, ...]] = (flip_bits, truncate, lengthen, splice, drop, insert, foreign_head)
CONTENTS: Final[tuple[Change, ...]] = (
    *map(
        edited,
        (
            forge_digest, drop_mark, double_mark, exchange_digests, give_up_earlier, unknown_order, unknown_seat,
            leading_zero, cut_turns, blank_line, other_form,
        ),
    ),
    *map(headed, (other_seed, other_result, other_options, other_names, other_rules, other_keys)),
)  # fmt: skip
