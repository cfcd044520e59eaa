"""Pictures of replays: frames of both games, and films (GIF) made of them."""
