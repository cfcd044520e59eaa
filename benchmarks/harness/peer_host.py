"""Answers requests to measure, one line of JSON each, for the measuring script of a peer.

Runs in the peer's own environment, where nothing of this project is installed: it stands alone
and needs Python's library only. Started as `python -P peer_host.py SCRIPT`, it says hello with
the versions of the script's DISTRIBUTIONS, and then for every line

    {"measure": "game_step", "seconds": 1.0, "options": {"side": 30}}

calls MEASURES["game_step"](1.0, side=30), which returns work and seconds, and answers

    {"work": 6500, "seconds": 1.01}    or    {"error": "KeyError: 'game_step'"}

until its input ends. A peer in another language may speak the same lines without this host.
"""

import importlib.metadata
import importlib.util
import json
import os
import platform
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any, TextIO


def main(script: str) -> None:
    """Say hello, then answer until the input ends."""
    replies = _claim_stdout()
    peer = _load(Path(script))
    versions = {"python": platform.python_version()}
    for name in getattr(peer, "DISTRIBUTIONS", ()):
        versions[name] = importlib.metadata.version(name)
    _reply(replies, {"hello": versions})
    for line in sys.stdin:
        _reply(replies, _answer(peer, json.loads(line)))


def _claim_stdout() -> TextIO:
    """Keep stdout for the answers, and send what anything else prints to stderr.

    Some packages greet on import; the descriptor itself is moved, since libraries written in C
    print past `sys.stdout`.
    """
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return replies


def _load(script: Path) -> ModuleType:
    """Load by path: were the script's folder on the path, a script could hide its own package."""
    spec = importlib.util.spec_from_file_location("peer_script", script)
    if spec is None or spec.loader is None:
        raise ImportError(f"{script.name} is not a Python script")
    module = importlib.util.module_from_spec(spec)
    sys.modules["peer_script"] = module
    spec.loader.exec_module(module)
    return module


def _answer(peer: ModuleType, request: dict[str, Any]) -> dict[str, object]:
    try:
        measure = peer.MEASURES[request["measure"]]
        work, seconds = measure(request["seconds"], **request["options"])
    except Exception as error:  # noqa: BLE001 - one failed measure must not end the others
        traceback.print_exc()
        return {"error": f"{type(error).__name__}: {error}"}
    return {"work": float(work), "seconds": float(seconds)}


def _reply(replies: TextIO, answer: dict[str, object]) -> None:
    replies.write(json.dumps(answer) + "\n")
    replies.flush()


if __name__ == "__main__":
    main(sys.argv[1])
