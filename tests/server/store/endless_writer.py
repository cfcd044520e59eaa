"""Writes entries without end and reports each one that the store acknowledged.

`python -m tests.server.store.endless_writer URL [BYTES]` resumes every unfinished match. BYTES limits the size of
files, as a full disk does.
"""

from __future__ import annotations

import asyncio
import resource
import sys

from duskfall.server.store import Logged, Store, StoreFailed
from tests.server.store.records import begun, line, unfinished

MATCHES = 8


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


async def _write(store: Store, match: str, number: int) -> None:
    while True:
        await store.write(Logged(match, number, line(match, number)))
        _say(f"{match} {number}")
        number += 1


async def _write_all(store: Store) -> None:
    found = {stored.begun.match: len(stored.lines) for stored in unfinished(store)}
    for name in {f"m{number}" for number in range(MATCHES)} - set(found):
        store.write(begun(name))
        found[name] = 0
    await asyncio.gather(*[_write(store, match, number) for match, number in found.items()])


def main(url: str, limit: int | None = None) -> None:
    store = Store.open(url, patience_s=1)
    if limit is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    store.on_failure = lambda failure: _say(f"on_failure: {failure}")
    try:
        asyncio.run(_write_all(store))
    except StoreFailed as failure:
        _say(f"failed: {failure}")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
