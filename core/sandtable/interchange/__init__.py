"""In and out: foreign files parsed in a process that may die of them, maps as GeoJSON, SVG, tables."""
