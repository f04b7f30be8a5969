"""The war at sea: fleets that sail."""
