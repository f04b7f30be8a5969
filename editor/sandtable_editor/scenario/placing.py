"""Placing rows of a scenario on its map: where their game lets them stand, and why not elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.design.scenario.row_edits import AddRow, ChangeRows
from sandtable.engine.words import sentence
from sandtable.library.files.report_words import count_of
from sandtable.present import setting_up

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sandtable.board.spaces import SpaceId
    from sandtable.design.history import HistoryEntry
    from sandtable.design.scenario.scenario_edits import ScenarioEdit
    from sandtable.engine.state.row import Row
    from sandtable.present.set_up import Branch, PieceTemplate, PlacingFault
    from sandtable_editor.scenario.open_scenario import OpenScenario, RowName


class Placing:
    """Places rows and new pieces by edits; what the game does not allow is refused with its rule."""

    def __init__(self, scenario: OpenScenario) -> None:
        self._scenario = scenario

    # -- what can be placed

    def branches(self) -> list[Branch]:
        """Return the order of battle as the game tells it."""
        game = self._scenario.laid
        return setting_up.order_of_battle(game) if game is not None else []

    def field_of(self, row: RowName) -> str:
        """Return the field that says where a row stands, ``""`` for one that stands nowhere of its own."""
        return next((one.place for one in self.branches() if (one.table, one.row) == row and one.place), "")

    def why_not(self, rows: Iterable[Row], space: SpaceId) -> str:
        """Return why rows cannot stand in a space, with the rules that say so; ``""`` where they can."""
        game = self._scenario.laid
        faults = [fault for row in rows for fault in setting_up.why_not(game, row, space)] if game is not None else []
        return " ".join(dict.fromkeys(map(words_of_fault, faults)))

    # -- doing it

    def place(self, rows: Sequence[RowName], space: SpaceId | None) -> HistoryEntry | None:
        """Place rows in a space, or nowhere; ``None`` where they cannot be placed, which is told."""
        where = {(one.table, one.row): one.place for one in self.branches() if one.place}
        if homeless := [row for row in rows if row not in where]:
            design = self._scenario.design
            self._scenario.refuse(
                sentence(f"{design.called(*homeless[0])} goes with what it belongs to: place that instead")
            )
            return None
        typed = [found for row in rows if (found := self._scenario.design.typed(*row)) is not None]
        if space is not None and (why := self.why_not(typed, space)):
            self._scenario.refuse(why)
            return None
        edits: list[ScenarioEdit] = []
        for table, field in dict.fromkeys((table, where[table, id]) for table, id in rows):
            ids = tuple(id for one, id in rows if (one, where[one, id]) == (table, field))
            edits.append(ChangeRows(table, ids, {field: space}))
        name = "nowhere" if space is None else self._name(space)
        who = self._scenario.design.called(*rows[0]) if len(rows) == 1 else count_of(len(rows), "piece")
        return self._scenario.do_all(edits, f"Place {who} {'nowhere' if space is None else f'in {name}'}")

    def add(self, template: PieceTemplate, space: SpaceId | None = None) -> RowName | None:
        """Add a piece of a kind, in a space where one is given; it is selected then."""
        import msgspec

        design = self._scenario.design
        id = template.fresh_id(design.ids(template.table))
        fields = {**template.fields, **({template.place: space} if template.place and space is not None else {})}
        if space is not None and template.place:
            kind = design.family.schema.kinds[template.table]
            if why := self.why_not([msgspec.convert({**fields, "id": id}, kind)], space):
                self._scenario.refuse(why)
                return None
        if self._scenario.do(AddRow(template.table, id, fields)) is None:
            return None
        self._scenario.select([(template.table, id)])
        return template.table, id

    def _name(self, space: SpaceId) -> str:
        sheet = self._scenario.design.map
        return sheet.name(space) if sheet is not None else space


def words_of_fault(fault: PlacingFault) -> str:
    """Return why something cannot stand somewhere, with its rule."""
    rule = f" ({fault.rule})" if fault.rule else ""
    return sentence(f"{fault.says}{rule}")
