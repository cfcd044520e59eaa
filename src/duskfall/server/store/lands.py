"""Keeps large options (lands and maps of one's own) once, by their hash, however many matches are played on them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Final

import orjson
from sqlalchemy import select
from sqlalchemy.engine import Connection

from duskfall.server.store.records import JsonObject
from duskfall.server.store.schema import lands

INLINE_BYTES: Final = 200
"""An option that takes no more than this as JSON is kept in the row of its match."""

REFERENCE: Final = "land"
"""An option that is an object with this key alone stands for the land with the hash that it holds."""

_HASH_BYTES: Final = 16


def shortened(options: Mapping[str, Any], found: dict[str, str]) -> str:
    """Returns options as JSON with references instead of large values, which are added to `found` by their hashes.

    >>> found: dict[str, str] = {}
    >>> shortened({"rules": "guide", "scenario": "land " * 50}, found)
    '{"rules":"guide","scenario":{"land":"bff6e33fe01d1b7cacc5c4398d6090a1"}}'
    >>> len(found["bff6e33fe01d1b7cacc5c4398d6090a1"])
    252
    """
    short = {}
    for name, value in options.items():
        text = orjson.dumps(value)
        if len(text) > INLINE_BYTES:
            key = hashlib.blake2b(text, digest_size=_HASH_BYTES).hexdigest()
            found[key] = text.decode()
            short[name] = {REFERENCE: key}
        else:
            short[name] = value
    return orjson.dumps(short).decode()


def kept_lands(texts: Iterable[str], connection: Connection) -> dict[str, Any]:
    """Returns the large values that options as JSON refer to, by their hashes; damaged ones refer to nothing."""
    wanted = set[str]()
    for text in texts:
        with suppress(ValueError, TypeError):
            wanted |= {key for value in _json_object(text).values() if (key := _reference(value)) is not None}
    if not wanted:
        return {}
    kept = connection.execute(select(lands.c.hash, lands.c.content).where(lands.c.hash.in_(wanted)))
    return {key: orjson.loads(content) for key, content in kept}


def completed(text: str, known: Mapping[str, Any]) -> JsonObject:
    """Reads options from JSON, with the large values in place of their references.

    >>> completed('{"rules":"guide","scenario":{"land":"bff6"}}', {"bff6": "land land"})
    {'rules': 'guide', 'scenario': 'land land'}
    """
    options = _json_object(text)
    for name, value in options.items():
        key = _reference(value)
        if key is not None:
            options[name] = known[key]
    return options


def _json_object(text: str) -> JsonObject:
    value = orjson.loads(text)
    if not isinstance(value, dict):
        raise TypeError(f"{text[:40]!r} is no JSON object")
    return value


def _reference(value: object) -> str | None:
    return str(value[REFERENCE]) if isinstance(value, dict) and list(value) == [REFERENCE] else None
