"""Benchmarks of the browser client, measured in chromium with a real server."""
