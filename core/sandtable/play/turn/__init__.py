"""A player's turn: an offer filled field by field, or piece by piece on the map."""
