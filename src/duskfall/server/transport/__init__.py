"""Carries packets between clients and the lobby: connections, encoding, limits and headers."""
