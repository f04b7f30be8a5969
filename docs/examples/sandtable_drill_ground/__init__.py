"""The drill ground: two small brigades on hexes, with lines, columns, horse and guns."""
