"""The command `duskfall` and its verbs."""

from duskfall.cli.start import main

__all__ = ["main"]
