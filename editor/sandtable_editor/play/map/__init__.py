"""The game's map in play, and what stands beside it."""
