"""Empires: grand strategy in Napoleon's Europe, on areas."""
