"""Choosing at a place of the map: one of several things to do, or of several poses; what is marked is shown there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from sandtable_editor.play.map.ring import PoseRing

if TYPE_CHECKING:
    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QWidget

    from sandtable.board.spaces import SpaceId
    from sandtable.play.turn.poses import EndPose, EndPoses
    from sandtable_editor.canvas import MapView
    from sandtable_editor.play.map.piece_view import PieceView

POINTY: Final = 30.0
"""Degrees from the top of the screen to the first facing, where hexes stand on a point."""


class Choosing:
    """What opens at a place of one map to choose from. Nothing is chosen by itself."""

    def __init__(self, view: MapView, piece_view: PieceView, parent: QWidget) -> None:
        self._view, self._piece_view, self._parent = view, piece_view, parent

    def menu(self) -> QMenu:
        """Return a menu that goes when it closes."""
        menu = QMenu(self._parent)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu

    def choose(self, answers: Mapping[str, Callable[[], object]], space: SpaceId) -> QMenu:
        """Have one of several things chosen at the place where they would be done."""
        menu = self.menu()
        for label, do in answers.items():
            menu.addAction(label, do)
        menu.setActiveAction(menu.actions()[0])
        menu.popup(self._view.screen_spot(space))
        return menu

    def choose_pose(self, poses: EndPoses, piece: str, space: SpaceId, do: Callable[[EndPose], object]) -> None:
        """Have one of several poses of a piece chosen: in the ring, or where they have no facing from a list."""
        if any(pose.facing is None for pose in poses.all):
            self._list(poses, piece, space, do)
            return
        geography, counter = self._view.geography, self._view.counters.get(piece)
        north = POINTY if geography.hexes is not None and geography.hexes.grid.orientation == "pointy" else 0.0
        title = f"{counter.title}, {geography.name(space)}" if counter is not None else geography.name(space)
        ring = PoseRing(poses, title, north, self._parent)
        ring.looked_at.connect(partial(self._piece_view.mark, piece, space))
        ring.closed.connect(self._piece_view.unmark)
        ring.chosen.connect(do)
        ring.open_at(self._view.screen_spot(space))

    def _list(self, poses: EndPoses, piece: str, space: SpaceId, do: Callable[[EndPose], object]) -> None:
        said = {str(pose): pose for pose in poses.all}
        menu = self.choose({says: partial(do, pose) for says, pose in said.items()}, space)

        def mark(action: QAction) -> None:
            self._piece_view.mark(piece, space, said[action.text()])

        menu.hovered.connect(mark)
        menu.aboutToHide.connect(self._piece_view.unmark)
