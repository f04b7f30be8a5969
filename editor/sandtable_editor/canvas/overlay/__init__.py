"""What lies over the ground: names, outlines, marks, reach and prices."""
