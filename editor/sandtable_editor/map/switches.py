"""Snapping and tracing: on or off for all tools that draw; Ctrl turns snapping round while it is held."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal


class DrawingSwitches(QObject):
    """What all tools that draw heed."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.snap, self.trace = True, False

    def toggle_snap(self) -> None:
        """Snap to what is there, or no longer."""
        self.snap = not self.snap
        self.changed.emit()

    def toggle_trace(self) -> None:
        """Follow the borders that are there from click to click, or no longer."""
        self.trace = not self.trace
        self.changed.emit()

    def snaps(self, modifiers: Qt.KeyboardModifier) -> bool:
        """Tell whether a click snaps, with these keys held down."""
        return self.snap != bool(modifiers & Qt.KeyboardModifier.ControlModifier)
