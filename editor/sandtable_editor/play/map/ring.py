"""The ring of facings and formations that opens where a move may end in several ways; each shows its price."""

from __future__ import annotations

from functools import partial
from math import cos, radians, sin
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QHideEvent,
    QIcon,
    QKeyEvent,
    QPainter,
    QPixmap,
    QPolygonF,
    QRegion,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from sandtable_editor.shell.theme import scaled, shades

if TYPE_CHECKING:
    from sandtable.play.turn.poses import EndPose, EndPoses

ACROSS: Final = 250
"""Logical pixels of the ring at the usual size of the interface."""
WIDE, HIGH = 66, 40
ARROW: Final = 16


class PoseRing(QWidget):
    """A popup round a place. Nothing in it is chosen until somebody says so: a click, or Enter on what is marked.

    ``north``: degrees clockwise from the top of the screen to the first facing.
    """

    chosen = Signal(object)
    looked_at = Signal(object)
    closed = Signal()

    def __init__(self, poses: EndPoses, title: str, north: float, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(f"How to stand in {title}")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.poses, self._north = poses, north
        self.marked = poses.cheapest
        self.buttons: dict[EndPose, QToolButton] = {}
        self.formations: dict[str, QToolButton] = {}
        self._across, self._button = scaled(ACROSS), QSize(scaled(WIDE), scaled(HIGH))
        self._ring = QWidget()
        self._ring.setFixedSize(self._across, self._across)
        self._says = QLabel()
        said = [words for pose in poses.all for words in (str(pose), pose.paid)]
        self._says.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._says.setMinimumWidth(max(self._says.fontMetrics().horizontalAdvance(words) for words in said))
        self._paid = QLabel()
        self._paid.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._ring, 0, Qt.AlignmentFlag.AlignHCenter)
        self._foot = self._lay_out_foot(title)
        column.addWidget(self._foot)
        colours = shades()
        self.setStyleSheet(
            f"QToolButton {{ background: {colours.button}; border: 1px solid {colours.faint}; border-radius: 3px; }}"
            f"QFrame#foot QToolButton {{ padding: 2px 8px; }}"
            f"QToolButton:hover {{ background: {colours.tip}; }}"
            f"QToolButton:checked {{ border: 2px solid {colours.warm}; font-weight: bold; }}"
            f"QFrame#foot {{ border: 1px solid {colours.faint}; }}"
        )
        self._lay_out()

    def _lay_out_foot(self, title: str) -> QFrame:
        """Return what stands below the ring: the formations, whom it is about, what is marked."""
        foot, row = QFrame(), QHBoxLayout()
        foot.setObjectName("foot")
        for formation in self.poses.formations if len(self.poses.formations) > 1 else ():
            row.addWidget(self._formation(formation))
        heading = QLabel(title)
        heading.setAlignment(Qt.AlignmentFlag.AlignCenter)
        heading.setStyleSheet("font-weight: bold;")
        column = QVBoxLayout(foot)
        column.addLayout(row)
        column.addWidget(heading)
        column.addWidget(self._says)
        column.addWidget(self._paid)
        return foot

    def open_at(self, spot: QPoint) -> None:
        """Open round a place of the screen, as far as that is on it."""
        self.adjustSize()
        room = self.screen().availableGeometry()
        corner = spot - QPoint(self.width() // 2, self._across // 2)
        x = max(room.left(), min(corner.x(), room.right() - self.width()))
        y = max(room.top(), min(corner.y(), room.bottom() - self.height()))
        self.move(x, y)
        self.show()
        self.setFocus(Qt.FocusReason.PopupFocusReason)
        self.mark(self.marked)

    def mark(self, pose: EndPose) -> None:
        """Mark a pose, which Enter would choose; it is shown on the map."""
        other = pose.formation != self.marked.formation
        self.marked = pose
        if other:
            self._lay_out()
        for one, button in self.buttons.items():
            button.setChecked(one == pose)
        for formation, button in self.formations.items():
            button.setChecked(formation == pose.formation)
        self._says.setText(str(pose))
        self._paid.setText(pose.paid)
        self._show_the_map_between()
        self.setAccessibleDescription(str(pose))
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, str(pose)))
        self.looked_at.emit(pose)

    def _show_the_map_between(self) -> None:
        """Cover no more of the map than what may be clicked and read."""
        shown = QRegion(self._foot.geometry())
        for button in self.buttons.values():
            shown = shown.united(QRegion(button.geometry().translated(self._ring.pos())))
        self.setMask(shown)

    # -- what it is made of

    def _lay_out(self) -> None:
        """Put the facings of the marked formation round the place."""
        for button in self.buttons.values():
            button.hide()
            button.deleteLater()
        ring = self.poses.of(self.marked.formation)
        self.buttons = {pose: self._facing(pose, at, len(ring)) for at, pose in enumerate(ring)}

    def _facing(self, pose: EndPose, at: int, many: int) -> QToolButton:
        twins = [one for one in self.poses.of(pose.formation) if one.facing == pose.facing]
        aside = 9.0 * (2 * twins.index(pose) - len(twins) + 1) if pose.facing is not None else 0.0
        angle = 360.0 * at / many if pose.facing is None else self._north + 30.0 * pose.facing + aside
        button = QToolButton(self._ring)
        button.setText(_that_fits(pose.price, button) if pose.facing is not None else str(pose))
        if pose.facing is not None:
            button.setIcon(_arrow(angle))
            button.setIconSize(QSize(scaled(ARROW), scaled(ARROW)))
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        self._dress(button, str(pose))
        button.clicked.connect(partial(self._choose, pose))
        button.setFixedSize(self._button)
        wide, high, middle = self._button.width(), self._button.height(), self._across / 2
        away = middle - max(wide, high) / 2 - 2
        x, y = middle + away * sin(radians(angle)), middle - away * cos(radians(angle))
        button.move(QPointF(x - wide / 2, y - high / 2).toPoint())
        button.show()
        return button

    def _formation(self, formation: str) -> QToolButton:
        cheapest = self.poses.cheapest_of(formation)
        button = self.formations[formation] = QToolButton()
        button.setText(f"{formation.capitalize() or 'As it is'} · {cheapest.price.partition(' ')[0]}")
        self._dress(button, f"Formation: {formation or 'as it is'}, from {cheapest.price}")
        button.clicked.connect(partial(self.mark, cheapest))
        return button

    def _dress(self, button: QToolButton, says: str) -> None:
        button.setCheckable(True)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setAccessibleName(says)
        button.setToolTip(says)

    # -- keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Right | Qt.Key.Key_BracketRight:
                self.mark(self.poses.turn(self.marked, 1))
            case Qt.Key.Key_Left | Qt.Key.Key_BracketLeft:
                self.mark(self.poses.turn(self.marked, -1))
            case Qt.Key.Key_Down | Qt.Key.Key_F:
                self.mark(self.poses.change_formation(self.marked))
            case Qt.Key.Key_Up:
                self.mark(self.poses.change_formation(self.marked, -1))
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._choose(self.marked)
            case _:
                super().keyPressEvent(event)  # Escape closes it

    def focusNextPrevChild(self, onwards: bool) -> bool:
        """Go round all of them with Tab."""
        at = self.poses.all.index(self.marked) + (1 if onwards else -1)
        self.mark(self.poses.all[at % len(self.poses)])
        return True

    def _choose(self, pose: EndPose) -> None:
        self.close()
        self.chosen.emit(pose)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.closed.emit()


def _that_fits(price: str, button: QToolButton) -> str:
    """Return a price as a button has room for it: without its unit, as on the map, where that is long."""
    return price if button.fontMetrics().horizontalAdvance(price) <= scaled(WIDE - ARROW) else price.partition(" ")[0]


def _arrow(angle: float) -> QIcon:
    """Return an arrow that points so many degrees clockwise from up."""
    half = scaled(ARROW)
    picture = QPixmap(2 * half, 2 * half)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(half, half)
    painter.rotate(angle)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(shades().link))
    corners = ((0, -half), (half * 0.7, half * 0.8), (0, half * 0.35), (-half * 0.7, half * 0.8))
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))
    painter.end()
    return QIcon(picture)
