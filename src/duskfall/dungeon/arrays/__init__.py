"""The arrays that kernels work on, and their translation to and from records."""
