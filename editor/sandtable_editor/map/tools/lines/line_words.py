"""What a line is to be, above the map: its kind and its name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLineEdit, QWidget

from sandtable_editor.shell.pieces import choice_box

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.board.maps import MapLine
    from sandtable_editor.map.desk import MapDesk

DRAWN: Final = ("river", "road", "railway", "canal", "stream", "track", "ridge", "wall")
LAID: Final = ("river", "canal", "stream", "ridge", "wall")
"""What lines are most of the time; any other word may be written."""


class LineWords(QWidget):
    """A row with the kind and the name of the line that comes next."""

    def __init__(self, desk: MapDesk, kinds: Sequence[str]) -> None:
        super().__init__()
        self._desk, self._kinds = desk, tuple(kinds)
        self._box = choice_box("Kind of line")
        self._box.setEditable(True)
        self._box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._box.setMinimumContentsLength(12)
        self._box.addItems(self._kinds)
        self._name = QLineEdit()
        self._name.setAccessibleName("Name of the line")
        self._name.setPlaceholderText("Without a name")
        self._name.setMaximumWidth(260)
        self._name.returnPressed.connect(desk.view.setFocus)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        for title, field in (("Kind:", self._box), ("Name:", self._name)):
            label = QLabel(title)
            label.setBuddy(field)
            self.row.addWidget(label)
            self.row.addWidget(field)
        self.row.addStretch(1)

    @property
    def kind(self) -> str:
        """What kind the next line is."""
        return self._box.currentText().strip() or self._kinds[0]

    @property
    def name(self) -> str:
        """What the next line is called."""
        return self._name.text().strip()

    def forget_name(self) -> None:
        """The line of that name is drawn: the next one has none yet."""
        self._name.clear()

    def take_up_kinds(self) -> None:
        """Offer the kinds of lines of the map, too."""
        there = {self._box.itemText(at) for at in range(self._box.count())}
        self._box.addItems(sorted({line.kind for line in self._desk.design.map.lines} - there))

    def selected_line(self) -> MapLine | None:
        """Return the line that is selected alone, unless a name was written: then another line is meant."""
        chosen = self._desk.selection.lines
        found = (line for line in self._desk.design.map.lines if chosen == (line.id,))
        line = next(found, None)
        return line if line is not None and self.name in ("", line.name) else None
