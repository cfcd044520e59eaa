"""Runs the long checks with their full counts, one after the other or by name: `make soak ONLY="attack kills"`."""
