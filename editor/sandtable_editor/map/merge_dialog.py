"""Which values stay when areas become one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QDialog, QFormLayout, QVBoxLayout, QWidget

from sandtable.design.edits.shapes import Merge
from sandtable_editor.shell.dialog_buttons import do_or_cancel
from sandtable_editor.shell.pieces import choice_box, faint, fit, scrolling

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.spaces import Space, SpaceId, Value
    from sandtable_editor.map.desk import MapDesk


def value_in(space: Space, what: str) -> Value | None:
    """Return the name, the kind or an attribute of a space."""
    return {"name": space.name, "kind": space.kind}.get(what, space.get(what))


def differing(sheet: Map, ids: Sequence[SpaceId]) -> list[str]:
    """Return in what areas differ: their name, their kind, attributes, in this order."""
    spaces = [sheet.graph[id] for id in ids]
    every = dict.fromkeys(["name", "kind", *sorted({name for space in spaces for name, _ in space.attributes})])
    return [what for what in every if len({repr(value_in(space, what)) for space in spaces}) > 1]


def merge_edits(sheet: Map, ids: Sequence[SpaceId], choices: Mapping[str, SpaceId]) -> tuple[list[Merge], str]:
    """Return what makes one of areas, each joined where it borders; ``choices`` say whose value stays."""
    keep, *rest = ids
    joined, left, edits = {keep}, list(rest), list[Merge]()
    while left:
        beside = (id for id in left if any((id, one) in sheet.areas.borders for one in joined)) if sheet.areas else ()
        gone = next(iter(beside), left[0])
        left.remove(gone)
        joined.add(gone)
        taken = [what for what, whose in choices.items() if whose == gone]
        there = tuple(what for what in taken if value_in(sheet.graph[gone], what) is not None)
        without = {what: None for what in taken if what not in there}
        edits.append(Merge(keep, gone, there, dict(without)))
    names = ", ".join(sheet.name(id) for id in rest)
    return edits, f"Merge {names} into {sheet.name(keep)}"


class MergeDialog(QDialog):
    """Asks, for each value in which areas differ, which of them stays. ``chosen`` gives whose, by name of the value."""

    chosen = Signal(dict)

    def __init__(self, desk: MapDesk, ids: Sequence[SpaceId]) -> None:
        super().__init__(desk.view)
        self._ids, sheet = tuple(ids), desk.design.map
        keep = sheet.name(ids[0])
        self.setWindowTitle("Merge areas")
        self.boxes: dict[str, QComboBox] = {}
        form, inside = QFormLayout(), QWidget()
        for what in differing(sheet, ids):
            self.boxes[what] = box = choice_box(what)
            for id in ids:
                value = value_in(sheet.graph[id], what)
                box.addItem(fit(f"{'none' if value in (None, '') else value}  ({sheet.name(id)})"), id)
            form.addRow(fit(f"{what}:"), box)
        inside.setLayout(form)
        scroll = scrolling(inside, "The values that differ")
        buttons, _ = do_or_cancel(self, "Merge")
        column = QVBoxLayout(self)
        column.addWidget(
            faint(f"The areas become one, which stays {keep} to all that refers to it. Which values stay?")
        )
        column.addWidget(scroll)
        column.addWidget(buttons)
        self.resize(420, min(520, 140 + 34 * len(self.boxes)))

    def choices(self) -> dict[str, SpaceId]:
        """Return whose value stays; those of the area that stays need no word."""
        return {what: box.currentData() for what, box in self.boxes.items() if box.currentData() != self._ids[0]}

    def accept(self) -> None:
        """Give the choices."""
        super().accept()
        self.chosen.emit(self.choices())
