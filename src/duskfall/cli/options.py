"""Options that several verbs take, and the parsing of NAME=VALUE."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias

import typer

from duskfall.errors import Malformed

Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]


def named_values(texts: Sequence[str], owner: str, example: str) -> dict[str, Any]:
    """Read options written as NAME=VALUE; `owner` and `example` explain them to a user who writes something else.

    >>> named_values(["width=20", "half=false", "rules=guide"], "a game", "width=20")
    {'width': 20, 'half': False, 'rules': 'guide'}
    """
    values: dict[str, Any] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign:
            raise Malformed(text, f"not an option of {owner}", f"write NAME=VALUE, for example {example}")
        try:
            values[name] = json.loads(value)
        except ValueError:
            values[name] = value
    return values
