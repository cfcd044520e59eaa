"""The options of the generator and the wishes of a search, for the verbs of `duskfall dungeon` that take them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from inspect import Parameter
from typing import Annotated, Any, Final

import typer

Verb = Callable[..., None]
Given = dict[str, Any]
"""The options that were given, by name."""


def _number(kind: Any, meaning: str, default: str) -> Any:
    return Annotated[kind | None, typer.Option(help=f"{meaning}.", show_default=default)]


def _wish(meaning: str) -> Any:
    return Annotated[str | None, typer.Option(metavar="WISH", help=f"{meaning}.", show_default=False)]


MAP_OPTIONS: Final = {
    "width": _number(int, "Columns, 24 to 255", "72"),
    "height": _number(int, "Rows, 24 to 255", "72"),
    "grid": _number(int, "Cells a side, 2 to 8; a cell holds a room", "4"),
    "room_min": _number(int, "Least side of a room, 3 to 12", "4"),
    "room_max": _number(int, "Greatest side of a room, 3 to 12", "8"),
    "treasures": _number(int, "Hidden treasure chambers", "3"),
    "secret_share": _number(float, "Chance that a room with one connection is secret, 0 to 1", "0.5"),
    "loops": _number(int, "Corridors beyond the tree", "0"),
    "decoys": _number(int, "Corridors that end blind", "0"),
    "hidden_passages": _number(int, "Corridors with secret doors at both ends", "0"),
}

_TREASURES: Final = "treasures"
_CHAMBERS: Final = "treasure_chambers"
"""What a search calls the option `treasures`, since there this is a wish."""

SEARCHED_MAP_OPTIONS: Final = {
    **{name: kind for name, kind in MAP_OPTIONS.items() if name != _TREASURES},
    _CHAMBERS: _number(int, "Hidden treasure chambers of each map (--treasures of new)", "3"),
}


def of_search(given: Given) -> Given:
    """Name the options of a search as the generator does.

    >>> of_search({"treasure_chambers": 5, "width": 64})
    {'treasures': 5, 'width': 64}
    """
    return {_TREASURES if name == _CHAMBERS else name: value for name, value in given.items()}


WISHES: Final = {
    "rooms": _wish("Rooms"),
    "secret_rooms": _wish("Rooms behind a secret door"),
    "treasures": _wish("Treasure chambers"),
    "straight": _wish("Corridors without a bend"),
    "bent": _wish("Corridors with one bend"),
    "zigzag": _wish("Corridors with two bends"),
    "skipped": _wish("Pairs of rooms passed over"),
    "walkable": _wish("Walkable tiles"),
    "floors": _wish("Floor tiles"),
    "corridor_tiles": _wish("Tiles of corridors"),
    "doors": _wish("Doors, secret ones not counted"),
    "secrets": _wish("Secret tiles"),
    "walk": _wish("Steps between the stairs without secrets"),
    "longest_walk": _wish("Steps between the two rooms farthest apart on foot"),
}


def taking(**groups: Mapping[str, Any]) -> Callable[[Verb], Verb]:
    """Let a verb take groups of options; it gets those that were given as one argument for each group.

    The options of a group stand in the help where the verb has the argument.
    """

    def decorate(verb: Verb) -> Verb:
        @wraps(verb)
        def with_groups(**arguments: Any) -> None:
            for group, options in groups.items():
                values = {name: arguments.pop(name) for name in options}
                arguments[group] = {name: value for name, value in values.items() if value is not None}
            verb(**arguments)

        taken = list[Parameter]()
        for parameter in inspect.signature(verb, eval_str=True).parameters.values():
            options = groups.get(parameter.name, {})
            added = [parameter.replace(name=name, default=None, annotation=kind) for name, kind in options.items()]
            taken += added or [parameter]
        with_groups.__signature__ = inspect.Signature(taken)  # type: ignore[attr-defined]  # typer reads it, and the next line
        with_groups.__annotations__ = {parameter.name: parameter.annotation for parameter in taken}
        return with_groups

    return decorate
