"""What lies over the ground for a while, painted in tiles as the ground is: where a piece can go, marks, the focus.

It comes and goes as somebody points here and there, so what has been painted is kept by what it shows.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

from sandtable.board.spaces import SpaceId
from sandtable_editor.canvas.geometry.palette import Tone, fade_colour
from sandtable_editor.canvas.ground.paint_context import Look, PaintContext
from sandtable_editor.canvas.ground.patches import Patch, grow_box
from sandtable_editor.canvas.ground.textures import hatching
from sandtable_editor.canvas.overlay.outlines import SpaceOutlines

if TYPE_CHECKING:
    from sandtable.present import Reach
    from sandtable_editor.canvas.geometry.geography import CanvasGeography
    from sandtable_editor.canvas.geometry.shapes import Floats

EDGE: Final = 16.0
"""Logical pixels that a line reaches beyond a space."""
KEPT: Final = 24 << 20
"""Bytes of patches that are kept."""


class _Spaces:
    """Spaces that are shown in one manner, found by where they lie."""

    def __init__(self, geography: CanvasGeography, ids: Iterable[SpaceId]) -> None:
        boxed = [(id, box) for id in ids if (box := geography.box_of(id)) is not None]
        self.ids = [id for id, _ in boxed]
        self.boxes: Floats = np.array([box for _, box in boxed], np.float64).reshape(-1, 4)

    def near(self, patch: Patch) -> tuple[SpaceId, ...]:
        """Return those of which something may be seen in a patch."""
        if not self.ids:
            return ()
        left, top, right, bottom = grow_box(patch.box, EDGE / patch.zoom)
        hit = (self.boxes[:, 0] <= right) & (self.boxes[:, 2] >= left)
        hit &= (self.boxes[:, 1] <= bottom) & (self.boxes[:, 3] >= top)
        return tuple(self.ids[at] for at in np.flatnonzero(hit).tolist())


class Content(NamedTuple):
    """The spaces of which a patch shows something, by how they are shown."""

    within: tuple[SpaceId, ...]
    further: tuple[SpaceId, ...]
    barred: tuple[SpaceId, ...]
    marked: tuple[tuple[str, tuple[SpaceId, ...]], ...]
    framed: tuple[SpaceId, ...]


class Veil:
    """Paints patches of what lies over one map; what each change touches is told by the boxes it returns."""

    outlines: SpaceOutlines

    def __init__(self, geography: CanvasGeography, look: Look, before: Veil | None = None) -> None:
        """``before``: that over another revision of the map, of whose outlines those are taken over that stand."""
        self._geography, self.look = geography, look
        self.outlines = SpaceOutlines(geography, before.outlines if before else None)
        self._none = _Spaces(geography, ())
        self._within = self._further = self._barred = self._framed = self._none
        self._marked: dict[str, _Spaces] = {}
        self._kept: OrderedDict[tuple[Patch, Content, Tone], QImage] = OrderedDict()
        self._bytes = 0

    def over(self, geography: CanvasGeography) -> Veil:
        """Return the same over another revision of the map, less the spaces that are gone."""
        other = Veil(geography, self.look, self)
        other._within, other._barred = _Spaces(geography, self._within.ids), _Spaces(geography, self._barred.ids)
        other._further = _Spaces(geography, self._further.ids)
        other._framed = _Spaces(geography, self._framed.ids)
        other._marked = {colour: _Spaces(geography, marked.ids) for colour, marked in self._marked.items()}
        return other

    @property
    def empty(self) -> bool:
        """Whether there is nothing to paint."""
        return not (self._within.ids or self._further.ids or self._barred.ids or self._framed.ids or self._marked)

    # --- what is shown ------------------------------------------------------------------------------------------

    def show_reach(self, reach: Reach | None) -> Floats:
        """Show where a piece can go, or nothing."""
        before = [self._within.boxes, self._further.boxes, self._barred.boxes]
        self._within = _Spaces(self._geography, reach.costs) if reach else self._none
        self._further = _Spaces(self._geography, reach.further) if reach else self._none
        self._barred = _Spaces(self._geography, reach.barred) if reach else self._none
        return np.concatenate([*before, self._within.boxes, self._further.boxes, self._barred.boxes])

    def mark(self, spaces: Mapping[SpaceId, str]) -> Floats:
        """Mark these spaces, each in its colour, and no others."""
        if {id: colour for colour, marked in self._marked.items() for id in marked.ids} == dict(spaces):
            return self._none.boxes
        before = [marked.boxes for marked in self._marked.values()]
        colours = dict.fromkeys(spaces.values())
        self._marked = {
            colour: _Spaces(self._geography, [id for id, one in spaces.items() if one == colour]) for colour in colours
        }
        now = [marked.boxes for marked in self._marked.values()]
        return np.concatenate([self._none.boxes, *before, *now])

    def frame(self, space: SpaceId | None) -> Floats:
        """Frame a space, or none."""
        before = self._framed.boxes
        self._framed = _Spaces(self._geography, [space] if space is not None else [])
        return np.concatenate([before, self._framed.boxes])

    # --- painting -----------------------------------------------------------------------------------------------

    def paint(self, patch: Patch) -> QImage | None:
        """Return a patch, ``None`` where there is nothing."""
        content = self._content(patch)
        if not any(content):
            return None
        key = patch, content, self.look.palette.tone
        image = self._kept.get(key)
        if image is None:
            image = self._kept[key] = self._painted(patch, content)
            self._bytes += image.sizeInBytes()
            while self._bytes > KEPT:
                self._bytes -= self._kept.popitem(last=False)[1].sizeInBytes()
        else:
            self._kept.move_to_end(key)
        return image

    def _content(self, patch: Patch) -> Content:
        marked = tuple((colour, near) for colour, spaces in self._marked.items() if (near := spaces.near(patch)))
        within, further, barred = (one.near(patch) for one in (self._within, self._further, self._barred))
        return Content(within, further, barred, marked, self._framed.near(patch))

    def _painted(self, patch: Patch, content: Content) -> QImage:
        image = QImage(patch.wide, patch.high, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        try:
            context = PaintContext(painter, patch, self.look)
            self._reach(context, content)
            for colour, ids in content.marked:
                self._mark(context, QColor(colour), ids)
            self._frame(context, content.framed)
        finally:
            painter.end()
        return image

    def _reach(self, context: PaintContext, content: Content) -> None:
        within, further, barred, colours = content.within, content.further, content.barred, context.palette
        self._fill(context, within, fade_colour(colours.within, 0.26))
        self._fill(context, further, fade_colour(colours.further, 0.26))
        self._fill(context, barred, fade_colour(colours.barred, 0.12))
        if barred:
            hatch = context.brush(hatching(fade_colour(colours.barred, 0.6), 8, rising=False, dpr=context.dpr))
            with context.paths(smooth=False) as painter:
                for id in barred:
                    painter.fillPath(self.outlines.of(id, context.rung), hatch)
        self._stroke(context, barred, context.pen(fade_colour(colours.barred, 0.5), 1.0))
        self._stroke(context, further, context.pen(fade_colour(colours.further, 0.85), 1.6, (4.0, 2.0)))
        self._stroke(context, within, context.pen(fade_colour(colours.within, 0.85), 1.6))

    def _mark(self, context: PaintContext, colour: QColor, ids: Sequence[SpaceId]) -> None:
        self._fill(context, ids, fade_colour(colour, 0.2))
        self._stroke(context, ids, context.pen(fade_colour(colour, 0.35), 6.0))
        self._stroke(context, ids, context.pen(colour, 2.2))

    def _frame(self, context: PaintContext, ids: Sequence[SpaceId]) -> None:
        self._stroke(context, ids, context.pen(fade_colour(context.palette.halo, 0.9), 5.0))
        self._stroke(context, ids, context.pen(context.palette.accent, 2.6, (3.0, 2.0)))

    def _fill(self, context: PaintContext, ids: Sequence[SpaceId], colour: QColor) -> None:
        with context.paths(smooth=False) as painter:
            for id in ids:
                painter.fillPath(self._path(context, id), colour)

    def _stroke(self, context: PaintContext, ids: Sequence[SpaceId], pen: QPen) -> None:
        with context.paths(smooth=True) as painter:
            for id in ids:
                painter.strokePath(self._path(context, id), pen)

    def _path(self, context: PaintContext, id: SpaceId) -> QPainterPath:
        return self.outlines.of(id, context.rung)
