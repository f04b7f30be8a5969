"""Tool tips that print the keys of a command, and print its new ones once the user has given it others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from sandtable_editor.shell.pieces import as_tip

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from sandtable_editor.shell.commands import Commands


class KeyTip(QObject):
    """The tool tip of one widget that does what a command does; it goes with the widget."""

    def __init__(self, widget: QWidget, commands: Commands, text: str, command: str, *fixed: str) -> None:
        """``fixed``: keys that do the same just there, and that nobody can give away."""
        super().__init__(widget)
        self._widget, self._commands, self._text = widget, commands, text
        self._command, self._fixed = command, fixed
        commands.keys_changed.connect(self.tell)
        self.tell()

    def tell(self) -> None:
        """Print the keys there are now."""
        keys = ", ".join(filter(None, (*self._fixed, self._commands.key_of(self._command))))
        self._widget.setToolTip(as_tip(f"{self._text} ({keys})" if keys else self._text))
