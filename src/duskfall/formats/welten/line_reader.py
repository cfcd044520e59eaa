"""Reads hand-written text files line by line; every refusal names the file, the line and the column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NoReturn

from duskfall.errors import Refusal, Refused
from duskfall.formats.files import read_at_most

LARGEST_TEXT: Final = 1_000_000
"""Bytes. The largest map with all its units, tiles and comments needs less than a quarter of it."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a file, with its source and number for refusals."""

    source: str
    number: int
    text: str

    def refuse(self, reason: str, cure: str = "", *, column: int = 1, code: Refusal = Refusal.MALFORMED) -> NoReturn:
        """Refuses the file because of this line; columns count from 1.

        >>> Line("my.land", 7, "name").refuse("no name follows", column=5)
        Traceback (most recent call last):
        duskfall.errors.Refused: my.land, line 7, column 5: no name follows
        """
        raise Refused(code, f"{self.source}, line {self.number}, column {column}", reason, cure)

    def words(self) -> list[tuple[int, str]]:
        """Returns the words of the line, each with its column.

        >>> Line("my.land", 1, "S 3,4  5,6").words()
        [(1, 'S'), (3, '3,4'), (8, '5,6')]
        """
        return [(match.start() + 1, match.group()) for match in re.finditer(r"\S+", self.text)]

    def place(self, column: int, word: str) -> tuple[int, int]:
        """Reads a place written as x,y.

        >>> Line("my.land", 1, "12,30").place(1, "12,30")
        (12, 30)
        """
        if not re.fullmatch(r"[0-9]{1,3},[0-9]{1,3}", word):
            self.refuse(f"{word!r} is no place", "a place is written as column,row: 12,30", column=column)
        x, _, y = word.partition(",")
        return int(x), int(y)


def content_lines(text: str, source: str) -> Iterator[Line]:
    """Yields the lines with content: skips blank ones and comments, which start with `;`."""
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        told = line.rstrip()
        if told and not told.startswith(";"):
            yield Line(source, number, told)


def read_text(path: Path) -> str:
    """Reads the text of a file of bounded size, or refuses it with the reason."""
    data = read_at_most(path, LARGEST_TEXT)
    if len(data) > LARGEST_TEXT:
        raise Refused(Refusal.OUT_OF_RANGE, path, f"the file has more than {LARGEST_TEXT} bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].split(b"\n")
        Line(str(path), len(before), "").refuse(
            "the file is not text in UTF-8", column=len(before[-1].decode("utf-8", "replace")) + 1
        )
