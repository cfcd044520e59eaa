"""Shows finished matches: timelines, single turns, points to play on from, and a cache of all three."""
