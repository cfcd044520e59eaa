"""The C64 original: how its generator differs, and the bytes of its room records."""
