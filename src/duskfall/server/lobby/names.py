"""Reserves the names of players: one owner for each, and none that looks like the name of another player."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Callable, Iterable
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


KEPT_S: Final = 30 * 86_400
"""Seconds for which a name is kept after the last connection of its player."""
KEEPING_GAMES: Final = 5
"""Rated games that a player needs to keep a name while they are away."""


class Names:
    """Knows the owner of each name. A name is held while its player is here, and may be kept until some time later."""

    def __init__(self, reserved: Iterable[str] = (), now: Callable[[], float] = time.time) -> None:
        self._reserved = frozenset(map(skeleton, reserved))
        self._owners: dict[str, User] = {}
        self._held: dict[User, set[str]] = {}
        """Of those who are here: the name that they have, and those under which running games show them."""
        self._kept: dict[User, tuple[str, float]] = {}
        """Of those who are away: the name that they had, and until when it is theirs, in seconds since 1970."""
        self._now = now

    def hold(self, user: User, name: str) -> None:
        """Give a player who is here a name, besides those that they hold; or refuse it."""
        shape = skeleton(name)
        if shape in self._reserved or self._owner(shape) not in (None, user):
            raise Refused(Refusal.NAME_TAKEN, name, "somebody holds this name or one like it", "choose another")
        self._owners[shape] = user
        self._held.setdefault(user, set()).add(shape)
        kept = self._kept.pop(user, None)
        if kept is not None:
            self._owner(kept[0])

    def release(self, user: User, shown: Iterable[str] = ()) -> None:
        """Free the names of a player, besides those that they are still shown under and the one that they keep."""
        held = self._held.pop(user, set())
        still = held & set(map(skeleton, shown))
        if still:
            self._held[user] = still
        for shape in held - still:
            self._owner(shape)

    def keep(self, user: User, name: str, until: float) -> None:
        """Keep a name for a player who goes, unless another player has it; it takes the place of the one before."""
        shape = skeleton(name)
        if shape not in self._reserved and self._owner(shape) in (None, user):
            self._owners[shape] = user
            before = self._kept.get(user)
            self._kept[user] = shape, until
            if before is not None:
                self._owner(before[0])

    def is_taken(self, name: str) -> bool:
        """Tell whether somebody, or a bot, has a name or one like it."""
        shape = skeleton(name)
        return shape in self._reserved or self._owner(shape) is not None

    def owner(self, name: str) -> User | None:
        """Give the player who has a name or one like it; None if it is free or a bot's."""
        return self._owner(skeleton(name))

    def _owner(self, shape: str) -> User | None:
        """Give the owner of a name; one that is neither held nor kept any more is forgotten."""
        owner = self._owners.get(shape)
        if owner is None or shape in self._held.get(owner, ()):
            return owner
        kept, until = self._kept.get(owner, ("", 0.0))
        if kept == shape and self._now() < until:
            return owner
        if kept == shape:
            del self._kept[owner]
        del self._owners[shape]
        return None
