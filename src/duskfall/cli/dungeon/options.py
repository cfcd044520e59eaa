"""The options of the generator, for every verb of `duskfall dungeon` that makes maps."""

from __future__ import annotations

from typing import Annotated

import typer

Width = Annotated[int | None, typer.Option(help="Columns, 24 to 255.", show_default="72")]
Height = Annotated[int | None, typer.Option(help="Rows, 24 to 255.", show_default="72")]
Cells = Annotated[int | None, typer.Option(help="Cells a side, 2 to 8; a cell holds a room.", show_default="4")]
RoomMin = Annotated[int | None, typer.Option(help="Least side of a room, 3 to 12.", show_default="4")]
RoomMax = Annotated[int | None, typer.Option(help="Greatest side of a room, 3 to 12.", show_default="8")]
SecretShare = Annotated[
    float | None, typer.Option(help="Chance that a room with one connection is secret, 0 to 1.", show_default="0.5")
]
Loops = Annotated[int | None, typer.Option(help="Corridors beyond the tree.", show_default="0")]
Decoys = Annotated[int | None, typer.Option(help="Corridors that end blind.", show_default="0")]
HiddenPassages = Annotated[int | None, typer.Option(help="Corridors with secret doors at both ends.", show_default="0")]
