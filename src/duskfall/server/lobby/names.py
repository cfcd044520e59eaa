"""Reserves the names of players: one owner for each, and none that looks like the name of another player."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from confusable_homoglyphs import confusables

from duskfall.errors import Refusal, Refused
from duskfall.server.lobby.identity import User

_MISSING: Final = {"з": "z", "η": "n", "ν": "n", "ն": "n", "ω": "w"}
"""Letters that Unicode's table of confusables gives no Latin letter or a less similar one: Cyrillic ze (Unicode has the
digit 3), Greek eta (only as H), nu (the small letter is v, the capital N), omega, and Armenian now."""
_SUBSTITUTES: Final = str.maketrans("0135|!$@", "oiesiisa")
"""Digits and signs that people write for letters. Unicode lists only some of them, since a font may tell them apart."""
_LIGATURES: Final = (("rn", "m"), ("vv", "w"), ("l", "i"))
"""Letters that look like others side by side; an l is like an I, which is an i after folding the case."""


def skeleton(name: str) -> str:
    """Reduce a name to the letters that a reader perceives; names that look alike have the same skeleton.

    >>> skeleton("Ada L") == skeleton("аdа-1"), skeleton("Ada") == skeleton("Ida")
    (True, False)
    """
    decomposed = unicodedata.normalize("NFKD", name)
    letters = "".join(sign for sign in decomposed if not unicodedata.combining(sign)).casefold()
    letters = "".join(map(_latin, letters)).translate(_SUBSTITUTES)
    letters = "".join(sign for sign in letters if sign.isalnum())
    for pair, single in _LIGATURES:
        letters = letters.replace(pair, single)
    return letters or decomposed


@lru_cache(maxsize=4096)
def _latin(letter: str) -> str:
    """The Latin letters that a folded letter looks like, small or else capital; the letter itself if there are none."""
    if letter.isascii() or letter in _MISSING:
        return _MISSING.get(letter, letter)
    for form in (letter, letter.upper()):
        found = confusables.is_confusable(form, greedy=True) or ()
        similar: list[str] = sorted(glyph["c"] for each in found for glyph in each["homoglyphs"])
        for glyphs in similar:
            if glyphs.isascii() and glyphs.isalnum():
                return glyphs.casefold()
    return letter


class Names:
    """Knows the owner of each name. Rated players keep a name for good, others while they are here."""

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        self._owners: dict[str, User | None] = {skeleton(name): None for name in reserved}
        self._kept: dict[User, str] = {}
        self._held: dict[User, str] = {}

    def keep(self, user: User, name: str) -> None:
        """Give a rated player a name for good, unless another player owns it."""
        shape = skeleton(name)
        if self._owners.setdefault(shape, user) == user:
            old = self._kept.get(user)
            self._kept[user] = shape
            if old not in (None, shape, self._held.get(user)):
                self._owners.pop(str(old), None)

    def hold(self, user: User, name: str) -> None:
        """Give a player a name while they are here, or refuse it."""
        shape = skeleton(name)
        if self._owners.get(shape, user) != user:
            raise Refused(Refusal.NAME_TAKEN, name, "somebody holds this name or one like it", "choose another")
        self.release(user)
        self._owners[shape] = user
        self._held[user] = shape

    def release(self, user: User) -> None:
        """Free the name of a player who is neither connected nor seated any more, unless they keep it for good."""
        shape = self._held.pop(user, None)
        if shape is not None and shape != self._kept.get(user):
            self._owners.pop(shape, None)
