"""Runs rooms and matches of Fog of War."""
