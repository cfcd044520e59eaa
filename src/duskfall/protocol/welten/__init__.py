"""Defines the wire format of Weltendämmerung."""
