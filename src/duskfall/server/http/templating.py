"""Renders HTML from the Jinja2 templates in the folder `templates`; every value is escaped unless it is `Markup`."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup


def render(template: str, **values: object) -> Markup:
    """Render a template to HTML."""
    return Markup(_environment().get_template(template).render(values))  # noqa: S704  # the environment escapes


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("duskfall.server.http"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
