"""Two editors' versions of a map made one: what either has changed of what they began with."""
