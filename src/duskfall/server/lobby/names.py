"""The names that players go by: one holder each, and none that looks like another's."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from duskfall.errors import Refusal, Refused
from duskfall.server.lobby.identity import User

_TWINS: Final = str.maketrans(
    # Cyrillic and Greek letters that are drawn like Latin ones, then digits and signs that pass for letters.
    "авсԁеһіјкӏмնорԛгѕтхуѡзαβεζηικνορτυχγωρ" + "0135|!$@",
    "abcdehijklmnopqrstxywzabezniknoptuxywp" + "oiesiisa",
)
_SAME: Final = (("rn", "m"), ("vv", "w"), ("l", "i"))


def skeleton(name: str) -> str:
    """What is left of a name when everything is taken away that eyes pass over; look-alikes leave the same.

    >>> skeleton("Ada L") == skeleton("аdа-1"), skeleton("Ada") == skeleton("Ida")
    (True, False)
    """
    plain = unicodedata.normalize("NFKD", name)
    letters = "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold().translate(_TWINS)
    letters = "".join(sign for sign in letters if sign.isalnum())
    for pair, single in _SAME:
        letters = letters.replace(pair, single)
    return letters or plain


class Names:
    """Who holds which name. A player with a rating keeps its name for good, others while they are here."""

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        self._holders: dict[str, User | None] = {skeleton(name): None for name in reserved}
        self._kept: dict[User, str] = {}
        self._held: dict[User, str] = {}

    def keep(self, user: User, name: str) -> None:
        """Let a player with a rating keep a name for good."""
        shape = skeleton(name)
        if self._holders.setdefault(shape, user) == user:
            old = self._kept.get(user)
            self._kept[user] = shape
            if old not in (None, shape, self._held.get(user)):
                self._holders.pop(str(old), None)

    def hold(self, user: User, name: str) -> None:
        """Let a player have a name while it is here, or refuse it."""
        shape = skeleton(name)
        if self._holders.get(shape, user) != user:
            raise Refused(Refusal.NAME_TAKEN, name, "somebody holds this name or one like it", "choose another")
        self.release(user)
        self._holders[shape] = user
        self._held[user] = shape

    def release(self, user: User) -> None:
        """The player is neither connected nor seated any more."""
        shape = self._held.pop(user, None)
        if shape is not None and shape != self._kept.get(user):
            self._holders.pop(shape, None)
