"""What the checks find on the map: a click goes there, a fix is an edit, and what is right there can be allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable.board.spaces import RegionId, pair_of
from sandtable.design.edits.edit import MapEdit
from sandtable.design.edits.fields import Allow
from sandtable_editor.design.findings_panel import FindingsPanel
from sandtable_editor.map.frames import frame_of
from sandtable_editor.map.panels.panel import MapPanel
from sandtable_editor.map.selection import Selected
from sandtable_editor.map.standing_lint import StandingLint
from sandtable_editor.shell.pieces import button

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.lint.findings import Finding
    from sandtable_editor.map.desk import MapDesk


SPOT: Final = 0.06
"""How much is shown around the spot of a problem, as a part of a typical space."""


class ProblemsPanel(FindingsPanel, MapPanel):
    """The findings of the map."""

    side = "bottom"
    comes_by_itself = True
    edits = MapEdit
    nothing = "Nothing is wrong with this map, as far as it can be checked."

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self.lint = StandingLint(desk)
        self._had = False
        self.allow = button("&Allow", self._allow, "Say that this is right as it is: it is not told again")
        self.near = button("Close &up", self._close_up, "Go to the very spot: a crack between two large areas is small")
        self.stack(desk.design, self.lint, desk.window.theme, self.near, self.allow)
        self.lint.changed.connect(self.show_findings)

    def has_something(self) -> bool:
        return bool(self.lint.findings or self.lint.wrong)

    def show_findings(self) -> None:
        """Show what is found now, and come forward with the first."""
        had = self._had
        self._had = self.has_something()
        super().show_findings()
        if self._had and not had:
            self.filled.emit()

    def _follow(self, _: int = 0) -> None:
        super()._follow()
        self.allow.setEnabled(self.finding is not None and allowance(self.finding) is not None)
        self.near.setEnabled(self.finding is not None and self.finding.place.at is not None)

    def go_to(self, found: Finding[Map]) -> None:
        selected = selected_by(found).there(self.desk.design.map)
        self.desk.selection.set(selected)
        frame = frame_of(selected, self.desk.design.map)
        if found.place.at is not None:
            x, y = found.place.at
            frame = (
                (x, y, x, y)
                if frame is None
                else (min(frame[0], x), min(frame[1], y), max(frame[2], x), max(frame[3], y))
            )
        self.desk.look_at(frame)

    def _close_up(self) -> None:
        """Show the spot itself; a click in the list shows all that the problem is about."""
        if self.finding is not None and self.finding.place.at is not None:
            x, y = self.finding.place.at
            self.desk.look_at((x, y, x, y), room=SPOT * self.desk.view.typical())

    def _allow(self) -> None:
        edit = allowance(self.finding) if self.finding is not None else None
        if edit is not None:
            self.list.setFocus()
            self.do(edit)


def selected_by(found: Finding[Map]) -> Selected:
    """Return what a finding is about: an edge where it names two spaces."""
    spaces = tuple(found.place.spaces)
    return Selected(
        spaces=spaces,
        edges=(pair_of(*spaces),) if len(spaces) == 2 else (),
        lines=(found.place.line,) if found.place.line else (),
        regions=(RegionId(found.place.region),) if found.place.region else (),
    )


def allowance(found: Finding[Map]) -> Allow | None:
    """Return what says that a finding is right as it is, ``None`` where there is nothing to say it of."""
    place = found.place
    if place.spaces:
        return Allow(found.code, space=place.spaces[0])
    if place.region:
        return Allow(found.code, region=place.region)
    return Allow(found.code, line=place.line) if place.line else None


PANEL = ProblemsPanel
