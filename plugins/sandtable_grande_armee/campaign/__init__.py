"""The campaign: the map as the rules read it, reinforcements, time and victory."""
