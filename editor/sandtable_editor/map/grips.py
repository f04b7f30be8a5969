"""Which keys hold the button down at the crosshair, or let it go: G and Ins, with Shift and Alt, too."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt

NONE, CTRL, META = (
    Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.MetaModifier,
)  # fmt: skip
NOT_WITH: Final = {Qt.Key.Key_G: CTRL | META, Qt.Key.Key_Insert: META}
"""What is not held with each: Ctrl+G is the grid's."""


def is_grip(key: Qt.Key, held: Qt.KeyboardModifier) -> bool:
    """Tell whether a key holds the button down, or lets it go."""
    return key in NOT_WITH and held & NOT_WITH[key] == NONE
