"""Scenarios as text: read from TOML, written as TOML."""
