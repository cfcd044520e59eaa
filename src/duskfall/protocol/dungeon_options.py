"""Defines the options of a dungeon, in an address as in a room."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from duskfall.dungeon import BOUNDS, Options


def _bounded(name: str) -> Any:
    bounds = BOUNDS[name]
    kind = float if name == "secret_share" else int
    return Field(ge=kind(bounds.least), le=kind(bounds.most), description=bounds.meaning)


class DungeonParameters(BaseModel):
    """Says how a dungeon is dug; an option that is not named has its default."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    profile: Literal["classic", "c64"] = "classic"
    width: Annotated[int | None, _bounded("width")] = None
    height: Annotated[int | None, _bounded("height")] = None
    grid: Annotated[int | None, _bounded("grid")] = None
    room_min: Annotated[int | None, _bounded("room_min")] = None
    room_max: Annotated[int | None, _bounded("room_max")] = None
    treasures: Annotated[int | None, _bounded("treasures")] = None
    secret_share: Annotated[float | None, _bounded("secret_share")] = None
    loops: Annotated[int | None, _bounded("loops")] = None
    decoys: Annotated[int | None, _bounded("decoys")] = None
    hidden_passages: Annotated[int | None, _bounded("hidden_passages")] = None

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of the map."""
        chosen = self.options() or Options()
        return chosen.width, chosen.height

    def options(self) -> Options | None:
        """Give the options that were named, None without any."""
        named = {name: getattr(self, name) for name in BOUNDS if getattr(self, name) is not None}
        return Options().changed(**named) if named else None
