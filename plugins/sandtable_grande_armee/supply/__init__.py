"""Supply: who serves whom, for what, and depots."""
