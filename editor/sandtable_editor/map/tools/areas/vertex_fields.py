"""The coordinates of the vertex that is chosen, to be read and typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QWidget

if TYPE_CHECKING:
    from sandtable_editor.map.tools.areas.vertices import VerticesTool

WIDE: Final = 130


class VertexFields(QWidget):
    """Two fields; Enter in one of them moves the vertex there."""

    def __init__(self, tool: VerticesTool) -> None:
        super().__init__()
        self._tool = tool
        self.says = QLabel()
        self.across, self.up = QLineEdit(), QLineEdit()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.says)
        for field, name in ((self.across, "x"), (self.up, "y")):
            field.setAccessibleName(f"Vertex {name}")
            field.setFixedWidth(WIDE)
            field.returnPressed.connect(self._put)
            row.addWidget(QLabel(f"{name}:"))
            row.addWidget(field)
        row.addStretch(1)

    def show_chosen(self) -> None:
        """Show what is chosen."""
        chosen = self._tool.chosen
        one = chosen[0] if len(chosen) == 1 else None
        self.says.setText(
            "No vertex is chosen" if not chosen else "Vertex" if one else f"{len(chosen)} vertices are chosen"
        )
        for field, value in zip((self.across, self.up), one or ("", ""), strict=True):
            field.setEnabled(one is not None)
            field.setText(f"{value:.12g}" if isinstance(value, float) else "")

    def _put(self) -> None:
        desk = self._tool.desk
        try:
            at = float(self.across.text().replace(",", ".")), float(self.up.text().replace(",", "."))
        except ValueError:
            desk.refuse("That is no number: write the coordinates in map units, such as 12.5.")
            return
        self._tool.put(at)
        desk.view.setFocus()
