"""Pictures of replays: frames of both games, and films made of them."""
