"""The map that is drawn: it shows other revisions without moving, tells places, and keys are the tool's first."""

from __future__ import annotations

from math import ceil, floor, log10
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from sandtable_editor.canvas.widget.shown_map import ShownMap
from sandtable_editor.canvas.widget.spoken_map import SpokenParts
from sandtable_editor.map.grips import is_grip
from sandtable_editor.map.guides import Guides, PaperFrame
from sandtable_editor.map.paper import paper_of

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.shapes import Place

STRIDE: Final = 6.0
"""Logical pixels that the crosshair moves at least."""
ROUND: Final = (1.0, 2.0, 5.0, 10.0)
MODIFIERS: Final = {Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta}
TAP: Final = 400
"""Milliseconds: Space that is let go later was held to move the map."""
AT_ONCE: Final = 5
"""Milliseconds within which a key that repeats is pressed again."""


class DrawnMap(ShownMap):
    """A map under work. ``modifiers_changed``: Shift, Ctrl or Alt went down or up."""

    modifiers_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        SpokenParts(self)
        self.guides = Guides()
        self.scene().addItem(self.guides)
        self._paper: QRectF | None = None
        self._room = QRectF()
        """Where one may look since the map was opened: what is taken back makes it no smaller."""
        self._tabbed = False
        self._space = HeldSpace()
        self._stood = QPoint()

    # -- what is shown

    def show_map(self, board: Map) -> None:
        """Show the map, or another revision of it: where one looks stays.

        Its paper is shown of one with nothing on it, and stays while that is drawn.
        """
        was = self.geography.map
        if was.key != board.key:
            blank = not board.graph.spaces and not _has_its_size(board)
            self._paper, self._room = QRectF(0, 0, *paper_of(board)) if blank else None, QRectF()
        else:
            self._room = self.roaming()
            if was.info.paper != board.info.paper:
                self._paper = QRectF(0, 0, *paper_of(board))
        super().show_map(board)
        self.guides.geography = self.geography
        self.guides.palette = self.map_scene.look.palette
        self._frame_paper()
        if self._paper is not None and not self.geography.ids and self.navigation.fitted:
            self.navigation.fit()
        else:
            self.navigation.make_room()

    def _frame_paper(self) -> None:
        """Show how large a map will be that was blank when it was opened."""
        paper, geography = self._paper, self.geography
        if paper is None or _has_its_size(geography.map):
            self.guides.clear("paper")
            return
        one, other = (geography.on_map(corner) for corner in (paper.topLeft(), paper.bottomRight()))
        self.guides.show_guides([PaperFrame(one, other)], "paper")

    def extent(self) -> QRectF:
        """Return the box round the map, and round the paper of one that was blank when it was opened."""
        rect = super().extent()
        if self._paper is None or _has_its_size(self.geography.map):
            return rect
        return self._paper if not self.geography.map.graph.spaces else rect.united(self._paper)

    def roaming(self) -> QRectF:
        """Return the map with as much room around it: one may draw beyond what is there."""
        rect = self.extent()
        room = max(rect.width(), rect.height())
        return rect.adjusted(-room, -room, room, room).united(self._room)

    def typical(self) -> float:
        paper = self._paper
        return max(paper.width(), paper.height()) / 12 if paper is not None else super().typical()

    # -- places

    def place_at(self, at: QPointF) -> Place:
        """Return the place of the map at a place of the view, in as many digits as a pixel tells apart."""
        x, y = self.geography.on_map(self.on_canvas(at))
        digits = -floor(log10(1.0 / self.zoom))
        return round(x, digits) + 0.0, round(y, digits) + 0.0

    def spot_of(self, place: Place) -> QPointF:
        """Return where in the view a place of the map lies."""
        return self.on_view(QPointF(*self.geography.on_canvas(place)))

    @property
    def stride(self) -> float:
        """How far the crosshair moves at a press: a round number of map units, some pixels on the screen."""
        least = STRIDE / self.zoom
        ten = 10.0 ** floor(log10(least))
        return float(next(one * ten for one in ROUND if one * ten >= least * (1 - 1e-9)))

    def units(self, pixels: float) -> float:
        """Return so many logical pixels in map units."""
        return pixels / self.zoom

    @property
    def digits(self) -> int:
        """How many digits after the point a coordinate is shown with."""
        return max(0, ceil(-log10(1.0 / self.zoom)))

    # -- keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give a key to the tool first, then to what moves the map."""
        if event.key() in MODIFIERS:
            self.modifiers_changed.emit(event.modifiers() | _flag(event))
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space.press(event.timestamp())
        worked = self.tool.on_key(event)
        self._work_begins(worked)
        event.setAccepted(worked or self.navigation.key(event))

    def event(self, event: QEvent) -> bool:
        """Know a Tab from a focus that Qt hands on by itself, as it does from what is hidden.

        G and Ins are those of the map with Shift and Alt, too, whatever else has such a key; and Alt alone does not go
        to the menus, for tools heed it.
        """
        overrides = event.type() == QEvent.Type.ShortcutOverride
        if overrides and isinstance(event, QKeyEvent) and _is_ours(event):
            event.accept()
            return True
        self._tabbed = isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
        try:
            return super().event(event)
        finally:
            self._tabbed = False

    def focusNextPrevChild(self, onwards: bool) -> bool:
        return super().focusNextPrevChild(onwards) if self._tabbed else QWidget.focusNextPrevChild(self, onwards)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Let Space, when it was only tapped, and nothing was moved with it, be a click."""
        if event.key() in MODIFIERS:
            self.modifiers_changed.emit(event.modifiers() & ~_flag(event))
        was_down = self.navigation.space_down  # or it was typed elsewhere, and only its release came here
        was_up = self.navigation.key_up(event)
        if was_up and self._space.is_click_at(event.timestamp()) and was_down:
            self.tool.on_space(event.modifiers())
        event.setAccepted(was_up)

    # -- where it stands in the window

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stay where it is on the screen, whatever comes or goes beside it; until work begins, it stays fitted in."""
        corner, stood = self.on_canvas(QPointF()), self._stood
        super().resizeEvent(event)
        self._stood = self._standing()
        if not self.navigation.fitted and event.oldSize().isValid():
            moved = self.on_view(corner) - QPointF(stood - self._stood)
            if moved.manhattanLength() >= 1:
                self.navigation.pan(moved.x(), moved.y())

    def _standing(self) -> QPoint:
        """Return where its upper left corner is in the window."""
        return self.viewport().mapTo(self.window(), QPoint())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """What was held down may be let go elsewhere."""
        super().focusOutEvent(event)
        self.modifiers_changed.emit(Qt.KeyboardModifier.NoModifier)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._space.moved_map |= self.navigation.wants(event)
        self._work_begins()
        super().mousePressEvent(event)

    def _work_begins(self, worked: bool = True) -> None:
        """Stay as large as it is from the first press on: what comes up beside it moves nothing under the hand."""
        self.navigation.fitted = self.navigation.fitted and not worked


