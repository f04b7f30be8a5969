"""The dice ledger: every throw this seat may see, by who threw it, and the luck of each side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt, Signal
from PySide6.QtWidgets import QHeaderView, QTableView, QTabWidget, QVBoxLayout, QWidget

from sandtable.play.record.dice_luck import COLUMNS as LUCK
from sandtable.play.record.dice_luck import SideThrow, luck_of, luck_rows, throws_of
from sandtable.play.words.wording import side_title
from sandtable.present import Table
from sandtable_editor.play.panels.stack import PanelStack
from sandtable_editor.play.turn.fields.field import ROOT, Index

if TYPE_CHECKING:
    from sandtable.engine.running.game import RunningGame
    from sandtable_editor.play.campaign.campaign import Campaign

COLUMNS: Final = ("Ply", "Who", "Purpose", "Dice", "Faces", "Sum", "Rule")


class Throws(QAbstractTableModel):
    """The throws as a table."""

    def __init__(self) -> None:
        super().__init__()
        self.throws: list[SideThrow] = []
        self._game: RunningGame | None = None

    def put(self, throws: list[SideThrow], game: RunningGame | None = None) -> None:
        """Show these throws, with the names that sides have in a game."""
        self.beginResetModel()
        self.throws, self._game = throws, game
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
        who = side_title(self._game, side) if self._game is not None and side else side
        return (str(ply), who, throw.why, throw.dice, throw.shown, total, throw.rule)[index.column()]


class DicePanel(QWidget):
    """The ledger, the last throw on top."""

    rule_clicked = Signal(str)
    jumped = Signal(int)

    def __init__(self, campaign: Campaign) -> None:
        super().__init__()
        self.campaign = campaign
        self._is_seen = True
        self.luck = PanelStack("No dice have been thrown yet.", name="Luck by side")
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
        self.table.setAccessibleName("All throws, the last one first")
        tabs = QTabWidget()
        tabs.setAccessibleName("Dice, by throws and by luck")
        tabs.setDocumentMode(True)
        tabs.addTab(self.table, "&Throws")
        tabs.addTab(self.luck, "&Luck of each side")
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.addWidget(tabs)
        campaign.changed.connect(self.refresh)
        self.refresh()

    def be_seen(self, seen: bool) -> None:
        """Take notice of whether somebody sees it: what is thrown while nobody does is listed when somebody looks."""
        self._is_seen = seen
        self.refresh()

    def refresh(self) -> None:
        """Follow the journal."""
        view = self.campaign.view
        if view is not None and not self._is_seen:
            return
        found = list(throws_of(view, self.campaign.referee.journal, self.campaign.sides)) if view is not None else []
        found.reverse()
        if found != self.model.throws:
            self.model.put(found, view)
        self._show_luck(view)

    def _show_luck(self, view: RunningGame | None) -> None:
        """Show what each side has thrown."""
        rows = luck_rows(view, luck_of(self.model.throws)) if view is not None else []
        title = "What each side has thrown (high is not always lucky)"
        self.luck.put([Table(key="luck", title=title, columns=LUCK, rows=tuple(rows))] if rows else ())

    def renew(self) -> None:
        """Draw what it shows in the colours of the theme."""
        self.luck.put(self.luck.panels or (), anew=True)

    def _on_click(self, index: QModelIndex) -> None:
        ply, _, throw = self.model.throws[index.row()]
        if index.column() == COLUMNS.index("Rule"):
            self.rule_clicked.emit(throw.rule)
        else:
            self.jumped.emit(ply)
