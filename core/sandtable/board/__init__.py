"""Spaces and edges: areas and hexes, reach, lines of sight. It knows no game."""
