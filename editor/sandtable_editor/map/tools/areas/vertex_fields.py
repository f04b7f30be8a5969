"""The coordinates of the vertex that is chosen, to be read and typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QWidget

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sandtable.board.shapes import Place

WIDE: Final = 130


class VertexFields(QWidget):
    """Two fields; ``put`` gets the place of which one was typed, ``refuse`` why what was typed is none."""

    def __init__(self, put: Callable[[Place], object], refuse: Callable[[str], object]) -> None:
        super().__init__()
        self._put, self._refuse = put, refuse
        self.says = QLabel()
        self.across, self.up = QLineEdit(), QLineEdit()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.says)
        for field, name in ((self.across, "x"), (self.up, "y")):
            field.setAccessibleName(f"Vertex {name}")
            field.setFixedWidth(WIDE)
            field.returnPressed.connect(self._read)
            row.addWidget(QLabel(f"{name}:"))
            row.addWidget(field)
        row.addStretch(1)

    def show_chosen(self, chosen: Sequence[Place]) -> None:
        """Show what is chosen."""
        one = chosen[0] if len(chosen) == 1 else None
        many = f"{len(chosen)} vertices are chosen" if chosen else "No vertex is chosen"
        self.says.setText("Vertex" if one is not None else many)
        for field, value in zip((self.across, self.up), one or ("", ""), strict=True):
            field.setEnabled(one is not None)
            field.setText(f"{value:.12g}" if one is not None else "")

    def _read(self) -> None:
        try:
            at = float(self.across.text().replace(",", ".")), float(self.up.text().replace(",", "."))
        except ValueError:
            self._refuse("That is not a number: write the coordinates in map units, such as 12.5.")
            return
        self._put(at)
