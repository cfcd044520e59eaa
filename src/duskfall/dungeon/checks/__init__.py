"""Validation: the invariants of a map, one module for each subject."""
