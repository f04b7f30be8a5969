"""Panels one below the other; only what has changed is drawn anew."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from sandtable.present import Matrix, Panel, Sheet, Table, Track
from sandtable_editor.play.panels.sheet import SheetView
from sandtable_editor.play.panels.tables import GridView
from sandtable_editor.play.panels.track import TrackView
from sandtable_editor.shell.pieces import clear, faint


class PanelStack(QScrollArea):
    """A column of panels. Sheets of one group stand side by side where ``side_by_side``, else below each other."""

    rule_clicked = Signal(str)
    place_clicked = Signal(str)

    def __init__(self, nothing: str = "", *, name: str = "", side_by_side: bool = False) -> None:
        super().__init__()
        self._is_seen, self._is_behind, self._draws_anew = True, False, False
        self.setAccessibleName(name)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.inside = QWidget()
        self.column = QVBoxLayout(self.inside)
        self.column.setContentsMargins(8, 8, 8, 8)
        self.column.setSpacing(8)
        self.setWidget(self.inside)
        self._nothing, self._side_by_side = nothing, side_by_side
        self.panels: tuple[Panel, ...] | None = None
        self._shown: list[tuple[tuple[Panel, ...], QWidget]] = []
        self.put(())

    def put(self, panels: Sequence[Panel], *, anew: bool = False) -> None:
        """Show these panels."""
        wanted = tuple(panels)
        if wanted == self.panels and not anew:
            return
        self.panels, self._is_behind, self._draws_anew = wanted, True, anew or self._draws_anew
        if self._is_seen or not wanted:
            self._draw(wanted)

    def be_seen(self, seen: bool) -> None:
        """Take notice of whether somebody sees it: what changes while nobody does is drawn when somebody looks."""
        self._is_seen = seen
        if seen and self._is_behind and self.panels is not None:
            self._draw(self.panels)

    def _draw(self, wanted: tuple[Panel, ...]) -> None:
        """Show these panels; what has shown the same before is taken from there."""
        at = self.verticalScrollBar().value()
        before, self._shown = [] if self._draws_anew else self._shown, []
        self._is_behind = self._draws_anew = False
        for _, members in groupby(wanted, key=_group):
            self._shown.append(self._kept(tuple(members), before))
        for _, widget in self._shown:
            self.column.removeWidget(widget)
        clear(self.column)
        for _, widget in self._shown:
            self.column.addWidget(widget)
        if not wanted and self._nothing:
            self.column.addWidget(faint(self._nothing))
        self.column.addStretch(1)
        self.verticalScrollBar().setValue(at)

    def say_nothing(self, text: str) -> None:
        """Say something else where there is no panel."""
        self._nothing = text
        self.put(self.panels or (), anew=True)

    def height_at(self, width: int) -> int:
        """Return how high all of it is when it is so wide, logical pixels."""
        return max(self.inside.heightForWidth(width), self.inside.minimumSizeHint().height())

    def _kept(
        self, group: tuple[Panel, ...], before: list[tuple[tuple[Panel, ...], QWidget]]
    ) -> tuple[tuple[Panel, ...], QWidget]:
        """Return a group with what shows it: what has shown the same before is taken from there."""
        for at, (shown, _) in enumerate(before):
            if shown == group:
                return before.pop(at)
        views = [self._view(panel) for panel in group]
        return group, self._beside(views) if _group(group[0]) and self._side_by_side else self._below(views)

    def _view(self, panel: Panel) -> QWidget:
        match panel:
            case Sheet():
                sheet = SheetView(panel)
                sheet.rule_clicked.connect(self.rule_clicked)
                sheet.place_clicked.connect(self.place_clicked)
                return sheet
            case Track():
                return TrackView(panel)
            case Table() | Matrix():
                grid = GridView(panel)
                grid.place_clicked.connect(self.place_clicked)
                return grid

    def _beside(self, views: list[QWidget]) -> QWidget:
        made = QWidget()
        layout = QHBoxLayout(made)
        layout.setContentsMargins(0, 0, 0, 0)
        for view in views:
            layout.addWidget(view, 1)
        return made

    def _below(self, views: list[QWidget]) -> QWidget:
        if len(views) == 1:
            return views[0]
        made = QWidget()
        layout = QVBoxLayout(made)
        layout.setContentsMargins(0, 0, 0, 0)
        for view in views:
            layout.addWidget(view)
        return made


def _group(panel: Panel) -> str:
    return panel.group if isinstance(panel, Sheet) else ""
