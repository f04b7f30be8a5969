"""Where modules can change the game."""
