"""Defines the wire format of Fog of War."""
