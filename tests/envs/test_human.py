"""Render mode `human`: the replay page of an episode opens in the browser when it ends, and closes with it."""

from __future__ import annotations

import json
import os
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest

from duskfall.envs import fog_of_war_v0


def test_the_replay_page_opens_when_an_episode_ends_and_its_server_ends_with_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = tmp_path / "browser"
    os.mkfifo(tmp_path / "opened")
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {tmp_path}/opened\n', encoding="utf-8")
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(browser))
    monkeypatch.setenv("DISPLAY", ":99")
    environment = fog_of_war_v0.parallel_env(render_mode="human", width=12, height=12, turn_limit=5)
    environment.reset(seed=1)
    assert environment.render() is None
    while environment.agents:
        environment.step({})
    try:
        page = (tmp_path / "opened").read_text(encoding="utf-8")  # waits for the browser
        address = urlsplit(page)
        with urllib.request.urlopen(f"http://{address.netloc}/api{address.path}") as answer:
            card = json.load(answer)
        assert (card["game"], card["turns"], card["players"]) == ("fog", 5, ["seat 0", "seat 1"])
        with urllib.request.urlopen(f"http://{address.netloc}/api{address.path}/verify") as answer:
            assert json.load(answer)["ok"]
    finally:
        environment.close()
    assert not [child for child in psutil.Process().children() if "watch" in child.cmdline()]
