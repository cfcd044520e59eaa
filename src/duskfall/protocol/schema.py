"""Describes the wire as one JSON Schema, from which the types of the browser client are generated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

from pydantic import TypeAdapter

from duskfall.protocol.fog.options import DungeonOptions, FogOptions
from duskfall.protocol.fog.tile_codes import Growth, SeatLimits, TileCodes
from duskfall.protocol.fog.updates import DetailedGameUpdate, GameUpdate
from duskfall.protocol.messages import GameAlreadyStarted, PlayersUpdate
from duskfall.protocol.welten.options import WeltenOptions
from duskfall.protocol.wire import COMMANDS, Message, Reply

Schema = dict[str, Any]
Mode = Literal["validation", "serialization"]

OPTIONS: Final = (FogOptions, DungeonOptions, WeltenOptions, TileCodes, SeatLimits, Growth)
"""The models whose bounds, defaults and codes the browser client uses."""

_GIVEN: Final = {kind.__name__ for kind in OPTIONS} | {kind.__name__ for kind in COMMANDS.values()}
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


def options_schema() -> Schema:
    """Describe the options of rooms with their bounds and defaults, and the codes and limits of the games."""
    inputs: list[tuple[str, Mode, TypeAdapter[Any]]] = [
        (kind.__name__, "validation", TypeAdapter(kind)) for kind in OPTIONS
    ]
    _, document = TypeAdapter.json_schemas(inputs, ref_template="#/{model}")
    schemas: Schema = document["$defs"]
    _drop_titles(schemas)
    return schemas


def members(union: Any) -> list[type[Any]]:
    """List the classes of a union, nested ones too."""
    if get_origin(union) in (UnionType, Union):
        return [kind for part in get_args(union) for kind in members(part)]
    return [union]


def _prepare(name: str, schema: Schema, omitted: Sequence[str]) -> None:
    """Say what the generator has to know: fixed lists in the words of older drafts, and which fields always come."""
    _drop_titles(schema)
    if "properties" not in schema:
        return
    schema["title"] = name
    schema["additionalProperties"] = False
    if name not in _GIVEN:
        schema["required"] = [field for field in schema["properties"] if field not in omitted]


def _drop_titles(schema: Any) -> None:
    """Leave out the titles of fields, each of which would become a type of its own."""
    if isinstance(schema, list):
        for part in schema:
            _drop_titles(part)
    if not isinstance(schema, dict):
        return
    if isinstance(schema.get("title"), str):
        del schema["title"]
    if "prefixItems" in schema:
        schema["items"] = schema.pop("prefixItems")
    for part in schema.values():
        _drop_titles(part)


def _arguments(schema: Schema) -> Schema:
    """Describe a command as the list of its arguments."""
    properties, required = schema.get("properties", {}), schema.get("required", ())
    return {"type": "array", "items": list(properties.values()), "minItems": len(required), "maxItems": len(properties)}


def _payload(kind: type[Any]) -> Schema:
    """Describe the list of arguments that a message arrives with."""
    if kind is GameAlreadyStarted:
        return {"type": "array", "items": [], "minItems": 0, "maxItems": 0}
    reference: Schema = {"$ref": f"#/definitions/{kind.__name__}"}
    if kind is PlayersUpdate:
        reference = {"type": "array", "items": {"$ref": "#/definitions/Player"}}
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
