"""A server with its default limits, once with each transport, for attacks from many addresses."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.attacks.target import Target
from tests.server.running import running


@pytest.fixture(scope="package", params=["--fast-frames", "--library-frames"])
def target(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """A server that runs as anyone would run it."""
    with running(tmp_path_factory.mktemp("target"), str(request.param)) as server:
        server.wait_for_rules()
        yield Target(server)
        assert server.stop() == 0
    told = server.log
    assert "Traceback" not in told, told[told.index("Traceback") - 500 :][:3000]
