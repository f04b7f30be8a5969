"""Combat: attacks, odds, results, retreats, automatic elimination, forts."""
