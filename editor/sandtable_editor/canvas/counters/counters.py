"""The counters on the map: one pixmap item each, laid in stacks, one of which may be fanned out.

Items stand at places of the canvas and are drawn in pixels, whatever the zoom. Their faces are drawn when they come
into view, a few milliseconds' worth per frame.
"""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Callable, Iterable, Sequence
from math import hypot
from time import perf_counter
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QGraphicsRectItem, QGraphicsScene

from sandtable_editor.canvas.counters import stacks
from sandtable_editor.canvas.counters.bodies import Body, body_of, has_body
from sandtable_editor.canvas.counters.body_faces import body_face_of, body_picture
from sandtable_editor.canvas.counters.counter_item import CounterItem
from sandtable_editor.canvas.counters.faces import (
    LARGEST,
    FaceCache,
    face_of,
    margin,
    picture_of,
    size_for,
    size_of,
)
from sandtable_editor.canvas.counters.stack_badges import StackBadges
from sandtable_editor.canvas.counters.stack_levels import FINE, levels_of
from sandtable_editor.canvas.counters.stacks import Offset, Stack
from sandtable_editor.canvas.counters.status_symbols import StatusSymbols
from sandtable_editor.canvas.geometry.palette import Palette, fade_colour, palette

if TYPE_CHECKING:
    from sandtable.board.spaces import SpaceId
    from sandtable.present import Counter
    from sandtable_editor.canvas.geometry.geography import CanvasGeography, Place
    from sandtable_editor.canvas.geometry.shapes import Box

BUDGET: Final = 0.003
"""Seconds of new faces per frame."""
Z_COUNTERS: Final = 100.0
Z_FAN: Final = 100_000.0


