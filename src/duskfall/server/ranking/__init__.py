"""Ranks players: ratings, which matches are rated, head-to-head tables and tournaments."""
