"""Playing in words: a conversation that takes lines and yields lines, and knows no terminal."""
