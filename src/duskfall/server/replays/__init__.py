"""Shows finished matches: timelines, points to play on from, and a cache of both."""
