"""The one dialog for what went wrong: the plain sentence, the details to copy, and where the log is."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from sandtable_editor.shell.errors import WindowFault, log_file


class ErrorDialog(QDialog):
    """Tells a fault; further ones join it while it is open."""

    def __init__(self, fault: WindowFault, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Something went wrong")
        self.setMinimumWidth(520)
        self.says = QLabel(fault.says)
        self.says.setWordWrap(True)
        self.says.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.more = QLabel()
        self.more.hide()
        goes_on = QLabel(
            f"You can go on; everything done so far is saved. The details are in {log_file()}. Please report it."
        )
        goes_on.setWordWrap(True)
        goes_on.setObjectName("faint")
        self.details = QPlainTextEdit(fault.details)
        self.details.setReadOnly(True)
        self.details.setAccessibleName("Details")
        self.details.setMinimumHeight(180)
        self.details.hide()
        layout = QVBoxLayout(self)
        for widget in (self.says, self.more, goes_on, self.details, self._buttons()):
            layout.addWidget(widget)
        self._others = 0

    def _buttons(self) -> QDialogButtonBox:
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        box.rejected.connect(self.reject)
        show = QPushButton("Show &details")
        show.setCheckable(True)
        show.toggled.connect(self._show_details)
        copy = QPushButton("&Copy details")
        copy.clicked.connect(self._copy)
        folder = QPushButton("Open the &log's folder")
        folder.clicked.connect(self._open_folder)
        for button in (show, copy, folder):
            button.setAutoDefault(False)
            box.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        return box

    def join(self, fault: WindowFault) -> None:
        """Tell one more."""
        self._others += 1
        self.more.setText(f"{self._others} more since then; the latest: {fault.says}")
        self.more.setWordWrap(True)
        self.more.show()
        self.details.appendPlainText(f"\n{fault.details}")

    def _show_details(self, shown: bool) -> None:
        self.details.setVisible(shown)
        self.adjustSize()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(f"{self.says.text()}\n\n{self.details.toPlainText()}")

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(log_file().parent)))
