from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.clients.node_client import install_client
from tests.server.running import running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that keeps lost seats for a minute."""
    yield from _run(tmp_path_factory)


@pytest.fixture(scope="session")
def impatient_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that keeps lost seats for a second."""
    yield from _run(tmp_path_factory, "--grace", "1")


def _run(folders: pytest.TempPathFactory, *options: str) -> Iterator[str]:
    with running(folders.mktemp("server"), "--no-limits", *options) as server:
        yield server.address
        server.stop()
        assert "Traceback" not in server.log, server.log


@pytest.fixture(scope="session")
def modules() -> Path:
    """The folder with the official JavaScript client."""
    return install_client()
