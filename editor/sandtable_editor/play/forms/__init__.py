"""Forms made of what the engine declares: rows, options, seats."""
