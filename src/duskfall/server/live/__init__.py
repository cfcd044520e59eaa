"""Runs matches: their logs, clocks, spectators and bots."""
