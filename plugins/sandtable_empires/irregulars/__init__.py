"""Irregular forces (10.1)."""
