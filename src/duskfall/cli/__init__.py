"""The command `duskfall` and its verbs."""

from duskfall.cli.app import main

__all__ = ["main"]
