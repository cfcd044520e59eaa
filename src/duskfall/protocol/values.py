"""Defines the values that commands and options are made of, each with its bounds."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, GetPydanticSchema, StringConstraints
from pydantic_core import core_schema

STRICT: Final = ConfigDict(strict=True, extra="forbid", hide_input_in_errors=True)
"""Nothing is taken for something else, and what was sent is not sent back."""

LONGEST_NAME: Final = 24
LONGEST_ROOM_NAME: Final = 40
"""Characters, which Unicode calls code points."""
LONGEST_SHOWN: Final = 40
"""Characters of an unknown name that a refusal repeats."""

_VISIBLE: Final = r'[^<>&"\p{C}\p{Z}]'
NAME_PATTERN: Final = rf"^{_VISIBLE}+(?: +{_VISIBLE}+)*$"
"""The names that `_named` lets pass, for clients that check a name before they send it: a regular expression of
ECMAScript with the flag `u`."""

GameName: TypeAlias = Literal["fog", "welten"]
"""The playable games."""

CasualReason: TypeAlias = Literal["not asked", "options", "map", "clock", "seats", "ids"]
"""Why a game does not count for ratings: the host has not asked for it, has chosen other options than the usual ones or
the map, there is no clock, somebody has two seats, or somebody's id is too short or contains their name."""


def _named(text: object) -> object:
    """Refuse invisible characters and characters that a careless page takes for markup."""
    if isinstance(text, str) and not (text.isprintable() and text.strip() == text):
        raise ValueError("only visible characters, and no space at the ends")
    if isinstance(text, str) and set(text) & set('<>&"'):
        raise ValueError('no < > & or "')
    return text


def _tile(value: object) -> int:
    """Turn everything that is not a whole number into a tile off the map, which the rules refuse."""
    return value if type(value) is int else -1


def _seed(value: object) -> object:
    """Accept a text of digits too, since JavaScript cannot write every seed as a number."""
    return int(value) if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 20 else value


RoomId = Annotated[
    str,
    StringConstraints(min_length=1, max_length=LONGEST_ROOM_NAME),
    Field(json_schema_extra={"pattern": NAME_PATTERN}),
    BeforeValidator(_named),
]
UserId = Annotated[str, StringConstraints(min_length=3, max_length=200)]
"""The player's secret."""
Name = Annotated[
    str,
    StringConstraints(min_length=1, max_length=LONGEST_NAME),
    Field(json_schema_extra={"pattern": NAME_PATTERN}),
    BeforeValidator(_named),
]
BotName = Annotated[str, StringConstraints(max_length=40)]
Tile = Annotated[int, BeforeValidator(_tile)]
Seed = Annotated[
    int, Field(ge=0, lt=1 << 64, json_schema_extra={"type": ["integer", "string"]}), BeforeValidator(_seed)
]
MoveId = Annotated[int | Annotated[str, StringConstraints(max_length=40)] | None, Field(union_mode="left_to_right")]
"""The sender's own mark of an order, new for each order of a match."""
Token = Annotated[str, StringConstraints(max_length=400)]
"""Proof of a seat in a room."""


class NameRules(BaseModel):
    """Gives the bounds of the names of players and rooms."""

    model_config = ConfigDict(frozen=True)

    player: Name
    room: RoomId


Numbers: TypeAlias = Annotated[
    NDArray[np.int32], GetPydanticSchema(lambda _kind, _handler: core_schema.list_schema(core_schema.int_schema()))
]
"""A list of whole numbers: an array where it is written, a list where it is read."""
