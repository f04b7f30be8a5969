"""What is painted in tiles: areas, hexes, lines, terrain."""
