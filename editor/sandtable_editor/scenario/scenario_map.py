"""The map of a scenario: what stands on it, what is selected, what is dropped where, and why it cannot be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QPoint

from sandtable.board.spaces import SpaceId
from sandtable.present.on_map import OnMap, shown_on
from sandtable_editor.canvas import MapView
from sandtable_editor.design.hints import Hints
from sandtable_editor.scenario.dropping import MapDrops
from sandtable_editor.scenario.placing import Placing
from sandtable_editor.shell.theme import magnified, shades, tone

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.present import Counter
    from sandtable_editor.scenario.open_scenario import OpenScenario, RowName

HINT: Final = "Drag a counter to place it · Click: select it · Drag from the order of battle · F5: play from here"
"""What can be done as long as nothing else is said."""


class ScenarioMap(QObject):
    """Shows a scenario on its map; a counter that is dropped is placed there, by mouse or by keys."""

    def __init__(self, scenario: OpenScenario) -> None:
        super().__init__(scenario)
        self.scenario = scenario
        self.view = MapView()
        self.hints = Hints(self.view)
        self.placing = Placing(scenario)
        self.lost: list[Counter] = []
        """What stands in spaces that this map does not have."""
        self._marking = self._has_looked = False
        self.drops = MapDrops(self.view, self.placing, self.hints)
        self.wear()
        self._shown: Map | None = None
        self.view.counters_dropped.connect(self._drop)
        self.view.counters_joined.connect(self._join)
        self.view.selection_changed.connect(self._on_selection)
        scenario.laid_changed.connect(self.show_position)
        scenario.selected.connect(self._mark)
        scenario.refused.connect(self.refuse)
        scenario.changed.connect(self.hints.forget)
        scenario.noted.connect(self.hints.note)
        scenario.saying.connect(self.hints.note)
        scenario.place_wanted.connect(self.go_to)
        scenario.marked.connect(self.mark_spaces)
        scenario.window.theme.changed.connect(self.wear)
        self.show_position()
        self.hints.say_hint(HINT)

    # -- what is shown

    def wear(self) -> None:
        """Take the colours of the theme."""
        self.view.set_theme(tone(), magnified())

    def show_position(self) -> None:
        """Show what stands on the map now."""
        game, sheet = self.scenario.laid, self.scenario.design.map
        if sheet is not None and sheet is not self._shown:  # it may have been bound to another revision
            self._shown = sheet
            self.view.show_map(sheet)
        if game is None or sheet is None:
            return
        shown = self.scenario.asked(lambda game: shown_on(game, sheet), OnMap([], [], []))
        self.lost = shown.lost
        self.view.set_counters(shown.counters)
        self.view.set_signs(shown.signs)
        if shown.counters and not self._has_looked:
            self._has_looked = True
            self.view.look_at_counters([one.space for one in shown.counters])
        self._mark(self.scenario.selection)

    def go_to(self, space: str) -> None:
        """Bring a space into the middle, and have the keys of the map be there."""
        if self.view.geography.knows(SpaceId(space)):
            self.view.centre_on(SpaceId(space))
            self.view.tool.go_to_space(SpaceId(space))

    def mark_spaces(self, spaces: tuple[SpaceId, ...]) -> None:
        """Mark these spaces and no others."""
        self.view.highlight(dict.fromkeys(spaces, shades().accent))

    # -- what is selected

    def row_of(self, piece: str) -> RowName:
        """Return the row that a counter shows."""
        return self.view.counters[piece].kind, piece

    def _on_selection(self, pieces: tuple[str, ...]) -> None:
        if not self._marking:
            self.scenario.select(self.row_of(one) for one in pieces)

    def _mark(self, rows: tuple[RowName, ...]) -> None:
        """Select the counters of the rows that are selected."""
        self._marking = True
        wanted = [id for table, id in rows if id in self.view.counters and self.view.counters[id].kind == table]
        self.view.select(wanted)
        self._marking = False

    # -- what is done

    def _drop(self, pieces: tuple[str, ...], space: str) -> None:
        self.hints.forget()
        self.placing.place([self.row_of(one) for one in pieces], SpaceId(space))

    def _join(self, pieces: tuple[str, ...], space: str, onto: str) -> None:
        rows, owner = [self.row_of(one) for one in pieces], self.row_of(onto)
        if all(self.placing.fields_to(row, owner) for row in rows):
            self.placing.join(rows, owner)

    def refuse(self, why: str) -> None:
        """Say at the mouse, or in the middle of the map, why something cannot be done."""
        viewport = self.view.viewport()
        spot: QPoint = viewport.mapFromGlobal(self.view.cursor().pos())
        if not viewport.rect().contains(spot):
            spot = viewport.rect().center()
        self.hints.refuse(why, spot)
