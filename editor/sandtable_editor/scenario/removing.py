"""Rows taken out: who names them is told, and may go too, or forget them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QMessageBox, QWidget

from sandtable.design.scenario.namers import Namer, namers_of
from sandtable.design.scenario.row_edits import RemoveRows
from sandtable.library.files.report_words import count_of, join_names
from sandtable_editor.shell.pieces import fit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable_editor.scenario.open_scenario import OpenScenario

TOLD: Final = 6
"""So many who name one are told."""


def remove_rows(scenario: OpenScenario, table: str, ids: Sequence[str], parent: QWidget) -> bool:
    """Take rows out, and ask what becomes of those who name them; tell whether they are gone."""
    if not ids:
        return False
    edit = RemoveRows(table, tuple(ids))
    named = _others(scenario, table, ids)
    if not named:
        return scenario.do(edit) is not None
    box = QMessageBox(QMessageBox.Icon.Question, "Remove", "", parent=parent)
    what = f"{table} {ids[0]}" if len(ids) == 1 else f"{len(ids)} rows of {table}"
    who = join_names([str(one) for one in named], TOLD)
    box.setText(fit(f"{what} {'is' if len(ids) == 1 else 'are'} named by {count_of(len(named), 'other row')}."))
    box.setInformativeText(fit(f"{who}.\n\nRemove those too, or let them name nobody there?"))
    remove = box.addButton("&Remove those too", QMessageBox.ButtonRole.DestructiveRole)
    forget = box.addButton("Let them &forget it", QMessageBox.ButtonRole.AcceptRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    box.exec()
    pressed = box.clickedButton()
    if pressed is remove:
        return scenario.do(RemoveRows(table, tuple(ids), "remove")) is not None
    if pressed is forget:
        return scenario.do(RemoveRows(table, tuple(ids), "clear")) is not None
    return False


def _others(scenario: OpenScenario, table: str, ids: Sequence[str]) -> list[Namer]:
    gone = {(table, id) for id in ids}
    found = [one for id in ids for one in namers_of(scenario.design, table, id)]
    return list(dict.fromkeys(one for one in found if (one.table, one.id) not in gone))
