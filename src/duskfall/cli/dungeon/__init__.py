"""`duskfall dungeon`: makes maps, shows and converts them, searches for them and explores them."""

from duskfall.cli.dungeon.verbs import dungeon

__all__ = ["dungeon"]
