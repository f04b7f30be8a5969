"""How Grande Armée looks: counters, cards, sheets, map modes, battles, and what its guide teaches."""
