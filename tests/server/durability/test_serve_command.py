"""`duskfall serve` as a person calls it: it says where it is, and what is wrong when it cannot be there."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests.command import duskfall
from tests.server.running import running


@pytest.fixture
def a_file(tmp_path: Path) -> Path:
    path = tmp_path / "file"
    path.write_text("This is no database and no folder, and longer than the head of one: " + 100 * "x")
    return path


def refused(*options: str) -> str:
    """What is said about a request that is wrong."""
    run = duskfall("serve", *options)
    assert run.code == 2, run
    assert run.out == ""
    assert "Traceback" not in run.err
    return " ".join(run.err.replace("│", " ").split())


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--port", "65536"], "Invalid value for '--port'"),
        (["--port", "http"], "Invalid value for '--port'"),
        (["--grace", "-1"], "Invalid value for '--grace'"),
        (["--patience", "0"], "Invalid value for '--patience'"),
        (["--host", 70 * "a"], ":8080: cannot be listened on"),
        (["--host", "192.0.2.1"], "192.0.2.1:8080: cannot be listened on (Cannot assign requested address)"),
        (["--db", "nonsense"], "database: the URL cannot be read"),
        (["--db", "postgresql://ann:hush@127.0.0.1:1/games"], "postgresql+psycopg://ann:***@127.0.0.1:1/games: "),
    ],
    ids=lambda value: value[-1][:20] if isinstance(value, list) else "",
)
def test_a_wrong_request_is_refused_in_one_clear_sentence(options: list[str], told: str, tmp_path: Path) -> None:
    port = [] if "8080" in told or "--port" in options else ["--port", "0"]
    said = refused("--data", str(tmp_path), *port, *options)
    assert told in said
    assert "hush" not in said


def test_a_data_folder_that_cannot_be_one_is_refused(a_file: Path) -> None:
    assert "is a file" in refused("--port", "0", "--data", str(a_file))
    assert "Not a directory" in refused("--port", "0", "--data", str(a_file / "below"))


def test_a_file_that_is_no_database_is_refused_and_left_as_it_was(a_file: Path, tmp_path: Path) -> None:
    before = a_file.read_bytes()
    assert "file is not a database" in refused("--port", "0", "--data", str(tmp_path), "--db", f"sqlite:///{a_file}")
    assert a_file.read_bytes() == before


def test_a_port_that_is_taken_is_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused("--port", str(port), "--data", str(tmp_path))
        assert (
            f"127.0.0.1:{port}: cannot be listened on (Address already in use); choose another with --host or --port"
            in said
        )


def test_a_second_server_on_the_same_database_is_refused_and_the_first_goes_on(
    database_url: str, tmp_path: Path
) -> None:
    with running(tmp_path, "--db", database_url) as server:
        assert server.address.startswith("http://127.0.0.1:")
        assert server.port > 0
        assert "in use by another server" in refused("--port", "0", "--data", str(tmp_path), "--db", database_url)
        assert server.health()["status"] == "ok"
        assert server.stop() == 0
        assert "ERROR" not in server.log


def test_it_listens_on_every_address_that_is_named(tmp_path: Path) -> None:
    with running(tmp_path, "--host", "::1") as server:
        assert server.address == f"http://[::1]:{server.port}"
        assert server.health()["status"] == "ok"
