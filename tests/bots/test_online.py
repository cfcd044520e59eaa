"""Bots for live servers, as far as they can be tested without a server."""

from __future__ import annotations

import pytest

from duskfall.bots.online import OnlineBot
from duskfall.bots.online.connection import Connection
from duskfall.errors import Refused


def test_without_the_package_for_connections_the_extra_that_has_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("duskfall.bots.online.connection.find_spec", lambda _: None)
    with pytest.raises(Refused, match=r"pip install 'duskfall\[online\]'"):
        OnlineBot("http://localhost:8080", "den", "Ada").run()


def test_an_unknown_dialect_is_refused_before_anything_is_sent() -> None:
    with pytest.raises(Refused, match="did you mean 'splice'"):
        OnlineBot("http://localhost:8080", "den", "Ada", dialect="slice")


def test_the_library_prints_nothing_when_a_connection_is_lost(capfd: pytest.CaptureFixture[str]) -> None:
    connection = Connection()
    connection._client.logger.error("packet queue is empty, aborting")
    connection._client.eio.logger.error("packet queue is empty, aborting")
    assert capfd.readouterr().err == ""
