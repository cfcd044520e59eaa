"""The page for authors of bots names everything that a class is given, and every kind of fault."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from duskfall import fog, welten
from duskfall.bots import Deadline, FaultKind

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
CLASS = PAGE.split("\n## A class in Python\n")[1].split("\n## ")[0]


def named(title: str) -> set[str]:
    """The words that a section marks as code."""
    return set(re.findall(r"`(\w+)`", PAGE.split(f"\n### {title}\n")[1].split("\n##")[0]))


@pytest.mark.parametrize(("title", "view"), [("Fog of War", fog.View), ("Weltendämmerung", welten.View)])
def test_every_attribute_of_a_view_is_described(title: str, view: type) -> None:
    properties = {name for name, value in vars(view).items() if isinstance(value, property)}
    wire_only = {"numbers"}  # the parts of it have names of their own
    assert {field.name for field in fields(view)} | properties <= named(title) | wire_only


def test_every_field_of_a_deadline_is_described() -> None:
    assert all(f"`{field.name}`" in CLASS for field in fields(Deadline))


def test_every_kind_of_fault_is_described_and_no_other() -> None:
    table = PAGE.split("\n### Faults\n")[1].split("\n### ")[0]
    assert set(re.findall(r"^\| `(\w+)`", table, re.MULTILINE)) == set(FaultKind)
