"""What the game asks of the map, and the preset that the scenario begins with: lines of the properties."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QLineEdit

from sandtable.design.scenario.holding import holdings, setting_hints
from sandtable.design.scenario.scenario_edits import BeginWith, SetSetting
from sandtable.design.scenario.setting_texts import list_text, listed_fields
from sandtable.library.files.report_words import count_of
from sandtable_editor.shell.pieces import choice_box, fit, narrow

if TYPE_CHECKING:
    from sandtable_editor.scenario.open_scenario import OpenScenario

NO_PRESET: Final = "No preset"


class PresetChoice:
    """The box with the presets that a scenario may begin with; choosing one is an edit."""

    def __init__(self, scenario: OpenScenario) -> None:
        self._scenario = scenario
        self.box: QComboBox = narrow(choice_box("Preset that it begins with"), 10)
        self.box.setToolTip("The options and their values with which a campaign begins, before those of the scenario")
        self.box.activated.connect(self._choose)

    def show_choice(self) -> None:
        """Show the presets there are, and the one that is chosen."""
        design = self._scenario.design
        chosen, titles = design.laid.preset, {"": NO_PRESET}
        titles |= {key: one.title or key for key, one in sorted(design.presets.items())}
        if chosen not in titles:
            titles[chosen] = f"{chosen}: there is no such preset"
        self.box.clear()
        for key, title in titles.items():
            self.box.addItem(fit(title), key)
        self.box.setCurrentIndex(list(titles).index(chosen))

    def _choose(self, at: int) -> None:
        key = str(self.box.itemData(at))
        if key != self._scenario.design.laid.preset:
            self._scenario.do(BeginWith(key))
            self.show_choice()


class SettingForm:
    """A line for each list that the game asks of the map; what sides hold is painted, and counted here."""

    def __init__(self, scenario: OpenScenario) -> None:
        self._scenario = scenario
        self.boxes: dict[str, QLineEdit] = {}
        self.painted: dict[str, QLabel] = {}
        self.lines = QFormLayout()
        self.lines.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        held, listed = {one.field for one in holdings(scenario.design)}, listed_fields(scenario.design)
        for name in setting_hints(scenario.design):
            title = name.replace("_", " ").capitalize()
            if name in held:
                self.painted[name] = QLabel()
                self.painted[name].setWordWrap(True)
                self.lines.addRow(fit(f"{title}:"), self.painted[name])
            elif name in listed:  # what is more than a list is in the tables
                self.boxes[name] = self._make_box(name, title)
                self.lines.addRow(fit(f"{title}:"), self.boxes[name])

    def _make_box(self, name: str, title: str) -> QLineEdit:
        box = QLineEdit()
        box.setAccessibleName(title)
        box.setToolTip("Names or ids, separated by commas")
        box.setMinimumWidth(60)
        box.editingFinished.connect(partial(self._set, name))
        return box

    def show_setting(self) -> None:
        """Show what the scenario says of its map now."""
        design = self._scenario.design
        for name, box in self.boxes.items():
            box.setText(fit(list_text(design, name)))
            box.setCursorPosition(0)  # it is read from its beginning
        for name, label in self.painted.items():
            many = len(design.laid.setting.get(name, {}))
            label.setText(f"{count_of(many, 'entry', 'entries')}, painted with Control above the map")

    def _set(self, name: str) -> None:
        text = self.boxes[name].text()
        if text != fit(list_text(self._scenario.design, name)):
            values = [one.strip() for one in text.split(",") if one.strip()]
            self._scenario.do(SetSetting({name: values}))
            self.show_setting()
