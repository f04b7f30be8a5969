"""Combat on land (7.5): day by day, round by round."""
