"""`duskfall arena`: one module for each verb, named after it."""

from duskfall.cli.arena.verbs import arena

__all__ = ["arena"]
