"""The live server: rooms, identity, limits and the wire. Rules stay below; what leaves is a view."""
