"""Mutants: the code broken on purpose, in one place at a time, to see whether the tests notice."""
