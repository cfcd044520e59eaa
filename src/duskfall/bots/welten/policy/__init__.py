"""A compiled policy for both sides of Weltendämmerung, and the playing-out of games with it."""
