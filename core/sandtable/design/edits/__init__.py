"""Everything a designer can do to a map, each a value: it refuses in one sentence or yields what it changed."""
