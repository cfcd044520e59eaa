"""Environments of Fog of War."""
