"""Wars and alliances as a matrix; a game says what can hold between whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout

from sandtable.design.scenario.relations import between, parties_of, relate, with_relation
from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable_editor.scenario.declared import Declared
from sandtable_editor.scenario.panels.panel import ScenarioPanel
from sandtable_editor.scenario.relation_grid import RelationGrid
from sandtable_editor.shell.pieces import faint, fit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.present.set_up_forms import Relation
    from sandtable_editor.scenario.open_scenario import OpenScenario

NONE = "This game declares nothing that two parties may be to each other."


class RelationsPanel(ScenarioPanel):
    """A grid of all parties; a click, Enter, or the first letter of a relation changes a cell, Del ends all."""

    key, title, keys, order = "relations", "Wars and alliances", "F7", 40

    def __init__(self, scenario: OpenScenario) -> None:
        super().__init__(scenario)
        self.declared = Declared()
        self.grid = RelationGrid()
        self.says = faint("")
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.addWidget(self.grid, 1)
        column.addWidget(self.says)
        self.setFocusProxy(self.grid)
        self.grid.toggled.connect(self._toggle)
        self.grid.ended.connect(self._end)
        scenario.changed.connect(self.renew)
        scenario.window.theme.changed.connect(self.renew)

    @property
    def relations(self) -> list[Relation]:
        """What can hold between parties of the first kind; a game has one kind of them."""
        there = self.declared.relations
        return [one for one in there if one.parties == there[0].parties]

    def refill(self) -> None:
        """Show what holds now."""
        design = self.scenario.design
        self.declared.follow(design)
        relations = self.relations
        parties = parties_of(design, relations[0]) if relations else []

        def held(one: str, other: str) -> Sequence[str]:
            return between(design, relations, one, other)

        self.grid.show_relations(relations, parties, held)
        self.grid.setVisible(bool(relations))
        keys = "; ".join(f"{one.key[:1].upper()} {one.title}" for one in relations)
        self.says.setText(
            fit(f"Click or Enter opens a cell. Keys: {keys}; Del nothing between them." if keys else NONE)
        )

    def _toggle(self, one: str, other: str, key: str) -> None:
        held = between(self.scenario.design, self.relations, one, other)
        self._relate(one, other, with_relation(self.relations, held, key))

    def _end(self, one: str, other: str) -> None:
        self._relate(one, other, ())

    def _relate(self, one: str, other: str, keys: Sequence[str]) -> None:
        try:
            edits = relate(self.scenario.design, self.relations, one, other, keys)
        except Invalid as error:
            self.scenario.refuse(sentence(str(error)))
            return
        titles = [relation.title for relation in self.relations if relation.key in keys]
        self.scenario.do_all(edits, f"{one} and {other}: {', '.join(titles) or 'nothing between them'}")


PANEL = RelationsPanel
