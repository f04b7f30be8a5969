"""Panels that games declare, drawn: sheets with their reasons, tables, tracks, matrices."""
