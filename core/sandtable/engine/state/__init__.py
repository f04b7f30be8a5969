"""What a position is: typed rows in tables, the gate for change, numbers and charts that keep their reasons."""
