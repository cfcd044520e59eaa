"""`make shots`: the pictures of the browser client in the README and the docs, taken from a running server."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.server.running import running
from tests.web.finished_matches import showcase, store_matches
from tests.web.rated_games import prepare
from tests.web.shots.arena import shoot_arena, shoot_docs
from tests.web.shots.dungeon import shoot_dungeon
from tests.web.shots.fog import FOG
from tests.web.shots.replays import shoot_replays
from tests.web.shots.title import TITLE
from tests.web.shots.welten import shoot_welten
from tests.web.visitors import launch

SHOTS = (*FOG, *TITLE, shoot_welten, shoot_dungeon, shoot_replays, shoot_arena, shoot_docs)


def main(folder: Path) -> None:
    """Take all pictures."""
    with tempfile.TemporaryDirectory() as data:
        prepare(Path(data))
        store_matches(Path(data), showcase())
        with running(Path(data), "--no-limits") as server, sync_playwright() as playwright:
            browser = launch(playwright)
            for shoot in SHOTS:
                shoot(browser, server.address, folder)
            browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
