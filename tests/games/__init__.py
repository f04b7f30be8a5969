"""Small games that many tests play: each has its map, its pieces and its rules in a few files."""
