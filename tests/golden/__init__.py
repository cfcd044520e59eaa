"""Golden playthroughs: whole games as plain text, kept in the repository and reviewed as a difference."""

from __future__ import annotations

import os
from pathlib import Path

HERE = Path(__file__).parent


def check_golden(name: str, text: str) -> None:
    """Compare a playthrough with the one that is kept; DUSKFALL_GOLDEN=write keeps the new one instead."""
    path = HERE / name
    if os.environ.get("DUSKFALL_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text
