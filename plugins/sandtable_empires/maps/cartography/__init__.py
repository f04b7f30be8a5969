"""Making an area map of a part of the globe out of text: units, cells around towns, seas, rivers."""
