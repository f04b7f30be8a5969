"""The buttons at the foot of a dialog that does something or is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton

if TYPE_CHECKING:
    from collections.abc import Callable


def do_or_cancel(
    dialog: QDialog, does: str, act: Callable[[], object] | None = None
) -> tuple[QDialogButtonBox, QPushButton]:
    """Return the buttons of a dialog, and the one that does it: Enter in a line of the dialog presses that.

    Without ``act`` the dialog is accepted.
    """
    # Of a button that is in no dialog yet Qt forgets that it is the default, and Enter would press Cancel.
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, dialog)
    do = buttons.addButton(does, QDialogButtonBox.ButtonRole.AcceptRole)
    do.setDefault(True)
    buttons.accepted.connect(act or dialog.accept)
    buttons.rejected.connect(dialog.reject)
    return buttons, do
