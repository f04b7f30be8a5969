"""The map of a position as a few flat shapes, to be painted small or written as a drawing."""
