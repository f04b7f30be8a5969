"""Taking rows out of a scenario: who names them is told first, and what becomes of those is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from sandtable.design.scenario.namers import namers_of
from sandtable.design.scenario.row_edits import RemoveRows
from sandtable.engine.errors import Invalid
from sandtable_editor.shell.pieces import fit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.design.scenario.scenario_edits import ScenarioEdit
    from sandtable_editor.scenario.open_scenario import OpenScenario, RowName

TOLD: Final = 12
"""So many that name a row are told; the others are counted."""


def removal(rows: Sequence[RowName], named: Literal["refuse", "remove", "clear"] = "refuse") -> list[ScenarioEdit]:
    """Return the edits that take rows out, those of a table together."""
    tables = dict.fromkeys(table for table, _ in rows)
    return [RemoveRows(one, tuple(id for table, id in rows if table == one), named) for one in tables]


def ask_to_delete(scenario: OpenScenario, rows: Sequence[RowName]) -> None:
    """Take rows out; where others name them, ask whether those go too or forget them."""
    if not rows:
        return
    design = scenario.design
    goes = set(rows)
    named = [one for table, id in rows for one in namers_of(design, table, id) if (one.table, one.id) not in goes]
    says = f"Remove {design.called(*rows[0])}" if len(rows) == 1 else f"Remove {len(rows)} rows"
    if not named:
        scenario.do_all(removal(rows), says)
        return
    box = QMessageBox(scenario.window)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle("Named by others")
    box.setTextFormat(Qt.TextFormat.PlainText)
    who = design.called(*rows[0]) if len(rows) == 1 else "What is selected"
    box.setText(fit(f"{who} is named by others. Nothing has been taken out yet."))
    told = [str(one) for one in named[:TOLD]]
    told += [f"and {len(named) - TOLD} more"] if len(named) > TOLD else []
    box.setInformativeText(fit("\n".join(f"• {one}" for one in told)))
    clear = box.addButton("Let them &forget it", QMessageBox.ButtonRole.AcceptRole)
    remove = box.addButton("Take those out &too", QMessageBox.ButtonRole.DestructiveRole)
    keep = box.addButton("&Keep it", QMessageBox.ButtonRole.RejectRole)
    box.setEscapeButton(keep)
    box.setDefaultButton(keep)
    for choice, how in ((clear, "clear"), (remove, "remove")):
        found = scenario.attempt(removal(rows, how)[0])  # type: ignore[arg-type]
        choice.setEnabled(not isinstance(found, Invalid))
        choice.setToolTip(fit(str(found)) if isinstance(found, Invalid) else "")

    def on_answer() -> None:
        clicked = box.clickedButton()
        box.deleteLater()
        if clicked is clear:
            scenario.do_all(removal(rows, "clear"), says)
        elif clicked is remove:
            scenario.do_all(removal(rows, "remove"), says)

    box.finished.connect(on_answer)
    box.open()
