"""The name of whoever is asked, on the colour of its side."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from sandtable_editor.shell.pieces import fit
from sandtable_editor.shell.theme import scaled

INKS: Final = ("#ffffff", "#16181b")
"""Light and dark print."""
LARGER: Final = 1.2
"""How much larger the name is at the head of a panel."""


def ink_on(colour: str) -> str:
    """Return the print that is read best on a colour: that with the greater contrast."""
    return max(INKS, key=lambda ink: _contrast(QColor(ink), QColor(colour)))


def _contrast(one: QColor, other: QColor) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: QColor) -> float:
    """Return how light a colour looks, as contrast is measured (WCAG 2)."""
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


class SideChip(QLabel):
    """A name on a colour; without a colour the name alone. ``large``: as the head of a panel."""

    def __init__(self, *, large: bool = False) -> None:
        super().__init__()
        if large:
            font = self.font()
            font.setPointSizeF(font.pointSizeF() * LARGER)
            self.setFont(font)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_side(self, name: str, colour: str | None) -> None:
        """Show who is asked; nothing while nobody is. It must stand in something: alone it would be a window."""
        self.setText(fit(name))
        self.setAccessibleName(f"{fit(name)} is asked" if name else "")
        pad = f"{scaled(2)}px {scaled(8)}px"
        painted = f"background: {colour}; color: {ink_on(colour)}; " if colour else ""
        sheet = f"{painted}font-weight: bold; border-radius: 4px; padding: {pad};" if name else ""
        if sheet != self.styleSheet():  # to wear one takes its time
            self.setStyleSheet(sheet)
        self.setVisible(bool(name))


class SideHead(QWidget):
    """The head of a panel: who it is about, on the colour of the side, and beside it who sits there."""

    def __init__(self) -> None:
        super().__init__()
        self.chip, self.also = SideChip(large=True), QLabel()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.chip)
        row.addWidget(self.also, 1)

    def say(self, name: str, colour: str | None, also: str) -> None:
        """Say who it is about."""
        self.also.setText(also)
        self.chip.show_side(name, colour)
