"""Weltendämmerung's files: scenarios, tiles, pictures, the original's program and its saves."""
