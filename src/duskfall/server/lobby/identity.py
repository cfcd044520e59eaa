"""Identifies players without accounts: by a secret that only they know, of which the server keeps a keyed hash."""

from __future__ import annotations

import hashlib
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NewType

from itsdangerous import BadSignature, SignatureExpired, URLSafeTimedSerializer

from duskfall.errors import Refusal, Refused

User = NewType("User", str)
"""The hash of a player's secret. It says nothing about the secret, and only its owner is ever given it, in a token."""

SECURE_LENGTH: Final = 16
"""Characters that an id needs at least for rated games; older clients play casual ones with shorter ids."""
TOKEN_S: Final = 86_400
"""Seconds for which a token gives a seat back; after that the id does."""
_KEY_BYTES: Final = 32
_HASH_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class SeatToken:
    """Proof of a seat: the player, and which of the seat's tokens it is. Only the newest one is good."""

    user: User
    number: int


def is_secure(secret: str, name: str) -> bool:
    """Tell whether an id is long enough for rated games, and not made of the name that everyone sees.

    A name of a single character is in many an id by chance, and tells nothing.

    >>> is_secure("bot_Ada_1767225600000", "ada"), is_secure("7", "Ada"), is_secure("4f1c9a0be27d4c63", "Ada")
    (False, False, True)
    """
    return len(secret) >= SECURE_LENGTH and not (len(name) > 1 and name.casefold() in secret.casefold())


class Identities:
    """Hashes the secrets of players, and signs the tokens that give seats back.

    >>> identities = Identities(bytes(32))
    >>> ada = identities.user("ada's secret")
    >>> len(ada), identities.read_token("den", identities.token("den", ada, 3)) == SeatToken(ada, 3)
    (32, True)
    """

    def __init__(self, key: bytes) -> None:
        self._pepper = hashlib.blake2b(key, digest_size=_KEY_BYTES, person=b"duskfall user").digest()
        signing = hashlib.blake2b(key, digest_size=_KEY_BYTES, person=b"duskfall token").digest()
        self._signer = URLSafeTimedSerializer(signing, salt="seat")

    @classmethod
    def of_folder(cls, folder: Path) -> Identities:
        """Use the key that is kept in a folder; it is made if it is missing."""
        path = folder / "secret.key"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                _write_once(path, secrets.token_bytes(_KEY_BYTES))
            key = path.read_bytes()
        except OSError as error:
            raise Refused(
                Refusal.UNREADABLE, path, f"the server's secret cannot be kept there ({error.strerror or error})",
                "name another folder with --data",
            ) from error  # fmt: skip
        if len(key) != _KEY_BYTES:
            raise Refused(
                Refusal.MALFORMED, path, f"a secret has {_KEY_BYTES} bytes, this one {len(key)}",
                "restore the file; without it nobody's seat or name is recognised",
            )  # fmt: skip
        return cls(key)

    def user(self, secret: str) -> User:
        """Give the player that a secret belongs to."""
        secret_bytes = secret.encode("utf-8", errors="surrogatepass")
        return User(hashlib.blake2b(secret_bytes, key=self._pepper, digest_size=_HASH_BYTES).hexdigest())

    @staticmethod
    def new_secret() -> str:
        """Make a secret for a guest."""
        return secrets.token_urlsafe(24)

    def token(self, room: str, user: User, number: int) -> str:
        """Make the token that gives this player's seat in this room back: the n-th one of the seat."""
        token: str = self._signer.dumps([room, user, number])
        return token

    def read_token(self, room: str, token: str) -> SeatToken | None:
        """Read a token of a room; None if it has expired. A text that is none is refused."""
        try:
            signed = self._signer.loads(token, max_age=TOKEN_S)
        except SignatureExpired:
            return None
        except BadSignature:
            signed = None
        match signed:
            case [str(signed_room), str(user), int(number)] if signed_room == room:
                return SeatToken(User(user), number)
        raise Refused(Refusal.NOT_OWNER, "token", f"it gives no seat in room {room}", "join with your own id")


def _write_once(path: Path, content: bytes) -> None:
    """Write a file that only its owner may read, whole or not at all."""
    aside = path.with_name(f"{path.name}.{os.getpid()}")
    handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    aside.rename(path)
