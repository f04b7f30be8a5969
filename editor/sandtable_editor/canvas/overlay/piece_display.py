"""All that is shown for a while: overlays, lines and ghost of one piece, and arrows of who goes against whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sandtable_editor.canvas.overlay.arrows import Arrows
from sandtable_editor.canvas.overlay.ghosts import GhostItem
from sandtable_editor.canvas.overlay.piece_lines import PieceLines
from sandtable_editor.canvas.overlay.piece_overlays import OverlayTitles, PieceOverlays

if TYPE_CHECKING:
    from PySide6.QtWidgets import QGraphicsScene

    from sandtable.present import Arrow, Counter, Ghost, PieceOverlay, SightLine, Trace
    from sandtable_editor.canvas.geometry.geography import CanvasGeography
    from sandtable_editor.canvas.geometry.palette import Palette
    from sandtable_editor.canvas.geometry.shapes import Box


class PieceDisplay:
    """What is shown of the piece that is pointed at, carried, or led along its way, over one map."""

    def __init__(self, scene: QGraphicsScene, geography: CanvasGeography, colours: Palette) -> None:
        self._scene = scene
        self._items: tuple[PieceOverlays | OverlayTitles | PieceLines | GhostItem | Arrows, ...] = ()
        self._lay_on(geography, colours)

    def _lay_on(self, geography: CanvasGeography, colours: Palette) -> None:
        self.overlays, self.lines, self.ghost = PieceOverlays(geography), PieceLines(geography), GhostItem(geography)
        self.arrows = Arrows(geography)
        self._items = (self.overlays, OverlayTitles(self.overlays), self.lines, self.ghost, self.arrows)
        for item in self._items:
            item.palette = colours
            self._scene.addItem(item)

    def lay_on(self, geography: CanvasGeography) -> None:
        """Begin anew on another map, with nothing shown."""
        colours = self.overlays.palette
        for item in self._items:
            self._scene.removeItem(item)
        self._lay_on(geography, colours)

    def wear(self, colours: Palette) -> None:
        """Take the colours of night, or of day."""
        for item in self._items:
            item.palette = colours
            item.update()

    def show_overlays(self, overlays: Sequence[PieceOverlay], counter: Counter | None) -> None:
        """Show the overlays of a piece, with the front and the flanks of its counter."""
        self.overlays.put(overlays, counter)

    def show_lines(self, traces: Sequence[Trace], sights: Sequence[SightLine]) -> None:
        """Show ways and lines of sight."""
        self.lines.put(traces, sights)

    def show_arrows(self, arrows: Sequence[Arrow]) -> bool:
        """Show who goes against whom; return whether others are shown now."""
        return self.arrows.put(arrows)

    def show_ghost(self, ghost: Ghost | None, counter: Counter | None) -> None:
        """Show how a counter would stand."""
        self.ghost.put(ghost, counter)

    @property
    def is_wide(self) -> bool:
        """Whether what is shown may lie anywhere in the view: overlays and their titles, lines of sight."""
        return not self.overlays.is_empty or bool(self.lines.sights)

    def extents(self, zoom: float) -> list[Box]:
        """Return the boxes of the canvas in which the rest is drawn at a zoom: ways, the ghost."""
        return [box for one in (self.lines, self.ghost) if (box := one.extent(zoom)) is not None]

    def at_zoom(self, zoom: float, dpr: float, size: int) -> None:
        """Fit it to a zoom; ``size``: that of square counters."""
        self.ghost.at_zoom(zoom, dpr, size)
        self.ghost.words_above = not self.lines.come_from_above
