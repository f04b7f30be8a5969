"""Grande Armée: its rules as examples."""
