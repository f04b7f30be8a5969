"""Placing rows of a scenario: on its map, where their game lets them stand, or with what they belong to."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable.board.spaces import SpaceId
from sandtable.design.scenario.row_edits import AddRow, ChangeRows, CopyRow
from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable.library.files.report_words import count_of
from sandtable.present import presentation, setting_up

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sandtable.design.history import HistoryEntry
    from sandtable.design.scenario.scenario_edits import ScenarioEdit
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.state.row import Row
    from sandtable.present.set_up import PieceTemplate, PlacingFault
    from sandtable_editor.scenario.open_scenario import OpenScenario, RowName

NOWHERE = "It stands with what it belongs to: drop it on a counter, or on a line of the order of battle."


class Placing:
    """Places rows and new pieces by edits; what the game does not allow is refused with its rule."""

    def __init__(self, scenario: OpenScenario) -> None:
        self._scenario = scenario

    # -- what can be placed

    def field_of(self, row: RowName) -> str:
        """Return the field that says where a row stands, ``""`` for one that stands nowhere of its own."""
        told = next((one.place for one in self._scenario.branches() if (one.table, one.row) == row), None)
        return told if told is not None else self._seen_field(row)

    def _seen_field(self, row: RowName) -> str:
        """Return the field that names the space in which a counter is shown, of a row that no order of battle tells."""
        typed = self._scenario.design.typed(*row)
        if typed is None:
            return ""
        counters = self._scenario.asked_all(presentation.counters)
        shown = next((one for one in counters if (one.kind, one.piece) == row), None)
        fields = self._scenario.design.family.schema.spaces[type(typed)]
        return next((one for one in fields if shown is not None and getattr(typed, one) == shown.space), "")

    def why_not(self, rows: Iterable[Row], space: SpaceId) -> str:
        """Return why rows cannot stand in a space, with the rules that say so; ``""`` where they can."""
        found = [self._scenario.asked_all(partial(_why_not, row, space)) for row in rows]
        faults = [fault for some in found for fault in some]
        return " ".join(dict.fromkeys(map(words_of_fault, faults)))

    # -- on the map

    def place(self, rows: Sequence[RowName], space: SpaceId | None) -> HistoryEntry | None:
        """Place rows in a space, or nowhere; ``None`` where they cannot be placed, which is told."""
        where = {row: self.field_of(row) for row in rows}
        if homeless := [row for row in rows if not where[row]]:
            return self._join_there(homeless, space) if len(homeless) == len(rows) else self._refuse(NOWHERE)
        typed = [found for row in rows if (found := self._scenario.design.typed(*row)) is not None]
        if space is not None and (why := self.why_not(typed, space)):
            return self._refuse(why)
        edits: list[ScenarioEdit] = []
        for table, field in dict.fromkeys((row[0], where[row]) for row in rows):
            ids = tuple(row[1] for row in rows if (row[0], where[row]) == (table, field))
            edits.append(ChangeRows(table, ids, {field: space}))
        there = "off the map" if space is None else f"in {self.name(space)}"
        return self._scenario.do_all(edits, f"Place {self._called(rows)} {there}")

    def _join_there(self, rows: Sequence[RowName], space: SpaceId | None) -> HistoryEntry | None:
        """Let rows that stand nowhere of their own go with the one force in a space that they can belong to."""
        counters = self._scenario.asked_all(presentation.counters) if space is not None else []
        there = [(one.kind, one.piece) for one in counters if one.space == space]
        fit = [one for one in there if all(self.fields_to(row, one) for row in rows)]
        return self.join(rows, fit[0]) if len(fit) == 1 else self._refuse(NOWHERE)

    def place_by_name(self, rows: Sequence[RowName], text: str) -> HistoryEntry | None:
        """Place rows where a name says: a space, or what they can belong to."""
        design = self._scenario.design
        named = [(table, id) for table in design.rows for id in design.rows[table] if id == text]
        owners = [one for one in named if rows and all(self.fields_to(row, one) for row in rows)]
        if owners and not all(self.field_of(row) for row in rows):
            return self.join(rows, owners[0])
        space = self.space_of(text)
        return self.place(rows, space) if space is not None else None

    def space_of(self, text: str) -> SpaceId | None:
        """Return the space that a name means; ``None`` for none, and for one that two have, which is told."""
        try:
            return SpaceId(self._scenario.design.places.space(text.strip()))
        except Invalid as error:
            self._scenario.refuse(sentence(str(error)))
            return None

    # -- with what they belong to

    def fields_to(self, row: RowName, owner: RowName) -> list[str]:
        """Return the fields by which a row can belong to another."""
        schema = self._scenario.design.family.schema
        kind, target = schema.kinds.get(row[0]), schema.kinds.get(owner[0])
        if kind is None or target is None or row == owner:
            return []
        return [one.field for one in schema.references[kind].values() if one.target is target and not one.many]

    def join(self, rows: Sequence[RowName], owner: RowName) -> HistoryEntry | None:
        """Let rows belong to another: a leader to a corps, a corps to a nation."""
        edits: list[ScenarioEdit] = []
        design = self._scenario.design
        for row in rows:
            fields = self.fields_to(row, owner)
            if len(fields) != 1:
                return self._refuse(f"{design.called(*row)} cannot belong to {design.called(*owner)}.")
            edits.append(ChangeRows(row[0], (row[1],), {fields[0]: owner[1]}))
        return self._scenario.do_all(edits, f"Let {self._called(rows)} go with {design.called(*owner)}")

    # -- new ones

    def add(self, template: PieceTemplate, many: int = 1, space: SpaceId | None = None) -> list[RowName]:
        """Add so many pieces of a kind, in a space where one is given; they are selected then."""
        design = self._scenario.design
        where = {template.place: space} if template.place and space is not None else {}
        fresh: dict[str, dict[str, Any]] = {}
        for _ in range(many):
            id, fields = template.fresh({*design.ids(template.table), *fresh})
            fresh[id] = {**fields, **where}
        if space is not None and template.place:
            kind, (id, fields) = design.family.schema.kinds[template.table], next(iter(fresh.items()))
            if why := self.why_not([msgspec.convert({**fields, "id": id}, kind)], space):
                self._refuse(why)
                return []
        edits = [AddRow(template.table, id, fields) for id, fields in fresh.items()]
        title = template.title
        says = f"Add {count_of(many, title, title if title.endswith('s') else '')}" if many > 1 else ""
        return self._chosen(template.table, list(fresh), self._scenario.do_all(edits, says))

    def copy(self, row: RowName, many: int) -> list[RowName]:
        """Copy a row so many times, each under the next number that is free; they are selected then."""
        table, id = row
        ids = numbered(id, many, self._scenario.design.ids(table))
        title = (self._scenario.design.row(table, id) or {}).get("title")
        if not isinstance(title, str) or not title:
            return self._chosen(table, ids, self._scenario.do(CopyRow(table, id, tuple(ids))))
        edits = [CopyRow(table, id, (one,), {"title": renumbered(title, id, one)}) for one in ids]
        says = CopyRow(table, id, tuple(ids)).says(self._scenario.design)
        return self._chosen(table, ids, self._scenario.do_all(edits, says))

    def _chosen(self, table: str, ids: Sequence[str], done: HistoryEntry | None) -> list[RowName]:
        if done is None:
            return []
        rows = [(table, id) for id in ids]
        self._scenario.select(rows)
        return rows

    # -- words

    def name(self, space: SpaceId) -> str:
        """Return what a space is called."""
        sheet = self._scenario.design.map
        return sheet.name(space) if sheet is not None else space

    def _called(self, rows: Sequence[RowName]) -> str:
        return self._scenario.design.called(*rows[0]) if len(rows) == 1 else count_of(len(rows), "piece")

    def _refuse(self, why: str) -> HistoryEntry | None:
        self._scenario.refuse(why)
        return None


def numbered(id: str, many: int, taken: Iterable[str]) -> list[str]:
    """Return so many ids after the manner of one: with the next numbers in place of its own, or behind it."""
    there, found = set(taken), list[str]()
    stem, _, number = id.rpartition(" ")
    stem, at = (stem, int(number)) if stem and number.isdecimal() else (id, 1)
    while len(found) < many:
        at += 1
        if (fresh := f"{stem} {at}") not in there:
            found.append(fresh)
    return found


def renumbered(title: str, id: str, fresh: str) -> str:
    """Return the title of a copy: with the number of its id, in place of the number of the old one or behind it."""
    number = id.rpartition(" ")[2]
    stem = title.removesuffix(f" {number}") if number.isdecimal() else title
    return f"{stem} {fresh.rpartition(' ')[2]}"


def _why_not(row: Row, space: SpaceId, game: RunningGame) -> list[PlacingFault]:
    return setting_up.why_not(game, row, space)


def words_of_fault(fault: PlacingFault) -> str:
    """Return why something cannot stand somewhere, with its rule."""
    rule = f" ({fault.rule})" if fault.rule else ""
    return sentence(f"{fault.says}{rule}")
