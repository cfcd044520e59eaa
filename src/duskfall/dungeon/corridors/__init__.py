"""Corridors: their shapes, how they are dug, and the spanning tree of rooms that they form."""
