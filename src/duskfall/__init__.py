"""Duskfall: three classic tile worlds on one engine."""

from importlib.metadata import version

__version__ = version("duskfall")
