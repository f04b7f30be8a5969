"""Keys of what a group makes: presets, and rules with code."""

from __future__ import annotations


def key_for(title: str) -> str:
    """Return the key of something with a title: its letters and digits, small, with ``_`` between words."""
    letters = "".join(one if one.isascii() and one.isalnum() else " " for one in title.casefold())
    return "_".join(letters.split())
