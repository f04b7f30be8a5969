"""The tool that places an image by points that are known: a click on the image, a click on where that belongs."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from sandtable.board.affine import ControlPoint
from sandtable.design.edits.underlays import PlaceUnderlay, fit_of
from sandtable_editor.map.guides import Guide, GuideWords, Handles, RubberLine, SnapMark
from sandtable_editor.map.tools.underlays.dropping import DroppedScans
from sandtable_editor.map.tools.underlays.scan_tool import ScanOptions, ScanTool

if TYPE_CHECKING:
    from sandtable.board.shapes import Place
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.map.tools.tool import Held

Alt = Qt.KeyboardModifier.AltModifier
NEAR: Final = 9.0
"""Logical pixels from which on a point is meant."""


class ControlPointsTool(ScanTool):
    """Places an image by control points."""

    key, title, letter = "control_points", "Control points", "U"
    says = "Click on a point of the scan, then on where it belongs; two points or more place it"

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self._dropped = DroppedScans(desk)
        self._pixel: Place | None = None
        self._first: tuple[ControlPoint, ...] = ()
        """A point alone: it is kept here until there are two."""
        self._taken: int | None = None
        self._at: Place | None = None

    def options(self) -> QWidget | None:
        made = ScanOptions(self.desk)
        table = QPushButton("Table of points…")
        table.clicked.connect(self._show_table)
        made.row.addWidget(table)
        made.row.addStretch(1)
        return made

    def _show_table(self) -> None:
        from sandtable_editor.map.tools.underlays.points_table import show_points

        show_points(self.desk)

    def hint(self, modifiers: Held) -> str:
        if self._taken is not None:
            return "Let go: the point belongs there · Esc: leave it"
        if self._pixel is not None:
            return "Click: where this point belongs, or type its place · Esc or Backspace: leave it"
        here = self._near(self.at) if self.at is not None else None
        if modifiers & Alt:
            return "Click: remove this point" if here is not None else "Click on a point: remove it"
        if here is not None:
            return "Drag: correct this point · Alt+click: remove it"
        more = "" if len(self._points()) > 1 else f" · {2 - len(self._points())} more to place it"
        return f"Click: a point of the scan · Drag a point: correct it · Alt: remove it{more}"

    def _points(self) -> tuple[ControlPoint, ...]:
        one = self.underlay
        return (one.points if one is not None else ()) or self._first

    def _near(self, at: Place) -> int | None:
        """Return which point is meant at a place."""
        reach = self.desk.view.units(NEAR)
        far = [hypot(point.at[0] - at[0], point.at[1] - at[1]) for point in self._points()]
        nearest = min(range(len(far)), key=far.__getitem__, default=None)
        return nearest if nearest is not None and far[nearest] <= reach else None

    def pressed(self, at: Place, modifiers: Held) -> None:
        near = self._near(at)
        if self._pixel is not None:
            self._add(at)
        elif modifiers & Alt:
            if near is not None:
                self._place(tuple(point for number, point in enumerate(self._points()) if number != near))
        elif near is not None:
            self._taken = near
        else:
            self._pixel = self.pixel_at(at)
            if self._pixel is None:
                self.desk.refuse("There is no scan here: click on a point of it first, then on where that belongs.")
        self.show()

    def moved(self, at: Place, modifiers: Held) -> None:
        self._at = at
        self.show()

    def released(self, at: Place, modifiers: Held) -> None:
        taken, self._taken = self._taken, None
        if taken is not None:
            points = self._points()
            if points[taken].at != at:
                self._place((*points[:taken], replace(points[taken], at=at), *points[taken + 1 :]))
        self.show()

    def double(self, at: Place) -> None:
        """A second click at one place: the point of the scan belongs just there."""
        self.pressed(at, Qt.KeyboardModifier.NoModifier)
        self.released(at, Qt.KeyboardModifier.NoModifier)

    def _add(self, at: Place) -> None:
        assert self._pixel is not None
        points = (*self._points(), ControlPoint(self._pixel, at))
        self._pixel = None
        self._place(points)

    def _place(self, points: tuple[ControlPoint, ...]) -> None:
        one = self.underlay
        if one is None:
            return
        if len(points) < 2 and not one.points:
            self._first = points
            return
        if self.desk.design.do(PlaceUnderlay(one.id, points)) is not None:
            self._first = ()

    def escape(self) -> bool:
        was = self._pixel is not None or self._taken is not None
        self._pixel = self._taken = None
        self.show()
        return was

    def back(self) -> bool:
        return self.escape()

    # -- what is seen

    def show(self) -> None:
        if self.desk.tool is not self:
            return
        frame, laid = self.frame(), self.pixels()
        found: list[Guide] = [] if frame is None else [frame]
        points = self._points()
        if laid is not None:
            found += [RubberLine((laid.at(point.pixel), point.at), role="bad") for point in points]
            if self._pixel is not None:
                here = laid.at(self._pixel)
                found += [SnapMark(here, "crossing"), *([RubberLine((here, self._at))] if self._at else [])]
        if self._taken is not None and self._at is not None:
            found.append(RubberLine((points[self._taken].at, self._at), dashed=True))
        found.append(Handles(tuple(point.at for point in points)))
        found += self._words(points)
        self.desk.guides.show_guides(found)

    def _words(self, points: tuple[ControlPoint, ...]) -> list[Guide]:
        """Return how far each point is off, beside it."""
        one = self.underlay
        fit = fit_of(self.desk.design.map, one) if one is not None else None
        if fit is None or len(points) < 3:
            return [GuideWords(point.at, str(number)) for number, point in enumerate(points, 1)]
        return [
            GuideWords(point.at, f"{number}: {off.pixels:.1f} px")
            for number, (point, off) in enumerate(zip(points, fit.residuals, strict=True), 1)
        ]
