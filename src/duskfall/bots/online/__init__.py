"""Bots on a live server: build on `OnlineBot`."""

from duskfall.bots.online.client import Ending, OnlineBot

__all__ = ["Ending", "OnlineBot"]
