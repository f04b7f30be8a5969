"""The Rules workspace: what a table plays by, chosen, explained, tried out and made."""
