"""Identifies players without accounts: by a secret that only they know, of which the server keeps a keyed hash."""

from __future__ import annotations

import hashlib
import os
import secrets
from pathlib import Path
from typing import Final, NewType

from itsdangerous import BadSignature, URLSafeSerializer

from duskfall.errors import Refusal, Refused

User = NewType("User", str)
"""The hash of a player's secret. It says nothing about the secret, and only its owner is ever given it, in a token."""

_KEY_BYTES: Final = 32
_HASH_BYTES: Final = 16


class Identities:
    """Hashes the secrets of players, and signs the tokens that give seats back.

    >>> identities = Identities(bytes(32))
    >>> ada = identities.user("ada's secret")
    >>> len(ada), identities.user_of_token("den", identities.token("den", ada)) == ada
    (32, True)
    """

    def __init__(self, key: bytes) -> None:
        self._pepper = hashlib.blake2b(key, digest_size=_KEY_BYTES, person=b"duskfall user").digest()
        signing = hashlib.blake2b(key, digest_size=_KEY_BYTES, person=b"duskfall token").digest()
        self._signer = URLSafeSerializer(signing, salt="seat")

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

    def token(self, room: str, user: User) -> str:
        """Make the token that gives this player's seat in this room back."""
        token: str = self._signer.dumps([room, user])
        return token

    def user_of_token(self, room: str, token: str) -> User:
        """Give the player whose seat in a room a token gives."""
        try:
            signed = self._signer.loads(token)
        except BadSignature:
            signed = None
        if not isinstance(signed, list) or len(signed) != 2 or signed[0] != room:
            raise Refused(Refusal.NOT_OWNER, "token", f"it gives no seat in room {room}", "join with your own id")
        return User(str(signed[1]))


def _write_once(path: Path, content: bytes) -> None:
    """Write a file that only its owner may read, whole or not at all."""
    aside = path.with_name(f"{path.name}.{os.getpid()}")
    handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    aside.rename(path)
