"""The figures of a turn, to be typed: by how many degrees, to how many per cent, about which place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable_editor.map.tools.figure_fields import FigureFields
from sandtable_editor.shell.pieces import button

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandtable.board.shapes import Place

Figures = tuple[float, float, "Place"]
"""By how many degrees clockwise, to how many times the size, about which place."""
SHORT: Final = 64
LONG: Final = 110


class TurnFields(FigureFields[Figures]):
    """Four fields."""

    wants = "That is not a number: write degrees, per cent and coordinates as 12.5."

    def __init__(
        self, look: Callable[[Figures], object], do: Callable[[Figures], object], refuse: Callable[[str], object]
    ) -> None:
        super().__init__(look, do, refuse)
        self.degrees = self.add_field("Turn by:", "Degrees clockwise", SHORT, "°")
        self.percent = self.add_field("Scale to:", "Per cent of its size", SHORT, "%")
        self.across = self.add_field("About x:", "About x", LONG)
        self.up = self.add_field("y:", "About y", LONG)
        self.apply = button("Do it", self.read, "Turn and scale by what is written here (Enter)")
        self.row.addWidget(self.apply)
        self.row.addStretch(1)
        self.show_figures(0.0, 1.0, None)

    def show_figures(self, degrees: float, times: float, about: Place | None) -> None:
        """Show by how much something is turned, and about which place; none where nothing is chosen."""
        self.degrees.setText(f"{degrees:.6g}")
        self.percent.setText(f"{times * 100:.6g}")
        for field, value in zip((self.across, self.up), about or ("", ""), strict=True):
            field.setText(f"{value:.12g}" if about is not None else "")
        for widget in (self.degrees, self.percent, self.across, self.up, self.apply):
            widget.setEnabled(about is not None)

    def figures(self) -> Figures | None:
        texts = (self.degrees, self.percent, self.across, self.up)
        try:
            degrees, percent, x, y = (float(field.text().replace(",", ".").rstrip("°% ")) for field in texts)
        except ValueError:
            return None
        return degrees, percent / 100, (x, y)
