"""Correcting a row by agreement: what the program has wrong, the table puts right, and the log says so."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final, cast, get_type_hints

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGroupBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from sandtable.engine.state.charts import Chart
from sandtable.engine.state.encoding import whole
from sandtable.play.table.correcting import correctable_kinds, fields_of, kind_title, names_for
from sandtable.play.table.correction_preview import CorrectionPreview, ready_correction
from sandtable_editor.play.forms.chart_editor import ChartEditor
from sandtable_editor.play.forms.forms import Editor, editor_for, says_of, title_of
from sandtable_editor.play.table.tried_aside import TriedAside
from sandtable_editor.shell.pieces import Sentence, as_tip, choice_box, faint, fit, scrolling
from sandtable_editor.shell.theme import roomy

if TYPE_CHECKING:
    from sandtable.engine.state.row import Row
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.play.table.table_council import TableCouncil
    from sandtable_editor.shell.jobs import Jobs

ID: Final = Qt.ItemDataRole.UserRole
"""The id of a row in the list."""
SOON: Final = 120
"""Milliseconds after the last change of a field until its consequences are tried out."""


class Correction(QDialog):
    """A table, a row of it, its fields as a form, and below them what the correction would change."""

    def __init__(self, campaign: Campaign, council: TableCouncil, jobs: Jobs, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Make a correction")
        self.resize(roomy(self, 860, 640))
        self.campaign, self.council = campaign, council
        self.tried = TriedAside(jobs, self)
        campaign.closed.connect(self.reject)
        view = campaign.view
        assert view is not None
        self.view = view
        self.editors: dict[str, tuple[Editor, Any]] = {}
        self.row: Row | None = None
        self.kinds = correctable_kinds(view)
        self._soon = QTimer(self, singleShot=True, interval=SOON)
        self._soon.timeout.connect(self._preview)
        self._make_list()
        self._make_form()
        self._lay_out()
        self._list()

    # -- making it

    def _make_list(self) -> None:
        self.tables = choice_box("What is to be corrected")
        self.tables.addItems([kind_title(kind) for kind in self.kinds])
        self.tables.currentIndexChanged.connect(self._list)
        self.words = QLineEdit()
        self.words.setPlaceholderText("Filter the rows")
        self.words.setAccessibleName("Filter the rows")
        self.words.textChanged.connect(self._list)
        self.rows = QListWidget()
        self.rows.setUniformItemSizes(True)
        self.rows.setAccessibleName("Rows")
        self.rows.currentItemChanged.connect(self._look)

    def _make_form(self) -> None:
        self.form = scrolling(None, "Form of the correction")
        self.preview = QLabel()
        self.preview.setWordWrap(True)
        self.preview.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.preview.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.preview.setAccessibleName("What changes")
        self.wrong = QLabel()
        self.wrong.setObjectName("bad")
        self.wrong.setWordWrap(True)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.propose = self.buttons.addButton("Propose to the table", QDialogButtonBox.ButtonRole.ActionRole)
        self.propose.setEnabled(False)
        self.propose.clicked.connect(self._propose)
        self.buttons.rejected.connect(self.reject)

    def _lay_out(self) -> None:
        left, right = QWidget(), QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (self.tables, self.words, self.rows):
            column.addWidget(widget)
        told = QGroupBox("What changes")
        inside = QVBoxLayout(told)
        inside.addWidget(self.preview)
        inside.addWidget(self.wrong)
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.form, 1)
        column.addWidget(told)
        split = QSplitter()
        split.addWidget(left)
        split.addWidget(right)
        split.setStretchFactor(1, 1)
        split.setSizes([280, 580])
        whole = QVBoxLayout(self)
        whole.addWidget(faint("A correction takes effect when everyone has agreed; the log records it."))
        whole.addWidget(split, 1)
        whole.addWidget(self.buttons)

    # -- the row

    @property
    def kind(self) -> type[Row] | None:
        """The table that is looked at."""
        at = self.tables.currentIndex()
        return self.kinds[at] if at >= 0 else None

    def _list(self) -> None:
        """List the rows of the table by what they are called, with their ids where these say more."""
        self.rows.clear()
        words = self.words.text().casefold().split()
        kind = self.kind
        for row in self.view[kind] if kind is not None else ():
            name = row.name_in(self.view)
            text = name if row.id == name else f"{name} ({row.id})"
            if all(word in text.casefold() for word in words):
                item = QListWidgetItem(fit(text), self.rows)
                item.setData(ID, row.id)
        if self.rows.count():
            self.rows.setCurrentRow(0)
        else:
            self._look(None)

    def _look(self, item: QListWidgetItem | None) -> None:
        """Show the fields of a row as this seat sees them."""
        kind = self.kind
        self.row = self.view[kind].get(item.data(ID)) if kind is not None and item is not None else None
        inside = QWidget()
        form = QFormLayout(inside)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self.editors = {}
        if self.row is not None and kind is not None:
            form.addRow(Sentence(f"<b>{escape(self.row.phrase_in(self.view))}</b>"))
            self._add_fields(form, kind, whole(self.row), self.row)
        self.form.setWidget(inside)
        self._judge()

    def _add_fields(self, form: QFormLayout, kind: type[Row], document: dict[str, Any], row: Row) -> None:
        hints = get_type_hints(kind, include_extras=True)
        for name in fields_of(row):
            is_chart = isinstance(row, Chart) and name == "cells"
            editor = ChartEditor(cast("Chart", row)) if is_chart else editor_for(hints[name], self._names)
            title = title_of(name, hints[name])
            editor.put(document[name])
            editor.call(title)
            editor.setToolTip(as_tip(says_of(hints[name])))
            editor.changed.connect(self._judge)
            form.addRow(f"{title}:", editor)
            self.editors[name] = (editor, editor.value())

    def _names(self, hint: Any) -> dict[str, str]:
        return names_for(self.view, hint)

    # -- the correction

    def changed_fields(self) -> dict[str, Any]:
        """Return the fields that were given another value."""
        return {name: value for name, (editor, was) in self.editors.items() if (value := editor.value()) != was}

    def _judge(self) -> None:
        fields = self.changed_fields()
        self.propose.setEnabled(bool(fields))
        if fields:
            self._soon.start()
        else:
            self._soon.stop()
            self.tried.stop()
            self._show(CorrectionPreview(("Nothing yet.",)))

    def _preview(self) -> None:
        """Show what would come of it; nothing is done in the campaign."""
        row, fields, seat = self._true_row(), self.changed_fields(), self.council.speaker
        if row is not None and fields:
            referee, sides = self.campaign.referee, self.campaign.sides
            trial = ready_correction(referee, seat, sides, row, fields)
            self.tried.try_out(trial, self._show, lambda error: self._show(CorrectionPreview(problem=str(error))))

    def _show(self, told: CorrectionPreview) -> None:
        self.preview.setText(fit("\n".join(told.lines)))
        self.wrong.setText(fit(told.problem))
        self.wrong.setVisible(bool(told.problem))

    def _true_row(self) -> Row | None:
        row = self.row
        true = self.campaign.game[type(row)].get(row.id) if row is not None else None
        return true if true is not None else row

    def _propose(self) -> None:
        row, fields = self._true_row(), self.changed_fields()
        if row is not None:
            self.accept()
            self.council.propose_correction(row, fields)