class HeldSpace:
    """Tells a tap on Space from holding it, to drag the map.

    A key that is held comes from X as if it were let go and pressed again and again, at once each time.
    """

    def __init__(self) -> None:
        self.moved_map = False
        self._pressed = self._let_go = 0
        self._was_held = False

    def press(self, now: int) -> None:
        """Know that it went down, at a time in milliseconds; 0 is none."""
        if self._was_held and 0 < now <= self._let_go + AT_ONCE:
            return
        self._pressed, self.moved_map = now, False

    def is_click_at(self, now: int) -> bool:
        """Know that it was let go, and tell whether that was a click."""
        self._let_go, self._was_held = now, self.moved_map or now - self._pressed >= TAP
        return not self._was_held


def _is_ours(event: QKeyEvent) -> bool:
    """Tell whether a key is the map's, whatever shortcuts there are."""
    key = Qt.Key(event.key())
    held = event.modifiers()
    return key == Qt.Key.Key_Alt or (held != Qt.KeyboardModifier.NoModifier and is_grip(key, held))


def _flag(event: QKeyEvent) -> Qt.KeyboardModifier:
    """Return the modifier that a key is."""
    held = Qt.KeyboardModifier
    return {
        Qt.Key.Key_Shift: held.ShiftModifier,
        Qt.Key.Key_Control: held.ControlModifier,
        Qt.Key.Key_Alt: held.AltModifier,
    }.get(Qt.Key(event.key()), held.MetaModifier)


def _has_its_size(board: Map) -> bool:
    """Tell whether hexes or an image say how large a map is."""
    return board.hexes is not None or bool(board.underlays)
