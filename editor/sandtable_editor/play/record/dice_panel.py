"""The dice ledger: every throw this seat may see, and what they come to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt, Signal
from PySide6.QtWidgets import QHeaderView, QLabel, QTableView, QVBoxLayout, QWidget

from sandtable.engine.journal.log import read_ply
from sandtable.engine.running.dice import Dice, parse
from sandtable.play.words.wording import side_title
from sandtable_editor.play.turn.fields.field import ROOT, Index

if TYPE_CHECKING:
    from sandtable.engine.running.chance import ThrowResult
    from sandtable_editor.play.campaign.campaign import Campaign

COLUMNS: Final = ("Ply", "Who", "Purpose", "Dice", "Faces", "Sum", "Rule")


class LedgerThrow(NamedTuple):
    """A throw with the ply it belongs to and the side that played it."""

    ply: int
    side: str
    throw: ThrowResult


class Throws(QAbstractTableModel):
    """The throws as a table."""

    def __init__(self) -> None:
        super().__init__()
        self.throws: list[LedgerThrow] = []

    def put(self, throws: list[LedgerThrow]) -> None:
        """Show these throws."""
        self.beginResetModel()
        self.throws = throws
        self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.throws)

    def columnCount(self, parent: Index = ROOT) -> int:
        return len(COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | None:
        across = orientation == Qt.Orientation.Horizontal
        return COLUMNS[section] if across and role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        ply, side, throw = self.throws[index.row()]
        total = throw.shown if len(throw.faces) == 1 else str(throw.total)
        return (str(ply), side, throw.why, throw.dice, throw.shown, total, throw.rule)[index.column()]


def summary(throws: Iterable[ThrowResult]) -> str:
    """Say how the dice fell: for each kind of die how many, and their mean beside what it would be."""
    faces: dict[tuple[int, int], list[int]] = defaultdict(list)
    for throw in throws:
        dice = parse(throw.dice)
        faces[dice.sides, dice.lowest] += throw.faces
    told = [
        f"{len(found)} {die.kind}: mean {sum(found) / len(found):.2f} ({(die.lowest + die.highest) / 2:.2f} expected)"
        for die, found in ((Dice(1, *of), faces[of]) for of in sorted(faces))
    ]
    return " · ".join(told) or "No dice have been thrown yet."


class DicePanel(QWidget):
    """The ledger, the last throw on top."""

    rule_clicked = Signal(str)
    jumped = Signal(int)

    def __init__(self, campaign: Campaign) -> None:
        super().__init__()
        self.campaign = campaign
        self.sum = QLabel()
        self.sum.setObjectName("faint")
        self.model = Throws()
        self.table = QTableView()
        self.table.setAccessibleName("Dice that were thrown")
        self.table.setModel(self.model)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(self.table.fontMetrics().height() + 6)
        self.table.setAlternatingRowColors(True)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)  # Tab goes on to what comes after it, and not from cell to cell
        self.table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self.table.clicked.connect(self._on_click)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.addWidget(self.sum)
        column.addWidget(self.table)
        campaign.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Follow the journal."""
        view = self.campaign.view
        found: list[LedgerThrow] = []
        if view is not None:
            journal = self.campaign.referee.journal
            for ply in journal.line():
                if ply.throws:
                    throws = read_ply(journal, ply, self.campaign.sides).throws
                    found += [
                        LedgerThrow(ply.id, side_title(view, ply.side) if ply.side else "", one) for one in throws
                    ]
        found.reverse()
        if found != self.model.throws:
            self.model.put(found)
        self.sum.setText(summary(one.throw for one in found) if view is not None else "")

    def _on_click(self, index: QModelIndex) -> None:
        ply, _, throw = self.model.throws[index.row()]
        if index.column() == COLUMNS.index("Rule"):
            self.rule_clicked.emit(throw.rule)
        else:
            self.jumped.emit(ply)
