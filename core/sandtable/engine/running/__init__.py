"""How play goes on: sequences and procedures, chance, views, and the game that rules see."""
