"""Where a grid of hexes lies and how large its hexes are, in four fields to be typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from sandtable.board.hexes import regular_height
from sandtable_editor.map.tools.figure_fields import FigureFields
from sandtable_editor.shell.pieces import button
from sandtable_editor.shell.theme import scaled

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandtable.board.hexes import HexGrid
    from sandtable.board.shapes import Place

WIDE: Final = 92


class GridLie(NamedTuple):
    """The upper left corner of the box round a board, and the box round one hex; named as ``LayGrid`` has them."""

    left: float
    top: float
    hex_width: float
    hex_height: float

    @classmethod
    def of(cls, grid: HexGrid) -> GridLie:
        """Return how a grid lies."""
        return cls(grid.left, grid.top, grid.hex_width, grid.hex_height)

    @property
    def is_sound(self) -> bool:
        """Tell whether there are hexes so large."""
        return self.hex_width > 0 < self.hex_height

    @property
    def says(self) -> str:
        """The figures in words."""
        return f"{self.left:.6g}, {self.top:.6g} · hexes {self.hex_width:.6g} by {self.hex_height:.6g}"

    def moved(self, by: Place) -> GridLie:
        """Return it with all of it moved."""
        return self._replace(left=_short(self.left + by[0]), top=_short(self.top + by[1]))


def stretched(lie: GridLie, wide: float, high: float, about: Place) -> GridLie:
    """Return a grid with hexes so large, one place of it staying where it is."""
    left = about[0] + (lie.left - about[0]) * wide / lie.hex_width
    top = about[1] + (lie.top - about[1]) * high / lie.hex_height
    return GridLie(*map(_short, (left, top, wide, high)))


def _short(value: float) -> float:
    """Return a figure without what sums of fractions leave at its end."""
    return float(f"{value:.12g}")


class GridFields(FigureFields[GridLie]):
    """Four fields, and a button that makes hexes regular."""

    wants = "That is not a number: write the four figures of the grid as 12.5."

    def __init__(
        self, look: Callable[[GridLie], object], do: Callable[[GridLie], object], refuse: Callable[[str], object]
    ) -> None:
        super().__init__(look, do, refuse)
        self._orientation: Literal["flat", "pointy"] = "flat"
        self.fields = tuple(
            self.add_field(title, name, scaled(WIDE))
            for title, name in (
                ("Grid from x:", "Left edge of the grid"), ("y:", "Top edge of the grid"),
                ("Hex width:", "Hex width"), ("height:", "Hex height"),
            )
        )  # fmt: skip
        self.row.addWidget(button("Do it", self.read, "Lay the grid as it is written here (Enter)"))
        self.row.addWidget(button("Regular", self._regular, "Make the hexes regular, as wide as they are"))
        self.row.addStretch(1)

    def show_grid(self, grid: HexGrid, lie: GridLie) -> None:
        """Show how a grid lies, or would."""
        self._orientation = grid.orientation
        for field, value in zip(self.fields, lie, strict=True):
            field.setText(f"{value:.12g}")
            field.setCursorPosition(0)

    def figures(self) -> GridLie | None:
        try:
            return GridLie(*(float(field.text().replace(",", ".")) for field in self.fields))
        except ValueError:
            return None

    def _regular(self) -> None:
        if (lie := self.figures()) is not None:
            self.do(lie._replace(hex_height=_short(regular_height(self._orientation, lie.hex_width))))
