"""Describes the wire as one JSON Schema, from which the types of the browser client are generated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

from pydantic import TypeAdapter

from duskfall.protocol.fog.options import DungeonOptions, FogOptions
from duskfall.protocol.fog.tile_codes import FogNumbers, SeatLimits, TileCodes
from duskfall.protocol.fog.updates import DetailedGameUpdate, GameUpdate
from duskfall.protocol.messages import ChatHistory, ChatLine, GameAlreadyStarted, Player, PlayersUpdate
from duskfall.protocol.values import NameRules
from duskfall.protocol.welten.options import WeltenOptions
from duskfall.protocol.welten.tile_codes import WeltenTileCodes
from duskfall.protocol.wire import COMMANDS, Message, Reply

Schema = dict[str, Any]
Mode = Literal["validation", "serialization"]

OPTIONS: Final[dict[str, tuple[type[Any], ...]]] = {
    "names": (NameRules,),
    "fog": (FogOptions, DungeonOptions, TileCodes, SeatLimits, FogNumbers),
    "welten": (WeltenOptions, WeltenTileCodes),
}
"""The models whose bounds, defaults and codes the browser client uses, in one document for each subject: a page loads
only what it needs."""

_GIVEN: Final = {kind.__name__ for kind in (*chain(*OPTIONS.values()), *COMMANDS.values())}
"""The models that clients fill in; they may leave fields out. In all others every field comes."""


def wire_schema(answers: Iterable[type[Any]] = ()) -> Schema:
    """Describe all commands, messages and acknowledgements, and the answers that are asked for over HTTP."""
    messages = [*members(Message), GameUpdate, DetailedGameUpdate]
    sent = [*messages, *members(Reply), *answers]
    inputs: list[tuple[str, Mode, TypeAdapter[Any]]] = [
        *((event, "validation", TypeAdapter(kind)) for event, kind in COMMANDS.items()),
        *((kind.__name__, "serialization", TypeAdapter(kind)) for kind in sent),
    ]
    _, document = TypeAdapter.json_schemas(inputs, ref_template="#/definitions/{model}")
    definitions: Schema = document["$defs"]
    omitted = {kind.__name__: getattr(kind, "omitted_when_none", ()) for kind in sent}
    for name, schema in definitions.items():
        _prepare(name, schema, omitted.get(name, ()))
    arguments = {event: _arguments(definitions.pop(kind.__name__)) for event, kind in COMMANDS.items()}
    payloads = {_event(kind): _payload(kind) for kind in messages if kind is not DetailedGameUpdate}
    definitions["Commands"] = _closed(arguments, "The arguments of each event that a client may send.")
    definitions["Messages"] = _closed(payloads, "The arguments of each event that the server sends.")
    return {"definitions": definitions, "type": "object", "title": "Wire", "additionalProperties": False}


def options_schema(subject: str) -> Schema:
    """Describe the options of a game's rooms with their bounds and defaults, its codes and limits, or the names.

    Descriptions are left out: browsers load the document, and nobody reads them there.
    """
    inputs: list[tuple[str, Mode, TypeAdapter[Any]]] = [
        (kind.__name__, "validation", TypeAdapter(kind)) for kind in OPTIONS[subject]
    ]
    _, document = TypeAdapter.json_schemas(inputs, ref_template="#/{model}")
    schemas: Schema = document["$defs"]
    parts = list(_parts(schemas))
    _drop("title", parts)
    _drop("description", parts)
    return schemas


def members(union: Any) -> list[type[Any]]:
    """List the classes of a union, nested ones too."""
    if get_origin(union) in (UnionType, Union):
        return [kind for part in get_args(union) for kind in members(part)]
    return [union]


def _prepare(name: str, schema: Schema, omitted: Sequence[str]) -> None:
    """Say what the generator has to know: fixed lists in the words of older drafts, and which fields always come.

    The titles of fields are left out; each would become a type of its own.
    """
    parts = list(_parts(schema))
    _drop("title", parts)
    for part in parts:
        if "prefixItems" in part:
            part["items"] = part.pop("prefixItems")
    if "properties" not in schema:
        return
    schema["title"] = name
    schema["additionalProperties"] = False
    if name not in _GIVEN:
        schema["required"] = [field for field in schema["properties"] if field not in omitted]


def _parts(schema: Any) -> Iterator[Schema]:
    """Give a schema and all those in it."""
    if isinstance(schema, dict):
        yield schema
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from _parts(part)


def _drop(word: str, parts: Iterable[Schema]) -> None:
    """Leave out what schemas say only for people, such as "title"; a field of this name has a schema and stays."""
    for part in parts:
        if isinstance(part.get(word), str):
            del part[word]


def _arguments(schema: Schema) -> Schema:
    """Describe a command as the list of its arguments."""
    properties, required = schema.get("properties", {}), schema.get("required", ())
    return {"type": "array", "items": list(properties.values()), "minItems": len(required), "maxItems": len(properties)}


LISTS: Final[dict[type[Any], type[Any]]] = {PlayersUpdate: Player, ChatHistory: ChatLine}
"""The messages that arrive as a list, and what it is a list of."""


def _payload(kind: type[Any]) -> Schema:
    """Describe the list of arguments that a message arrives with."""
    if kind is GameAlreadyStarted:
        return {"type": "array", "items": [], "minItems": 0, "maxItems": 0}
    reference: Schema = {"$ref": f"#/definitions/{kind.__name__}"}
    if kind in LISTS:
        reference = {"type": "array", "items": {"$ref": f"#/definitions/{LISTS[kind].__name__}"}}
    if kind is GameUpdate:
        reference = {"anyOf": [reference, {"$ref": f"#/definitions/{DetailedGameUpdate.__name__}"}]}
    return {"type": "array", "items": [reference], "minItems": 1, "maxItems": 1}


def _event(kind: type[Any]) -> str:
    return str(getattr(kind, "name", None) or kind.event)


def _closed(properties: Schema, description: str) -> Schema:
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
