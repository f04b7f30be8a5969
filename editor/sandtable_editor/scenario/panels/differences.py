"""What differs: from the scenario that it extends, or from what is saved, in words and on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QCheckBox, QLabel, QListWidget, QListWidgetItem, QVBoxLayout

from sandtable.board.spaces import SpaceId
from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable.library.files.report_words import count_of
from sandtable_editor.scenario.panels.panel import ScenarioPanel
from sandtable_editor.shell.pieces import beside, choice_box, fit

if TYPE_CHECKING:
    from sandtable.library.diff.differences import Difference
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable_editor.scenario.open_scenario import OpenScenario

BASE: Final = "From what it extends"
SAVED: Final = "From what is saved"
FOUND: Final = Qt.ItemDataRole.UserRole


class ScenarioDifferencesPanel(ScenarioPanel):
    """A line for each difference; a click selects the row, and the places can be marked on the map."""

    key, title, order = "differences", "Differences", 20

    def __init__(self, scenario: OpenScenario) -> None:
        super().__init__(scenario)
        self.other = choice_box("From what it differs")
        self.other.addItems([BASE, SAVED] if scenario.design.base is not None else [SAVED])
        self.on_map = QCheckBox("&Mark on the map")
        self.state = QLabel()
        self.list = QListWidget()
        self.list.setAccessibleName("Differences")
        self.list.setUniformItemSizes(True)
        self.list.itemClicked.connect(self._look)
        self.list.itemActivated.connect(self._look)
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.addWidget(beside(self.other, self.on_map, self.state, stretch=2))
        column.addWidget(self.list, 1)
        self.setFocusProxy(self.list)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.show_differences)
        self.other.currentIndexChanged.connect(self._again)
        self.on_map.toggled.connect(self._mark)
        scenario.changed.connect(self._again)
        scenario.saved_changed.connect(self._again)
        self._found: tuple[Difference, ...] = ()

    def come_into_view(self) -> None:
        super().come_into_view()
        self._again()

    def _again(self, _: object = None) -> None:
        if self.is_seen or self.on_map.isChecked():
            self._soon.start()

    def show_differences(self) -> None:
        """Find what differs now."""
        from sandtable.library.diff import scenario_changes

        design = self.scenario.design
        try:
            was = self._other()
            self._found = scenario_changes(was, self._own(), design.family, filter(None, (design.map,)))
        except SandtableError as error:
            self._found = ()
            self.state.setText(fit(sentence(str(error))))
        else:
            many = len(self._found)
            self.state.setText(count_of(many, "difference") if many else "Nothing differs")
        self.list.clear()
        for one in self._found:
            item = QListWidgetItem(fit(sentence(one.words)))
            item.setData(FOUND, one)
            self.list.addItem(item)
        self._mark()

    def _other(self) -> ScenarioDocument:
        from msgspec.structs import replace

        design = self.scenario.design
        if self.other.currentText() == BASE and design.base is not None:
            mine = design.laid
            return replace(design.base, key=mine.key, title=mine.title, says=mine.says)
        from sandtable.library.store.library_file import Library

        with Library.open(self.scenario.draft.library) as library:
            return library.scenario(self.scenario.draft.key)

    def _own(self) -> ScenarioDocument:
        """Return what is compared: laid over what it extends, or as it is kept."""
        from msgspec.structs import replace

        design = self.scenario.design
        if self.other.currentText() == BASE and design.base is not None:
            base = design.base
            return replace(design.laid, extends=base.extends, base=base.base, over=base.over)
        return design.document

    def _look(self, item: QListWidgetItem) -> None:
        found: Difference = item.data(FOUND)
        if len(found.what) > 1:
            self.scenario.select([(found.what[0], found.what[1])])
        for space in spaces_in(found, self.scenario)[:1]:
            self.scenario.place_wanted.emit(space)

    def _mark(self, _: object = None) -> None:
        """Mark the places that the differences are about, or none."""
        wanted = [space for one in self._found for space in spaces_in(one, self.scenario)]
        self.scenario.marked.emit(tuple(dict.fromkeys(wanted)) if self.on_map.isChecked() else ())


def spaces_in(found: Difference, scenario: OpenScenario) -> list[SpaceId]:
    """Return the spaces that a difference is about: those it names, and where the row stood and stands."""
    sheet = scenario.design.map
    if sheet is None:
        return []
    texts = [*found.what, *_texts(found.before), *_texts(found.after)]
    if len(found.what) > 1 and (row := scenario.design.row(found.what[0], found.what[1])) is not None:
        texts += _texts(row)
    return list(dict.fromkeys(SpaceId(one) for one in texts if sheet.knows(SpaceId(one))))


def _texts(value: Any) -> list[str]:
    """Return the texts in a value, as deep as they lie."""
    if isinstance(value, str):
        return [value]
    parts: list[Any] = []
    if isinstance(value, dict):
        parts = [*value.keys(), *value.values()]  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(value, list | tuple):
        parts = list(value)  # pyright: ignore[reportUnknownArgumentType]
    return [text for one in parts for text in _texts(one)]


PANEL = ScenarioDifferencesPanel
