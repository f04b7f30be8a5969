"""Grande Armée: operational warfare of the Napoleonic age on hexes of about fifteen kilometres."""
