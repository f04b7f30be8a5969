"""What stands in a library: maps, scenarios, presets, charts."""
