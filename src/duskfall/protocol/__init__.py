"""Defines all that crosses a wire: commands, messages, updates, patches and bounds."""
