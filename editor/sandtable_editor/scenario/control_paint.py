"""Control by paint: a side is chosen, then spaces, or whole countries, are given to it on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QLabel, QWidget

from sandtable.board.spaces import SpaceId
from sandtable.design.scenario.holding import give, holdings, targets
from sandtable.engine.state.rows import Side
from sandtable_editor.shell.pieces import beside, choice_box, fit, narrow
from sandtable_editor.shell.theme import shades

if TYPE_CHECKING:
    from sandtable.design.scenario.holding import Holding
    from sandtable_editor.canvas import MapView
    from sandtable_editor.scenario.open_scenario import OpenScenario

OFF: Final = "Do not paint"
NOBODY: Final = "Nobody of their own"
Kind = QEvent.Type


class ControlPaint(QObject):
    """Paints who holds what; ``bar`` has the choices, and is empty for a game that says that elsewhere."""

    def __init__(self, scenario: OpenScenario, view: MapView) -> None:
        super().__init__(view)
        self._scenario, self._view = scenario, view
        self._stroke: dict[SpaceId, None] | None = None
        self.is_on = False
        """Whether a click paints."""
        self.sides, self.by = choice_box("Who is painted as holder"), choice_box("What is painted")
        self.sides.setToolTip("Give what is clicked, or painted over, to this side (Enter at the focus does it, too)")
        self.by.setToolTip("Paint single spaces, or all of a country at once")
        self.bar = (
            beside(QLabel("Control:"), narrow(self.sides, 10), narrow(self.by, 7)) if self._fields() else QWidget()
        )
        for one in self._fields():
            self.by.addItem(fit(one.title), one)
        self._list_sides()
        self._view.viewport().installEventFilter(self)
        self._view.space_clicked.connect(self._on_click)
        scenario.changed.connect(self._list_sides)
        self.sides.currentIndexChanged.connect(self._follow)

    def _fields(self) -> list[Holding]:
        return holdings(self._scenario.design) if self._scenario.design.map is not None else []

    def _list_sides(self, _: object = None) -> None:
        rows = {**self._scenario.design.ground.get(Side.stored, {}), **self._scenario.design.rows.get(Side.stored, {})}
        wanted = [(OFF, ""), (NOBODY, None), *((row.get("title") or id, id) for id, row in sorted(rows.items()))]
        if [self.sides.itemText(at) for at in range(self.sides.count())] == [fit(title) for title, _ in wanted]:
            return
        chosen = self.sides.currentText()
        self.sides.clear()
        for title, side in wanted:
            self.sides.addItem(fit(title), side)
        self.sides.setCurrentIndex(max(0, self.sides.findText(chosen)))

    def stop(self) -> None:
        """Paint no more."""
        self._stroke, self.is_on = None, False
        self.sides.setCurrentIndex(0)

    def _follow(self, _: int = 0) -> None:
        self.is_on = self.sides.currentIndex() > 0 and self.by.count() > 0
        self._view.enter_clicks = self.is_on
        if self.is_on:
            says = "Click, or hold the button down and paint; Esc ends painting"
            self._scenario.note([says])

    # -- painting

    def _on_click(self, space: str) -> None:
        """Paint one space: a click that came by keys."""
        if self.is_on and self._stroke is None:
            self._paint([SpaceId(space)])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not self.is_on or event.type() not in (Kind.MouseButtonPress, Kind.MouseMove, Kind.MouseButtonRelease):
            return False
        mouse = cast("QMouseEvent", event)
        if event.type() == Kind.MouseMove:
            return self._go_over(mouse)
        if mouse.button() != Qt.MouseButton.LeftButton or self._view.navigation.wants(mouse):
            return False
        if event.type() == Kind.MouseButtonPress:
            self._stroke = {}
            return self._go_over(mouse)
        return self._end_stroke()

    def _go_over(self, mouse: QMouseEvent) -> bool:
        if self._stroke is None:
            return False
        space = self._view.space_at(mouse.position())
        if space is not None and space not in self._stroke:
            self._stroke[space] = None
            self._view.highlight(dict.fromkeys(self._stroke, shades().accent))
        return True

    def _end_stroke(self) -> bool:
        stroke, self._stroke = self._stroke, None
        if stroke is None:
            return False
        self._view.highlight({})
        if stroke:
            self._paint(list(stroke))
        return True

    def _paint(self, spaces: list[SpaceId]) -> None:
        holding: Holding = self.by.currentData()
        side: str | None = self.sides.currentData()
        design = self._scenario.design
        what = targets(design, holding, spaces)
        if not what:
            self._scenario.refuse(f"Nothing of the {holding.title} lies there: paint something else.")
            return
        self._scenario.do(give(design, holding, what, side))
