"""Keeps rooms, players and their identities, and gives each command to its handler."""