class Counters:
    """All counters of a view."""

    def __init__(self, scene: QGraphicsScene, clock: Callable[[], float] = perf_counter) -> None:
        self._scene, self._clock = scene, clock
        self._faces, self._body_faces = FaceCache(picture_of), FaceCache(body_picture)
        self._geography: CanvasGeography | None = None
        self._bodies: dict[str, Body | None] = {}
        """Of this zoom."""
        self._items: dict[str, CounterItem] = {}
        self._stacks: list[Stack] = []
        self._stack_of: dict[str, int] = {}
        self._levels: list[float] = []
        """How high each stack lies over the others."""
        self._places = np.empty((0, 2))
        self._stale = self._scaled = np.empty(0, np.bool_)
        self._reaches = np.empty(0)
        self._fan: int | None = None
        self._fan_shift: Offset = (0.0, 0.0)
        self._layer = QGraphicsRectItem()
        self._layer.setFlag(QGraphicsItem.GraphicsItemFlag.ItemHasNoContents)
        self._layer.setZValue(Z_COUNTERS)
        scene.addItem(self._layer)
        self._panel = _panel(self._layer)
        self.signs, self.badges = StatusSymbols(self._layer), StackBadges(self._layer)
        self.palette: Palette = palette()
        self.zoom, self.dpr, self.size = 1.0, 1.0, 24
        self.selection: tuple[str, ...] = ()
        self.focus: str | None = None
        self.unplaced: tuple[str, ...] = ()
        """Pieces whose space has no place on the map."""

    # --- what there is ------------------------------------------------------------------------------------------

    def put(self, counters: Sequence[Counter], geography: CanvasGeography) -> bool:
        """Show these counters and no others; return whether others are shown. Stacks that are as they were stay so."""
        was_open, known = self.fan is not None, self._items
        self.close_fan()
        if geography is not self._geography:
            self._geography = geography
            touched = {space for counter in counters for space in counter.spaces}
            touched.update(space for stack in self._stacks for space in stack.spaces)
        else:
            there = {one.piece for one in counters}
            others = [one for one in counters if (item := known.get(one.piece)) is None or item.counter != one]
            differing = {*(one.piece for one in others), *(piece for piece in known if piece not in there)}
            if not differing and not was_open:
                return False
            touched = {space for one in others for space in one.spaces}
            touched.update(space for piece in differing if piece in known for space in known[piece].counter.spaces)
        self._bodies.clear()
        spaces = {space for one in counters if not touched.isdisjoint(one.spaces) for space in one.spaces}
        stands = {space: stand for space, stand in geography.stands([*spaces]).items() if stand is not None}
        now = {one.piece: one for one in counters if stands.keys() >= spaces.intersection(one.spaces)}
        self.unplaced = tuple(counter.piece for counter in counters if counter.piece not in now)
        for piece in [piece for piece in known if piece not in now]:
            self._scene.removeItem(known.pop(piece))
        self._stack(now, touched, stands, geography.size)
        self.badges.put(self._stacks, now, geography.rect, stacks.GAP)
        self.selection = tuple(piece for piece in self.selection if piece in now)
        self.focus = self.focus if self.focus in now else None
        return True

    def _stack(
        self, counters: dict[str, Counter], touched: set[SpaceId], stands: dict[SpaceId, Place], typical: float
    ) -> None:
        """Lay stacks in the spaces that are touched; those elsewhere lie as they lay."""
        before = {(one.spaces, one.side): (at, one) for at, one in enumerate(self._stacks)}
        levels, known = self._levels, [one.tolist() for one in (self._stale, self._scaled, self._reaches)]
        inside = [one for one in counters.values() if not touched.isdisjoint(one.spaces)]
        laid = [one for one in self._stacks if touched.isdisjoint(one.spaces)]
        self._stacks = sorted([*laid, *stacks.stacks_of(inside, stands)], key=stacks.lying_order)
        there = [before.get((one.spaces, one.side)) for one in self._stacks]
        old = [
            was[0] if was and was[1].place == one.place else None for was, one in zip(there, self._stacks, strict=True)
        ]
        self._levels = levels_of([None if at is None else levels[at] for at in old])
        self._stack_of = {piece: at for at, stack in enumerate(self._stacks) for piece in stack.pieces}
        self._places = np.array([stack.place for stack in self._stacks], np.float64).reshape(-1, 2)
        self._stale, self._scaled, self._reaches = (np.zeros(len(self._stacks), kind) for kind in (bool, bool, float))
        for at, (was, stack) in enumerate(zip(old, self._stacks, strict=True)):
            if was is not None and touched.isdisjoint(stack.spaces):
                self._stale[at], self._scaled[at], self._reaches[at] = (one[was] for one in known)
                if levels[was] != self._levels[at]:
                    self._raise(at, stack)
                continue
            self._scaled[at] = any(has_body(counters[one]) for one in stack.pieces)
            far = [hypot(x - stack.place[0], y - stack.place[1]) for x, y in map(stands.__getitem__, stack.spaces)]
            self._stale[at], self._reaches[at] = True, max(far) + self._scaled[at] * typical
            self._place(at, stack, counters)

    def _place(self, at: int, stack: Stack, counters: dict[str, Counter]) -> None:
        """Put the items of a stack where it is; those that are new are made."""
        for piece in stack.pieces:
            item = self._items.get(piece)
            if item is None:
                item = self._items[piece] = CounterItem(counters[piece], self._layer)
            item.counter = counters[piece]
            item.setPos(*stack.place)
        self._raise(at, stack)

    def _raise(self, at: int, stack: Stack) -> None:
        """Put the items of a stack at its level, the topmost over the others."""
        for up, piece in enumerate(stack.pieces):
            self._items[piece].setZValue(self._levels[at] + up * FINE)

    def __contains__(self, piece: object) -> bool:
        return piece in self._items

    def __getitem__(self, piece: str) -> Counter:
        return self._items[piece].counter

    def get(self, piece: str) -> Counter | None:
        """Return the counter of a piece, ``None`` for one that is not shown."""
        return self._items[piece].counter if piece in self._items else None

    def all(self) -> list[Counter]:
        """Return all counters that are shown."""
        return [item.counter for item in self._items.values()]

    def pieces(self) -> list[str]:
        """Return all pieces, stack after stack, the topmost of each first."""
        return [piece for stack in self._stacks for piece in reversed(stack.pieces)]

    def item(self, piece: str) -> CounterItem:
        """Return the item of a piece."""
        return self._items[piece]

    def stack_of(self, piece: str) -> Stack:
        """Return the stack in which a piece lies."""
        return self._stacks[self._stack_of[piece]]

    def in_space(self, space: SpaceId) -> list[str]:
        """Return the pieces in a space, the topmost of each stack first."""
        return [piece for stack in self._stacks if space in stack.spaces for piece in reversed(stack.pieces)]

    def occupied_spaces(self) -> frozenset[SpaceId]:
        """Return the spaces in which counters stand."""
        return frozenset(space for stack in self._stacks for space in stack.spaces)

    def stacks(self) -> dict[SpaceId, int]:
        """Return how many stacks stand side by side in each space."""
        return dict(Counted(space for stack in self._stacks for space in stack.spaces))

    def dots(self) -> list[tuple[QPointF, str]]:
        """Return where each stack stands and the colour of its topmost counter."""
        return [(QPointF(*stack.place), self[stack.pieces[-1]].colour) for stack in self._stacks]

    # --- how they look ------------------------------------------------------------------------------------------

    def at_zoom(self, zoom: float, dpr: float, typical: float, *, hexes: bool) -> None:
        """Fit the counters to a zoom; ``typical``: how wide a space is, canvas units."""
        size = size_of(typical * zoom, hexes=hexes, letters=self.palette.letters)
        if (size, dpr) != (self.size, self.dpr):
            self.size, self.dpr = size, dpr
            self._stale[:] = True
        if zoom != self.zoom:
            self._bodies.clear()
            self._stale |= self._scaled
        self.zoom = zoom
        self.signs.at_zoom(self.size)
        self.badges.at_zoom(self.size)

    def repaint(self, pieces: Iterable[str | None] = ()) -> None:
        """Draw the faces of these pieces, or of all, anew."""
        places = [self._stack_of[piece] for piece in pieces if piece in self._stack_of]
        self._stale[places or slice(None)] = True

    def refresh(self, window: Box) -> bool:
        """Give counters in a window of the canvas their faces; return whether all have theirs."""
        if not self._stale.any():
            return True
        more = 2 * LARGEST * self.palette.letters / self.zoom + self._reaches
        x, y = self._places[:, 0], self._places[:, 1]
        near = (x > window[0] - more) & (x < window[2] + more) & (y > window[1] - more) & (y < window[3] + more)
        start = self._clock()
        for number, at in enumerate(np.flatnonzero(near & self._stale).tolist()):
            if number and self._clock() - start > BUDGET:
                return False
            self._dress(at)
        return True

    def _dress(self, at: int) -> None:
        """Lay out a stack and give its counters their faces."""
        size = self.fan_size if at == self._fan else self.size
        for up, (piece, offset) in enumerate(self._spots(at).items()):
            item = self._items[piece]
            item.setVisible(offset is not None)
            if offset is not None:
                body = self.body(piece) if at != self._fan else None
                self._wear(item, size, offset) if body is None else self._wear_body(item, body, offset)
                item.setZValue((Z_FAN if at == self._fan else self._levels[at]) + up * FINE)
        self._stale[at] = False

    def _wear(self, item: CounterItem, size: int, middle: Offset) -> None:
        dashed, stark = item.counter.piece == self.focus, self.palette.stark
        face = face_of(item.counter, size, self.dpr, self._ring(item), dashed=dashed, stark=stark)
        half = face.size / 2 + margin(face)
        item.wear(face, self._faces.pixmap(face), (middle[0] - half, middle[1] - half))

    def _wear_body(self, item: CounterItem, body: Body, shift: Offset) -> None:
        dashed, stark = item.counter.piece == self.focus, self.palette.stark
        face = body_face_of(item.counter, body, self.dpr, self._ring(item), dashed=dashed, stark=stark)
        corner = face.box.topLeft()
        item.wear(face, self._body_faces.pixmap(face), (corner.x() + shift[0], corner.y() + shift[1]))

    def _ring(self, item: CounterItem) -> str:
        piece = item.counter.piece
        chosen, focused = piece in self.selection, piece == self.focus
        return self.palette.accent.name() if chosen else self.palette.ink.name() if focused else ""

    def body(self, piece: str) -> Body | None:
        """Return the body of a piece at this zoom, ``None`` for one that is a square."""
        if piece not in self._bodies:
            assert self._geography is not None
            self._bodies[piece] = body_of(self._items[piece].counter, self._geography, self.zoom)
        return self._bodies[piece]

    def picture(self, piece: str) -> QPixmap:
        """Return the face of a piece as it lies, for what follows the cursor."""
        body = self.body(piece) if self._stack_of.get(piece) != self._fan else None
        if body is not None:
            return self._body_faces.pixmap(body_face_of(self._items[piece].counter, body, self.dpr))
        size = self.fan_size if self._stack_of.get(piece) == self._fan else self.size
        return self._faces.pixmap(face_of(self._items[piece].counter, max(size, 24), self.dpr))

    # --- where they are -----------------------------------------------------------------------------------------

    def _spots(self, at: int) -> dict[str, Offset | None]:
        """Return the middles of a stack's counters, lowest first, ``None`` for those that are covered."""
        stack = self._stacks[at]
        count = len(stack.pieces)
        if at == self._fan:
            dx, dy = self._fan_shift
            offsets: list[Offset | None] = [(x + dx, y + dy) for x, y in stacks.fan_middles(count, self.fan_size)]
        else:
            dx, dy = stacks.middle(stack, self.size)
            offsets = [one and (one[0] + dx, one[1] + dy) for one in stacks.closed_middles(count, self.size)]
        return dict(zip(stack.pieces, offsets, strict=True))

    def at(self, point: QPointF) -> str | None:
        """Return the topmost piece at a point of the canvas."""
        if not self._stacks:
            return None
        away = (np.array([point.x(), point.y()]) - self._places) * self.zoom
        reach = 3 * (self.size + stacks.GAP) + self.size
        near: list[int] = np.flatnonzero(np.abs(away).max(axis=1) < reach + self._reaches * self.zoom).tolist()
        if self._fan is not None:
            near = [self._fan] if self.on_fan(point) else [at for at in near if at != self._fan]
        for at in reversed(near):
            half = (self.fan_size if at == self._fan else self.size) / 2
            for piece, offset in reversed(self._spots(at).items()):
                if offset is None:
                    continue
                x, y = float(away[at][0]) - offset[0], float(away[at][1]) - offset[1]
                body = self.body(piece) if at != self._fan else None
                if body.contains(x, y) if body is not None else abs(x) <= half and abs(y) <= half:
                    return piece
        return None

    def middle(self, piece: str) -> QPointF:
        """Return where on the canvas the middle of a piece is at this zoom."""
        at = self._stack_of[piece]
        offset = self._spots(at)[piece] or stacks.middle(self._stacks[at], self.size)
        body = self.body(piece) if at != self._fan else None
        beside = body.middle if body is not None else QPointF()
        x, y = self._stacks[at].place
        return QPointF(x + (offset[0] + beside.x()) / self.zoom, y + (offset[1] + beside.y()) / self.zoom)

    def box(self, piece: str) -> QRectF:
        """Return the box round a piece on the canvas, as large as it lies there at this zoom."""
        at = self._stack_of[piece]
        body = self.body(piece) if at != self._fan else None
        if body is None:
            half = (self.fan_size if at == self._fan else self.size) / 2 / self.zoom
            middle = self.middle(piece)
            return QRectF(middle.x() - half, middle.y() - half, 2 * half, 2 * half)
        offset = self._spots(at)[piece] or stacks.middle(self._stacks[at], self.size)
        (x, y), box = self._stacks[at].place, body.box.translated(*offset)
        zoom = self.zoom
        return QRectF(x + box.x() / zoom, y + box.y() / zoom, box.width() / zoom, box.height() / zoom)

    # --- the fan ------------------------------------------------------------------------------------------------

    @property
    def fan_size(self) -> int:
        """How large counters of a fan are, logical pixels."""
        return size_for(max(self.size, round(stacks.READABLE * self.palette.letters)))

    @property
    def fan(self) -> Stack | None:
        """The stack that is fanned out."""
        return None if self._fan is None else self._stacks[self._fan]

    def open_fan(self, piece: str, window: Box) -> None:
        """Fan out the stack in which a piece lies, inside a window of the canvas: the piece stays where it is seen.

        So whoever points at it, and presses, takes what he has pointed at.
        """
        at = self._stack_of[piece]
        if at == self._fan or len(self._stacks[at].pieces) < 2:
            return
        self.close_fan()
        self._fan = at
        self.badges.hide_for(at)
        stack = self._stacks[at]
        wide, high = stacks.fan_box(len(stack.pieces), self.fan_size)
        middle_x, middle_y = self._fan_middle(stack, piece)
        self._fan_shift = (
            _inside(middle_x, wide, (window[0] - stack.place[0]) * self.zoom, (window[2] - stack.place[0]) * self.zoom),
            _inside(middle_y, high, (window[1] - stack.place[1]) * self.zoom, (window[3] - stack.place[1]) * self.zoom),
        )
        dx, dy = self._fan_shift
        self._panel.setRect(QRectF(dx - wide / 2, dy - high / 2, wide, high))
        self._panel.setPos(*stack.place)
        self._panel.setBrush(fade_colour(self.palette.panel, 0.96))
        self._panel.setPen(QPen(fade_colour(self.palette.panel_ink, 0.4), 1))
        self._panel.setVisible(True)
        self._stale[at] = True

    def _fan_middle(self, stack: Stack, piece: str) -> Offset:
        """Return where the middle of a fan is so that a piece lies in it where it lies in the closed stack."""
        count, index = len(stack.pieces), stack.pieces.index(piece)
        (x, y), closed = stacks.middle(stack, self.size), stacks.closed_middles(count, self.size)[index]
        if closed is None:  # it is covered
            return x, y
        fanned_x, fanned_y = stacks.fan_middles(count, self.fan_size)[index]
        return x + closed[0] - fanned_x, y + closed[1] - fanned_y

    def close_fan(self) -> None:
        """Close the fan if there is one."""
        if self._fan is not None:
            at, self._fan = self._fan, None
            self.badges.hide_for(None)
            self._stale[at] = True
            self._panel.setVisible(False)

    def on_fan(self, point: QPointF, more: float = 0.0) -> bool:
        """Say whether a point of the canvas lies on the panel of the fan, or so many pixels beside it."""
        if self._fan is None:
            return False
        x, y = self._stacks[self._fan].place
        spot = QPointF((point.x() - x) * self.zoom, (point.y() - y) * self.zoom)
        return self._panel.rect().adjusted(-more, -more, more, more).contains(spot)


def _inside(middle: float, length: float, low: float, high: float) -> float:
    """Return the middle moved so that a length around it lies between two limits, as far as it can."""
    return max(low + length / 2, min(high - length / 2, middle))


def _panel(layer: QGraphicsItem) -> QGraphicsRectItem:
    panel = QGraphicsRectItem(layer)
    panel.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
    panel.setZValue(Z_FAN - 1)
    panel.setVisible(False)
    return panel
