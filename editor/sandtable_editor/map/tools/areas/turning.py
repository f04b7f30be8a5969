"""Turning and scaling vertices, areas and lines about a place: by a drag, or by figures that are typed."""

from __future__ import annotations

from math import atan2, degrees, hypot
from typing import TYPE_CHECKING, Final, Literal

from PySide6.QtCore import Qt

from sandtable.design.edits.turning import TurnVertices, middle_of
from sandtable.engine.errors import Invalid
from sandtable_editor.map.guides import Guide, GuideWords, Handles, RubberLine, SnapMark
from sandtable_editor.map.snapper import KEYS_REACH
from sandtable_editor.map.tools.areas.ghosts import ghosts_of
from sandtable_editor.map.tools.areas.turn_fields import Figures, TurnFields
from sandtable_editor.map.tools.tool import Held, MapTool

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from sandtable.board.shapes import Place
    from sandtable_editor.map.desk import MapDesk

Grip = Literal["turn", "scale", "about"]

HIT: Final = 9.0
"""Logical pixels round a corner, or the place that is turned about, which take it."""
STEP: Final = 15.0
"""Degrees, and per cent, of a step while Shift is held."""


class TurnTool(MapTool):
    """Turns and scales the vertices that are chosen, or else the areas and lines that are selected."""

    key, title, letter, group = "turn", "Turn and scale", "Y", "areas"
    draws_in = ("ground", "lines")
    says = "Turn and scale chosen vertices, or whole areas and lines, about a place"
    cursor = Qt.CursorShape.ArrowCursor

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self._grip: Grip | None = None
        self._from: Place | None = None
        self._figures: Figures | None = None
        """What letting go, or the figures that are being typed, would do."""
        self._about: Place | None = None
        """The place that was chosen to turn about."""
        self._fields: TurnFields | None = None
        desk.vertices.changed.connect(self._chosen_anew)
        desk.selection.changed.connect(self._selected_anew)

    def is_fit(self) -> bool:
        return bool(self.desk.design.map.areas or self.desk.design.map.lines)

    def options(self) -> QWidget:
        """Return the fields to type figures in."""
        self._fields = TurnFields(self._look, self._do, self.desk.refuse)
        self._tell()
        return self._fields

    def taken_up(self) -> None:
        self._show()

    # -- what is turned

    @property
    def _named(self) -> TurnVertices:
        """What would be turned, without figures: two vertices or more that are chosen, else what is selected."""
        sheet, chosen, now = self.desk.design.map, self.desk.vertices.places, self.desk.selection.now
        if len(chosen) > 1:
            return TurnVertices(vertices=chosen)
        areas = sheet.areas
        return TurnVertices(spaces=tuple(id for id in now.spaces if areas is not None and id in areas), lines=now.lines)

    def _places(self) -> tuple[Place, ...]:
        try:
            return self._named.places(self.desk.design.map)
        except Invalid:
            return ()

    @property
    def about(self) -> Place | None:
        """The place that is turned about: one that was chosen, else the middle; none where nothing is to be turned."""
        places = self._places()
        return (self._about or middle_of(places)) if places else None

    def edit(self, figures: Figures) -> TurnVertices:
        """Return what would be done."""
        turned, times, about = figures
        named = self._named
        return TurnVertices(named.vertices, named.spaces, named.lines, turned, times, about)

    def _corners(self) -> tuple[Place, ...]:
        """Return the corners of the box round what would be turned, one after the other."""
        places = self._places()
        if not places:
            return ()
        xs, ys = zip(*places, strict=True)
        left, right, low, high = min(xs), max(xs), min(ys), max(ys)
        return (left, low), (right, low), (right, high), (left, high)

    def _selected_anew(self) -> None:
        """What was selected last is meant, and no longer the vertices that were chosen before."""
        if self.desk.selection.spaces or self.desk.selection.lines:
            self.desk.vertices.choose(())
        self._chosen_anew()

    def _chosen_anew(self) -> None:
        self._about = self._figures = None
        if self.desk.tool is self and not self.held:
            self._show()

    # -- dragging

    def pressed(self, at: Place, modifiers: Held) -> None:
        about = self.about
        self._figures, self._from = None, at
        if about is None:
            self._grip = None
        elif self._is_near(at, about):
            self._grip = "about"
        else:
            self._grip = "scale" if any(self._is_near(at, corner) for corner in self._corners()) else "turn"
        self._show()

    def _is_near(self, at: Place, place: Place) -> bool:
        reach = self.desk.view.units(HIT if self.desk.crosshair.at is None else KEYS_REACH)
        return hypot(at[0] - place[0], at[1] - place[1]) <= reach

    def moved(self, at: Place, modifiers: Held) -> None:
        about = self.about
        if not self.held or self._grip is None or self._from is None or about is None:
            return
        if self._grip == "about":
            snap = self.desk.snapper.index.nearest(at, self.desk.snapper.reach)
            self._about = snap.place if snap is not None and self.desk.switches.snaps(modifiers) else at
        elif self._grip == "turn":
            self._figures = (_stepped(self._angle(at, about), modifiers), 1.0, about)
        else:
            far = hypot(self._from[0] - about[0], self._from[1] - about[1])
            percent = 100 * hypot(at[0] - about[0], at[1] - about[1]) / far if far else 100.0
            self._figures = (0.0, max(_stepped(percent, modifiers), 0.1) / 100, about)
        self._show()

    def _angle(self, at: Place, about: Place) -> float:
        """Return by how many degrees clockwise the drag has turned round a place, to a tenth."""
        assert self._from is not None
        was = atan2(self._from[1] - about[1], self._from[0] - about[0])
        turned = degrees(atan2(at[1] - about[1], at[0] - about[0]) - was)
        clockwise = turned if self.desk.view.geography.downwards else -turned
        return round((clockwise + 180) % 360 - 180, 1)

    def released(self, at: Place, modifiers: Held) -> None:
        figures, grip, start = self._figures, self._grip, self._from
        self._let_go()
        if figures is not None:
            self._do(figures)
        elif grip != "about" and start is not None and self._is_near(at, start):
            self._choose(at, add=bool(modifiers & Held.ShiftModifier))
        self._show()

    def _choose(self, at: Place, *, add: bool) -> None:
        """Select the area or the line at a place."""
        there = [one for one in self.desk.pointing.all_at(at) if one.spaces or one.lines]
        if there:
            self.desk.vertices.choose(())
        if there and add:
            self.desk.selection.toggle(there[0])
        elif there:
            self.desk.selection.set(there[0])

    def _let_go(self) -> None:
        self._grip = self._from = self._figures = None

    def escape(self) -> bool:
        begun = self._grip is not None or self._figures is not None or self._about is not None
        self._let_go()
        self._about = None
        self._show()
        return begun

    # -- doing

    def _look(self, figures: Figures) -> None:
        """Show what the figures that are being typed would do."""
        self._figures = figures
        self._show(tell=False)

    def _do(self, figures: Figures) -> None:
        """Turn by these figures; what was chosen stays so. Without any only the place is taken."""
        edit, before = self.edit(figures), self.desk.design.map
        about = self._about if figures[2] == self.about else figures[2]
        self._figures = None
        turns = (edit.degrees, edit.times) != (0.0, 1.0)
        if turns and self.desk.design.do(edit) is not None and edit.vertices:
            self.desk.vertices.choose(edit.turned(before, edit.vertices))
        self._about = about
        self._show()
        self.desk.view.setFocus()

    # -- what is shown

    def map_changed(self) -> None:
        self._show()

    def _tell(self) -> None:
        if self._fields is not None:
            turned, times, about = self._figures or (0.0, 1.0, self.about)
            self._fields.show_figures(turned, times, about)

    def _show(self, *, tell: bool = True) -> None:
        if tell:
            self._tell()
        if self.desk.tool is self:
            self.desk.guides.show_guides(self._guides())

    def _guides(self) -> list[Guide]:
        about, corners = self.about, self._corners()
        if about is None:
            return []
        shown: list[Guide] = [RubberLine(corners, "quiet", closed=True, dashed=True, width=1.2)]
        if self._figures is None:
            shown.append(Handles(corners))
        else:
            about = self._figures[2]
            tried = self.desk.design.attempt(self.edit(self._figures))
            shown += [RubberLine(self._turned(corners), "bad" if isinstance(tried, Invalid) else "accent", closed=True)]
            shown += ghosts_of(tried)
            shown.append(GuideWords(about, _words(self._figures)))
        return [*shown, Handles(self._named.vertices, frozenset(self._named.vertices)), SnapMark(about, "crossing")]

    def _turned(self, corners: tuple[Place, ...]) -> tuple[Place, ...]:
        """Return where the corners of the box would come."""
        assert self._figures is not None
        try:
            return self.edit(self._figures).turned(self.desk.design.map, corners)
        except Invalid:
            return corners

    def hint(self, modifiers: Held) -> str:
        if self._grip == "about" and self.held:
            return "Let go: what is chosen turns about here · Esc: about its middle"
        if self._grip is not None and self.held and self.about is not None:
            return "Let go: all that share a vertex follow · Shift: in steps of 15 · Esc leaves it"
        if self.about is None:
            return "Click the area or the line that is to be turned, or choose vertices with Vertices"
        return (
            "Drag: turn · Drag a corner: scale · Drag the cross: what it turns about · Shift: in steps · "
            "Click: another area or line"
        )


def _stepped(value: float, modifiers: Held) -> float:
    """Return an angle or a percentage, while Shift is held one of the steps."""
    return round(value / STEP) * STEP if modifiers & Held.ShiftModifier else round(value, 1)


def _words(figures: Figures) -> str:
    turned, times, _ = figures
    words = [f"{turned:g}°"] if turned else []
    words += [f"{times * 100:g} %"] if times != 1 else []
    return " · ".join(words) or "0°"
