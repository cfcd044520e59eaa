"""The live server: rooms, identity, limits and the durable memory of every match."""
