"""Files and pictures of the worlds."""
