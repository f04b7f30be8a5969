"""The figures of a turn, to be typed: by how many degrees, to how many per cent, about which place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QWidget

from sandtable_editor.shell.pieces import button

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandtable.board.shapes import Place

Figures = tuple[float, float, "Place"]
"""By how many degrees clockwise, to how many times the size, about which place."""
SHORT: Final = 64
LONG: Final = 110


class TurnFields(QWidget):
    """Four fields; ``look`` gets the figures while they are typed, ``do`` when they are to be done."""

    def __init__(
        self, look: Callable[[Figures], object], do: Callable[[Figures], object], refuse: Callable[[str], object]
    ) -> None:
        super().__init__()
        self._look, self._do, self._refuse = look, do, refuse
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        self.degrees = self._field(row, "Turn by:", "Degrees clockwise", SHORT, "°")
        self.percent = self._field(row, "Scale to:", "Per cent of its size", SHORT, "%")
        self.across = self._field(row, "About x:", "About x", LONG)
        self.up = self._field(row, "y:", "About y", LONG)
        self.apply = button("Do it", self.read, "Turn and scale by what is written here (Enter)")
        row.addWidget(self.apply)
        row.addStretch(1)
        self.show_figures(0.0, 1.0, None)

    def _field(self, row: QHBoxLayout, title: str, name: str, wide: int, unit: str = "") -> QLineEdit:
        label, field = QLabel(title), QLineEdit()
        label.setBuddy(field)
        field.setAccessibleName(name)
        field.setFixedWidth(wide)
        field.returnPressed.connect(self.read)
        field.textEdited.connect(self._preview)
        row.addWidget(label)
        row.addWidget(field)
        if unit:
            row.addWidget(QLabel(unit))
        return field

    def show_figures(self, degrees: float, times: float, about: Place | None) -> None:
        """Show by how much something is turned, and about which place; none where nothing is chosen."""
        self.degrees.setText(f"{degrees:.6g}")
        self.percent.setText(f"{times * 100:.6g}")
        for field, value in zip((self.across, self.up), about or ("", ""), strict=True):
            field.setText(f"{value:.12g}" if about is not None else "")
        for widget in (self.degrees, self.percent, self.across, self.up, self.apply):
            widget.setEnabled(about is not None)

    def _figures(self) -> Figures | None:
        texts = (self.degrees, self.percent, self.across, self.up)
        try:
            degrees, percent, x, y = (float(field.text().replace(",", ".").rstrip("°% ")) for field in texts)
        except ValueError:
            return None
        return degrees, percent / 100, (x, y)

    def _preview(self) -> None:
        if (figures := self._figures()) is not None:
            self._look(figures)

    def read(self) -> None:
        """Have done what is written."""
        if (figures := self._figures()) is None:
            self._refuse("That is not a number: write degrees, per cent and coordinates as 12.5.")
        else:
            self._do(figures)
