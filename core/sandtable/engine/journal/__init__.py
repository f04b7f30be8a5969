"""What is kept: the tree of plies, the log, and both as documents."""
