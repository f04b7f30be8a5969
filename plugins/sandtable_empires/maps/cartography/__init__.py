"""Making an area map of a part of the globe out of text: projection, units, cells around towns, seas, rivers."""
