"""The land: marching, garrisons, depots and supply, sieges."""
