"""Checks on maps, scenarios and presets: what is wrong, where, in words, and a fix where one is safe."""
