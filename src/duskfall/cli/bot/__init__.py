"""`duskfall bot`: bots on live servers."""

from duskfall.cli.bot.verbs import bot

__all__ = ["bot"]
