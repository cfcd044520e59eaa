"""Renders the templates of the report. Values are escaped, so a bot's name is text and never markup."""

from __future__ import annotations

from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined

_TEMPLATES: Final = Environment(
    loader=PackageLoader("duskfall.arena.report"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def render(template: str, **values: object) -> str:
    """Fill in a template of `templates/`."""
    return _TEMPLATES.get_template(template).render(values)
