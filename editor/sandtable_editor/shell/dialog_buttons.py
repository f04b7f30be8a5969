"""The buttons at the foot of a dialog that does something or is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton

if TYPE_CHECKING:
    from collections.abc import Callable


class _Foot(QDialogButtonBox):
    """The buttons at the foot: last in the order of ``Tab``, and the first of them the default wherever it is put.

    Born in the dialog they would come before its lines, and what is typed first, a space in it, would press them. Of a
    button that is in no dialog yet Qt forgets that it is the default, and Enter would press Cancel.
    """

    def __init__(self, does: str) -> None:
        super().__init__(QDialogButtonBox.StandardButton.Cancel)
        self.do: QPushButton = self.addButton(does, QDialogButtonBox.ButtonRole.AcceptRole)

    def event(self, arg__1: QEvent) -> bool:
        """Make the button the default of the dialog that it comes into."""
        done = super().event(arg__1)
        if arg__1.type() in (QEvent.Type.ParentChange, QEvent.Type.Polish):
            self.do.setDefault(True)
        return done


def do_or_cancel(
    dialog: QDialog, does: str, act: Callable[[], object] | None = None
) -> tuple[QDialogButtonBox, QPushButton]:
    """Return the buttons of a dialog, and the one that does it: Enter in a line of the dialog presses that.

    Without ``act`` the dialog is accepted.
    """
    buttons = _Foot(does)
    buttons.accepted.connect(act or dialog.accept)
    buttons.rejected.connect(dialog.reject)
    return buttons, buttons.do
