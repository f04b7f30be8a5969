"""The library: one SQLite file of maps, scenarios, presets and underlays; campaigns are files of their own."""
