"""The phases that make a map from a seed."""
