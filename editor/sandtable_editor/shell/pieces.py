"""Small widgets made in a line: a button that only acts, a faint line, a row."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QLabel, QLayout, QPushButton, QWidget


def button(text: str, act: Callable[[], object], tip: str = "", name: str = "") -> QPushButton:
    """Return a button; Enter elsewhere in its window does not press it."""
    made = QPushButton(text)
    made.setAutoDefault(False)
    made.setToolTip(tip)
    made.setObjectName(name)

    def do() -> None:  # Qt would hand it whether it is checked
        act()

    made.clicked.connect(do)
    return made


def faint(text: str) -> QLabel:
    """Return a line of lesser weight, wrapped."""
    made = QLabel(text)
    made.setObjectName("faint")
    made.setWordWrap(True)
    return made


def beside(*widgets: QWidget, stretch: int = 0) -> QWidget:
    """Return widgets beside each other; the one at ``stretch`` takes the room."""
    made = QWidget()
    layout = QHBoxLayout(made)
    layout.setContentsMargins(0, 0, 0, 0)
    for at, widget in enumerate(widgets):
        layout.addWidget(widget, 1 if at == stretch else 0)
    return made


def clear(layout: QLayout) -> None:
    """Take everything out of a layout."""
    while layout.count():
        widget = item.widget() if (item := layout.takeAt(0)) is not None else None
        if widget is not None:
            widget.hide()
            widget.deleteLater()
