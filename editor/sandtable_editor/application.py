"""Qt's application: one for the whole program, with a window or without."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication


def application() -> QApplication:
    """Return Qt's application, made if need be; raises ``Invalid`` where Qt is not installed."""
    try:
        from PySide6.QtWidgets import QApplication
    except ImportError as error:
        from sandtable.distribution import install_hint
        from sandtable.engine.errors import Invalid

        raise Invalid(f"the workbench needs Qt ({error}): {install_hint('editor')} brings it") from error
    running = QApplication.instance()
    if isinstance(running, QApplication):
        return running
    made = QApplication(["sandtable"])
    made.setApplicationName("sandtable")
    made.setApplicationDisplayName("Sandtable")
    made.setDesktopFileName("sandtable")  # by which a desktop knows whose window it is
    return made


def application_to_draw() -> QApplication:
    """Return it for what only draws into files: where it is made for that, it needs no display."""
    try:
        from PySide6.QtCore import QCoreApplication
    except ImportError:
        return application()  # which says what is missing
    if QCoreApplication.instance() is None and not os.environ.get("QT_QPA_PLATFORM"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    return application()
