"""Bots, odds and playtests: trying things out without a table."""
