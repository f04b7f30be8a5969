"""Qt's application: one for the whole program, with a window or without."""

from __future__ import annotations

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
