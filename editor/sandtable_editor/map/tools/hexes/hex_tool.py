"""What the tools of hexes have in common: which hex is meant, the ghost of a brush, what is chosen for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np
import shapely
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from sandtable.board import brushes
from sandtable_editor.map.guides import EditGhost, Guide, GuideWords
from sandtable_editor.map.tools.hexes.palette import HexPalette
from sandtable_editor.map.tools.tool import MapTool

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint

    from sandtable.board.directions import Hex
    from sandtable.board.hex_board import HexBoard
    from sandtable.board.hexes import Ints
    from sandtable.board.shapes import Place
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.map.guides import Role
    from sandtable_editor.map.tools.tool import Held

Shift, Alt = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
Ctrl = Qt.KeyboardModifier.ControlModifier
OPAQUE: Final = 100
"""Percent."""
MOST: Final = 3_000
"""Hexes of a ghost: of more their outline alone would take long."""


class HexTool(MapTool):
    """A tool that draws hexes."""

    group = "hexes"
    draws_in: ClassVar[tuple[str, ...]] = ("ground",)
    paints_ground: ClassVar[bool] = True
    """Whether what it draws lies beneath images: sides, roads and names lie over them."""

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self.palette = HexPalette.of(desk)

    def is_fit(self) -> bool:
        return self.desk.design.map.hexes is not None

    def taken_up(self) -> None:
        """Say it where an image hides all that is painted."""
        layers = self.desk.layers
        for layer in layers.all() if self.paints_ground else ():
            if layer.image and layer.opacity == OPAQUE and layers.is_shown(layer.key):
                self.desk.hints.note([f"{layer.title} hides what is painted under it: fade it in Layers to see both"])

    @property
    def board(self) -> HexBoard:
        """The hexes that are drawn."""
        board = self.desk.design.map.hexes
        assert board is not None
        return board

    def on_grid(self, at: Place) -> Place:
        """Return a place of the map as one of the grid, and the other way round."""
        return self.desk.view.geography.on_canvas(at)

    def hex_at(self, at: Place) -> Hex | None:
        """Return the hex at a place of the map."""
        return self.board.grid.at(*self.on_grid(at))

    def number(self, hex: Hex) -> str:
        """Return the number of a hex."""
        return self.board.numbers.of(hex)

    def numbers(self, hexes: Sequence[Hex]) -> tuple[str, ...]:
        """Return the numbers of hexes, each once."""
        return tuple(dict.fromkeys(map(self.number, hexes)))

    def double(self, at: Place) -> None:
        """The button went down again: that is a click like any other."""
        held = self.desk.modifiers()
        self.pressed(at, held)
        self.released(at, held)

    # --- what is shown ------------------------------------------------------------------------------------------

    def ghost(self, cells: Ints, role: Role = "good") -> list[Guide]:
        """Return the outline of hexes."""
        if not len(cells) or len(cells) > MOST:
            return []
        outlines = self.board.grid.outlines(cells)
        if not self.desk.view.geography.downwards:
            outlines = outlines * np.array([1.0, -1.0])
        shape = shapely.union_all(shapely.polygons(outlines), grid_size=self.board.grid.hex_width * 1e-6)
        return [EditGhost(shape, role)]

    def words_at(self, at: Place, text: str) -> list[Guide]:
        """Return a few words beside a place."""
        return [GuideWords(at, text)]

    def around(self, hexes: Sequence[Hex], radius: int) -> Ints:
        """Return the indices of hexes, and of those around them."""
        grid = self.board.grid
        return brushes.around(grid, np.array([grid.index(hex) for hex in hexes], np.int32), radius)

    # --- what is chosen -----------------------------------------------------------------------------------------

    def on_key(self, event: QKeyEvent) -> bool:
        wider = {"[": -1, "]": 1}.get(event.text())
        if wider is None:
            return super().on_key(event)
        self.desk.begin_step()
        self.palette.widen(wider)
        if self.desk.crosshair.at is not None:
            self.moved(self.desk.crosshair.at, self.desk.modifiers())
        self.desk.say_hint()
        return True

    def right(self, at: Place, modifiers: Held, spot: QPoint) -> None:
        """Pick what lies at a place."""
        hex = self.hex_at(at)
        if hex is not None:
            self.pick(hex, at)

    def pick(self, hex: Hex, at: Place) -> None:
        """Take what lies in a hex onto the brush."""
        terrain = self.board.terrain.of(hex)
        if terrain:
            self.palette.put(terrain=terrain)
            self.desk.hints.note([f"on the brush: {', '.join(terrain)}"])
