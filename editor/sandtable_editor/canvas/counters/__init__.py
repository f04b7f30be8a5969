"""Counters: how they look, how they stack, which one is hit."""
