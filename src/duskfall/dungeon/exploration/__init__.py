"""Walking through a map: distances, field of view, and a walker who finds secrets."""
