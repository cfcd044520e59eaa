"""Environments of dungeons."""
