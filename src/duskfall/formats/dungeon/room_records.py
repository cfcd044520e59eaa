"""The rooms of a map alone, as the records of the original: 42 bytes each."""

from __future__ import annotations

from duskfall.dungeon import pack_rooms
from duskfall.errors import Refusal, Refused
from duskfall.formats.dungeon.views import Sheet


def write_rooms(sheet: Sheet) -> bytes:
    """Writes the room records; refuses a map of which only the tiles are known."""
    if not sheet.dungeon.rooms:
        raise Refused(
            Refusal.IMPOSSIBLE,
            "rooms",
            "only the tiles of this map are known",
            "make the map from its seed, or load it from JSON",
        )
    return pack_rooms(sheet.dungeon.rooms)
