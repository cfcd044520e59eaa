"""The values that commands are made of, each with its bounds."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import BeforeValidator, ConfigDict, Field, StringConstraints

STRICT: Final = ConfigDict(strict=True, extra="forbid", hide_input_in_errors=True)
"""Nothing is taken for something else, and what was sent is not sent back."""


def _named(text: object) -> object:
    """What others will read as a name: nothing invisible, and nothing that a careless page takes for markup."""
    if isinstance(text, str) and not (text.isprintable() and text.strip() == text):
        raise ValueError("only visible characters, and no space at the ends")
    if isinstance(text, str) and set(text) & set('<>&"'):
        raise ValueError('no < > & or "')
    return text


def _tile(value: object) -> int:
    """A tile as the sender gives it; whatever is no whole number lies off the map, and the rules say so."""
    return value if type(value) is int else -1


def _seed(value: object) -> object:
    """JavaScript cannot write every seed as a number, so a text of digits is one too."""
    return int(value) if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 20 else value


RoomId = Annotated[str, StringConstraints(min_length=1, max_length=40), BeforeValidator(_named)]
UserId = Annotated[str, StringConstraints(min_length=3, max_length=200)]
"""The player's secret."""
Name = Annotated[str, StringConstraints(min_length=1, max_length=24), BeforeValidator(_named)]
Tile = Annotated[int, BeforeValidator(_tile)]
Seed = Annotated[int, Field(ge=0, lt=1 << 64), BeforeValidator(_seed)]
MoveId = Annotated[int | Annotated[str, StringConstraints(max_length=40)] | None, Field(union_mode="left_to_right")]
Token = Annotated[str, StringConstraints(max_length=400)]
"""What gives a seat back."""
