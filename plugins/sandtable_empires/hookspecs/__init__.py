"""Where modules can change Empires, a file for each part of the game."""
