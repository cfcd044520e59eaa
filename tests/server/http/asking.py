"""An HTTP client for tests."""

from __future__ import annotations

import json
from dataclasses import dataclass
from email.message import Message
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


@dataclass(frozen=True)
class Answer:
    """A response."""

    status: int
    headers: Message
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of a refusal."""
        assert set(self.json) == {"code", "message"}
        return str(self.json["code"])


def get(address: str, method: str = "GET", headers: dict[str, str] | None = None, data: bytes | None = None) -> Answer:
    """Send a request; a refusal is an answer too."""
    try:
        with urlopen(Request(address, method=method, headers=headers or {}, data=data), timeout=60) as response:
            return Answer(response.status, response.headers, response.read())
    except HTTPError as error:
        with error:
            return Answer(error.code, error.headers, error.read())
