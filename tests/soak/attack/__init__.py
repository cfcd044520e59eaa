"""Attacks a server with its default limits while 100 people play, and measures what they notice."""
