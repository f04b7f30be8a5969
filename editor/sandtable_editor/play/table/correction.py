"""Correcting a row by agreement: what the program has wrong, the table puts right, and the log says so."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any, get_type_hints

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QLineEdit,
    QListWidget,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from sandtable.engine.state.encoding import whole
from sandtable.engine.state.rows import CORE_ROWS
from sandtable.present import presentation
from sandtable_editor.play.forms.forms import Editor, editor_for, title_of
from sandtable_editor.shell.pieces import Sentence, faint

if TYPE_CHECKING:
    from sandtable.engine.state.row import Row
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.play.table.table_council import TableCouncil


class Correction(QDialog):
    """A table, a row of it, its fields."""

    def __init__(self, campaign: Campaign, council: TableCouncil, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Make a correction")
        self.resize(760, 560)
        self.campaign, self.council = campaign, council
        campaign.closed.connect(self.reject)
        view = campaign.view
        assert view is not None
        self.view = view
        self.editors: dict[str, tuple[Editor, Any]] = {}
        self.row: Row | None = None
        self.kinds: list[type[Row]] = [
            kind for kind in view.state.schema.kinds.values() if kind not in CORE_ROWS and len(view[kind])
        ]
        on_map = {counter.kind for counter in presentation.counters(view)}
        self.kinds.sort(key=lambda kind: kind.stored not in on_map)  # what is wrong is mostly a piece
        self.tables = QComboBox()
        self.tables.addItems([kind.stored for kind in self.kinds])
        self.tables.currentIndexChanged.connect(self._list)
        self.words = QLineEdit()
        self.words.setPlaceholderText("Filter the rows")
        self.words.textChanged.connect(self._list)
        self.rows = QListWidget()
        self.rows.setUniformItemSizes(True)
        self.rows.currentTextChanged.connect(self._look)
        self.form = QScrollArea()
        self.form.setWidgetResizable(True)
        self.form.setFrameShape(QFrame.Shape.NoFrame)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.propose = self.buttons.addButton("Propose to the table", QDialogButtonBox.ButtonRole.ActionRole)
        self.propose.setEnabled(False)
        self.propose.clicked.connect(self._propose)
        self.buttons.rejected.connect(self.reject)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (self.tables, self.words, self.rows):
            column.addWidget(widget)
        split = QSplitter()
        split.addWidget(left)
        split.addWidget(self.form)
        split.setStretchFactor(1, 1)
        whole = QVBoxLayout(self)
        whole.addWidget(faint("A correction takes effect when everyone has agreed; the log records it."))
        whole.addWidget(split, 1)
        whole.addWidget(self.buttons)
        self._list()

    @property
    def kind(self) -> type[Row] | None:
        """The table that is looked at."""
        at = self.tables.currentIndex()
        return self.kinds[at] if at >= 0 else None

    def _list(self) -> None:
        self.rows.clear()
        words = self.words.text().casefold().split()
        kind = self.kind
        if kind is not None:
            ids = [row.id for row in self.view[kind]]
            self.rows.addItems([id for id in ids if all(word in id.casefold() for word in words)])
        if self.rows.count():
            self.rows.setCurrentRow(0)

    def _look(self, id: str) -> None:
        """Show the fields of a row as this seat sees them."""
        kind = self.kind
        self.row = self.view[kind].get(id) if kind is not None and id else None
        inside = QWidget()
        form = QFormLayout(inside)
        self.editors = {}
        if self.row is not None and kind is not None:
            hints = get_type_hints(kind, include_extras=True)
            form.addRow(Sentence(f"<b>{escape(f'{kind.stored} {id}')}</b>"))
            document: dict[str, Any] = whole(self.row)
            for name in kind.__struct_fields__:
                if name != "id":
                    editor = editor_for(hints[name], self._names)
                    editor.put(document[name])
                    editor.changed.connect(partial(self._judge))
                    form.addRow(f"{title_of(name, hints[name])}:", editor)
                    self.editors[name] = (editor, document[name])
        self.form.setWidget(inside)
        self._judge()

    def _names(self, hint: Any) -> list[str]:
        kind = self.view.state.schema.id_types.get(hint)
        return [row.id for row in self.view[kind]] if kind is not None else []

    def changed_fields(self) -> dict[str, Any]:
        """Return the fields that were given another value."""
        return {name: editor.value() for name, (editor, was) in self.editors.items() if editor.value() != was}

    def _judge(self) -> None:
        self.propose.setEnabled(bool(self.changed_fields()))

    def _propose(self) -> None:
        row, fields = self.row, self.changed_fields()
        if row is not None:
            self.accept()
            true = self.campaign.game[type(row)].get(row.id)
            self.council.propose_correction(true if true is not None else row, fields)
