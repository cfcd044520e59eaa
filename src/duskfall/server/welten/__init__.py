"""Weltendämmerung over the wire: rooms for two, or for one at both sides, that wait for their players for days."""
