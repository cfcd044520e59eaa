"""How the client's files and large answers are sent: compressed, kept by browsers, and found by their hashes."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest
from fastapi import Request
from starlette.datastructures import Headers

from duskfall.server.http.compression import LEAST_BYTES, MOST_HEADER, accepts
from duskfall.server.http.pages import CLIENT, client_files
from duskfall.server.http.static_files import StaticFile
from tests.server.http.asking import Answer, get
from tests.server.http.conftest import Site

GZIP = {"accept-encoding": "gzip"}
SCRIPT = next(path for path in sorted((CLIENT / "client").iterdir()) if path.suffix == ".js")
FONT = next(path for path in sorted((CLIENT / "client").iterdir()) if path.suffix == ".woff2")
KEPT_NAMES = ("index.html", "icon.svg", "licences.txt", "demo/fog.json", "demo/welten.png")
"""Files whose names stay the same when they change."""


def address(site: Site, path: Path) -> str:
    return f"{site.server.address}/{path.relative_to(CLIENT).as_posix()}"


def request(**headers: str) -> Request:
    sent = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "method": "GET", "headers": sent})


def validators(answer: Answer) -> dict[str, str | None]:
    return {name: answer.headers[name] for name in ("cache-control", "etag", "vary")}


@pytest.mark.parametrize(
    ("sent", "accepted"),
    [
        ("gzip, deflate, br, zstd", True), ("GZIP", True), ("x-gzip", True), ("br;q=1.0, gzip;q=0.8", True),
        ("gzip ; q=0.001", True), ("*", True), ("*;q=0.5", True), ("identity;q=0.5, *;q=0.5", True),
        ("", False), ("br", False), ("identity", False), ("gzip;q=0", False), ("gzip;q=0.000", False),
        ("gzip;q=0, *", False), ("*;q=0", False), ("gzip;q=0.5, identity", False), ("gzip;q=much", False),
        ("notgzip", False), (";,;q=1,,=", False), ("gzip," + "x," * MOST_HEADER, False),
    ],
)  # fmt: skip
def test_gzip_is_sent_to_clients_that_accept_it_and_like_it_no_less(sent: str, accepted: bool) -> None:
    assert accepts(Headers({"accept-encoding": sent}), "gzip") is accepted


def test_a_header_in_two_lines_is_one_header() -> None:
    raw = [(b"accept-encoding", b"br"), (b"accept-encoding", b"gzip")]
    assert accepts(Headers(raw=raw), "gzip")
    assert not accepts(Headers({}), "gzip")


def test_hashed_files_are_kept_for_good_and_others_are_asked_about(site: Site) -> None:
    for name in (name for name in client_files() if name.startswith("client/")):
        assert get(f"{site.server.address}/{name}").headers["cache-control"] == "public, max-age=31536000, immutable"
    for name in KEPT_NAMES:
        assert get(f"{site.server.address}/{name}").headers["cache-control"] == "no-cache", name
    assert get(f"{site.server.address}/fog/green-oak").headers["cache-control"] == "no-cache"


def test_text_is_compressed_for_those_who_accept_it(site: Site) -> None:
    for path in (SCRIPT, *(CLIENT / name for name in KEPT_NAMES if not name.endswith(".png"))):
        plain, packed = get(address(site, path)), get(address(site, path), headers=GZIP)
        assert plain.body == path.read_bytes() == gzip.decompress(packed.body), path
        assert (plain.headers["content-encoding"], packed.headers["content-encoding"]) == (None, "gzip")
        assert int(packed.headers["content-length"]) == len(packed.body) < len(plain.body)
        assert plain.headers["vary"] == packed.headers["vary"] == "accept-encoding"
        assert plain.headers["content-type"] == packed.headers["content-type"]
        assert plain.headers["etag"] != packed.headers["etag"]


@pytest.mark.parametrize(
    ("sent", "coding"),
    [("gzip, deflate, br, zstd", "br"), ("br", "br"), ("*", "br"), ("gzip, br;q=0", "gzip"), ("identity", None)],
)
def test_scripts_go_with_brotli_where_it_is_accepted(site: Site, sent: str, coding: str | None) -> None:
    answer = get(address(site, SCRIPT), headers={"accept-encoding": sent})
    copy = SCRIPT.with_name(SCRIPT.name + ".br")
    bodies = {"br": copy.read_bytes(), "gzip": gzip.compress(SCRIPT.read_bytes(), mtime=0), None: SCRIPT.read_bytes()}
    assert (answer.headers["content-encoding"], answer.body) == (coding, bodies[coding])
    assert (answer.headers["vary"], answer.headers["content-type"]) == (
        "accept-encoding",
        "text/javascript; charset=utf-8",
    )
    assert get(address(site, copy)).status == 404


def test_pictures_and_fonts_are_sent_as_they_are(site: Site) -> None:
    for path, media_type in ((FONT, "font/woff2"), (CLIENT / "demo" / "welten.png", "image/png")):
        answer = get(address(site, path), headers=GZIP)
        assert answer.body == path.read_bytes()
        assert (answer.headers["content-encoding"], answer.headers["vary"]) == (None, None)
        assert answer.headers["content-type"] == media_type


@pytest.mark.parametrize("headers", [{}, GZIP])
def test_head_has_the_headers_of_the_file_and_no_body(site: Site, headers: dict[str, str]) -> None:
    for path in (SCRIPT, FONT, CLIENT / "index.html"):
        got, head = (get(address(site, path), method, headers) for method in ("GET", "HEAD"))
        assert (head.status, head.body) == (200, b"")
        assert validators(head) == validators(got)
        assert head.headers["content-length"] == str(len(got.body))
        assert head.headers["content-encoding"] == got.headers["content-encoding"]


@pytest.mark.parametrize("headers", [{}, GZIP])
def test_a_browser_that_has_the_file_is_told_so(site: Site, headers: dict[str, str]) -> None:
    for name in ("index.html", "demo/welten.png", SCRIPT.relative_to(CLIENT).as_posix(), "fog/green-oak"):
        at = f"{site.server.address}/{name}"
        got = get(at, headers=headers)
        tag = got.headers["etag"]
        for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
            again = get(at, headers={**headers, "if-none-match": known})
            assert (again.status, again.body) == (304, b""), known
            assert validators(again) == validators(got)
        for unknown in ('"other"', tag.replace('"', ""), ""):
            assert get(at, headers={**headers, "if-none-match": unknown}).status == 200, unknown


def test_a_browser_with_the_other_encoding_gets_the_file(site: Site) -> None:
    at = f"{site.server.address}/index.html"
    plain, packed = get(at), get(at, headers=GZIP)
    assert get(at, headers={"if-none-match": packed.headers["etag"]}).status == 200
    assert get(at, headers={**GZIP, "if-none-match": plain.headers["etag"]}).status == 200


def test_the_tag_depends_on_the_content_alone(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.js", "b.js", "c.js")]
    for file, content in zip(files, ("one", "one", "two"), strict=True):
        file.write_text(content)
    tags = [StaticFile.read(file).response(request()).headers["etag"] for file in files]
    assert tags[0] == tags[1] != tags[2]


def test_a_script_of_an_older_client_is_gone(site: Site) -> None:
    for name in ("client/fog-room-00000000.js", "client/", "demo/none.json", "client/../index.html"):
        answer = get(f"{site.server.address}/{name}", headers=GZIP)
        assert (answer.status, answer.code) == (404, "NO_SUCH"), name
        assert answer.headers["cache-control"] == "no-store"


def test_a_file_is_compressed_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    calls = list[bytes]()
    compress = gzip.compress

    def counting(data: bytes, *, mtime: float) -> bytes:
        calls.append(data)
        return compress(data, mtime=mtime)

    monkeypatch.setattr(gzip, "compress", counting)
    (tmp_path / "a.js").write_bytes(b"let a;" * 100)
    (tmp_path / "b.png").write_bytes(b"picture" * 100)
    script, picture = StaticFile.read(tmp_path / "a.js"), StaticFile.read(tmp_path / "b.png")
    for _ in range(5):
        answer = script.response(request(accept_encoding="gzip"))
        assert (answer.headers["content-encoding"], gzip.decompress(answer.body)) == ("gzip", b"let a;" * 100)
        assert "content-encoding" not in picture.response(request(accept_encoding="gzip")).headers
    assert calls == [b"let a;" * 100]


def test_the_client_is_held_in_memory_once_and_takes_little_of_it() -> None:
    files = client_files()
    assert files is client_files()
    assert sum(len(file.content) + sum(map(len, file.compressed.values())) for file in files.values()) < 2 << 20


def test_what_gzip_makes_longer_is_sent_as_it_is() -> None:
    file = StaticFile.of(b"x", "text/plain")
    answer = file.response(request(accept_encoding="gzip"))
    assert (answer.body, "content-encoding" in answer.headers, "vary" in answer.headers) == (b"x", False, False)


def test_large_answers_of_the_api_are_compressed(site: Site) -> None:
    at = f"{site.server.address}/api/scenarios/default"
    plain, packed = get(at), get(at, headers=GZIP)
    assert len(plain.body) > LEAST_BYTES
    assert (plain.headers["content-encoding"], packed.headers["content-encoding"]) == (None, "gzip")
    assert json.loads(gzip.decompress(packed.body)) == plain.json
    assert packed.headers["content-length"] == str(len(packed.body))
    assert plain.headers["vary"].lower() == packed.headers["vary"].lower() == "accept-encoding"
    assert get(at, headers={"accept-encoding": "gzip;q=0, *"}).body == plain.body


def test_small_answers_pictures_and_replays_are_sent_as_they_are(site: Site) -> None:
    for path in ("/api/health", "/api/tiles.png", "/api/dungeons/7.d64", f"/api/replays/{site.fog}/file"):
        answer = get(f"{site.server.address}{path}", headers=GZIP)
        assert (answer.status, answer.headers["content-encoding"]) == (200, None), path


def test_polling_is_left_to_socket_io(site: Site) -> None:
    answer = get(f"{site.server.address}/socket.io/?EIO=4&transport=polling", headers=GZIP)
    assert (answer.status, answer.headers["content-encoding"], answer.headers["vary"]) == (200, None, None)


def test_a_timeline_is_not_forced_on_clients_that_refuse_gzip(site: Site) -> None:
    at = f"{site.server.address}/api/replays/{site.fog}/film"
    plain, packed = get(at, headers={"accept-encoding": "gzip;q=0"}), get(at, headers=GZIP)
    assert plain.json == json.loads(gzip.decompress(packed.body))
    assert packed.headers["content-encoding"] == "gzip"


def test_pages_of_the_documentation_are_compressed_and_known_by_their_content(site: Site) -> None:
    for path, media_type in (
        ("/docs", "text/html; charset=utf-8"), ("/docs/protocol", "text/html; charset=utf-8"),
        ("/docs/style.css", "text/css; charset=utf-8"), ("/docs/examples/bots/ranger.js", "text/plain; charset=utf-8"),
    ):  # fmt: skip
        plain, packed = get(f"{site.server.address}{path}"), get(f"{site.server.address}{path}", headers=GZIP)
        assert gzip.decompress(packed.body) == plain.body
        assert (plain.headers["content-type"], plain.headers["cache-control"]) == (media_type, "no-cache")
        known = {**GZIP, "if-none-match": packed.headers["etag"]}
        assert get(f"{site.server.address}{path}", headers=known).status == 304
    assert re.search(rb'src="/client/index-\w+\.js"', get(f"{site.server.address}/docs").body)
    assert get(f"{site.server.address}/docs/nothing", headers={"if-none-match": "*"}).status == 404
