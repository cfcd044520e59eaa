from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.clients.serving import install_client, serving


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a server that keeps lost seats for a minute."""
    with serving() as address:
        yield address


@pytest.fixture(scope="session")
def impatient_server() -> Iterator[str]:
    """The address of a server that keeps lost seats for a second."""
    with serving("--grace", "1") as address:
        yield address


@pytest.fixture(scope="session")
def modules() -> Path:
    """The folder with the official JavaScript client."""
    return install_client()
