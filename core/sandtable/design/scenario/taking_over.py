"""A position that was reached in play made the set-up of a scenario: what has changed of its rows, as one edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.design.scenario import row_changes as rows
from sandtable.design.scenario.scenario_edits import ScenarioEdit
from sandtable.engine.errors import Invalid
from sandtable.engine.state.encoding import plain
from sandtable.engine.state.rows import CORE_ROWS, Due, Frame
from sandtable.library.files.report_words import count_of

if TYPE_CHECKING:
    from sandtable.design.scenario.designed import DesignedScenario, Document
    from sandtable.engine.state.state import State
    from sandtable.library.store.documents import ScenarioDocument


class PutRows(ScenarioEdit, frozen=True):
    """Put whole rows in place of those of their ids, by table, and take out those that are null."""

    rows: dict[str, dict[str, dict[str, Any] | None]]
    title: str = ""

    def change(self, design: DesignedScenario, notes: list[str]) -> ScenarioDocument:
        for table, some in self.rows.items():
            for id, row in some.items():
                design = design.with_document(self._one(design, table, id, row))
        return design.document

    def _one(self, design: DesignedScenario, table: str, id: str, row: Document | None) -> ScenarioDocument:
        rows.kind_of(design, table)
        if row is None:
            return rows.remove(design, table, id) if design.row(table, id) is not None else design.document
        return rows.put(design, table, rows.sound(design, table, {**row, "id": id}, f"{table} {id}"))

    def says(self, design: DesignedScenario) -> str:
        return self.title or f"Put {count_of(sum(map(len, self.rows.values())), 'row')}"


def require_resolved(reached: State) -> None:
    """Raise ``Invalid`` for a position in which something is being resolved: its rows are no set-up."""
    if len(reached[Frame]) > 1:
        raise Invalid("something is being resolved there, such as a battle: play on until that is over")


def taken_over(before: State, reached: State) -> PutRows:
    """Return the edit that makes a position the set-up; ``before`` is how the scenario was laid out.

    Rows of the game itself follow, and what is due; seats, marks and where one is in the turn do not. Raises
    ``Invalid`` where something is being resolved, and where nothing has changed.
    """
    require_resolved(reached)
    found: dict[str, dict[str, Document | None]] = {}
    for name, kind in sorted(before.schema.kinds.items()):
        if kind in CORE_ROWS and kind is not Due:
            continue
        was, now = before[kind], reached[kind]
        for id in sorted({*was.ids(), *now.ids()}):
            if was.get(id) != (row := now.get(id)):
                found.setdefault(name, {})[id] = plain(row) if row is not None else None
    if not found:
        raise Invalid("the position is the set-up still: nothing would change")
    return PutRows(found, "Take over the position that was reached")
