"""The player's turn: the open question, the offer being filled, odds and battles."""
