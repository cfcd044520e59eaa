"""Runs rooms and matches of Weltendämmerung."""
