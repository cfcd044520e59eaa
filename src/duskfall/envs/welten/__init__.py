"""Environments of Weltendämmerung."""
