"""The presets: one is taken by its name, saved from what is chosen, compared, and shared as a file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from sandtable.design.rules.rule_edits import KeepPreset
from sandtable.engine.errors import Invalid, SandtableError
from sandtable.engine.rules.options import resolve
from sandtable.engine.words import fit, sentence
from sandtable.interchange.foreign_files import foreign_text
from sandtable.library.text.scenario_text import read_presets
from sandtable.library.text.scenario_writing import preset_text
from sandtable.lint.choices import check_preset
from sandtable.play.rules.choice_words import preset_of, same_choice
from sandtable_editor.rules.key_of_title import key_for
from sandtable_editor.rules.shared_files import LARGEST, SharedFiles
from sandtable_editor.shell.asking import ask_text
from sandtable_editor.shell.pieces import button, choice_box

if TYPE_CHECKING:
    from sandtable.library.store.documents import PresetDocument
    from sandtable_editor.rules.desk import RulesDesk

OWN = "Your own choice"


class PresetBar(QWidget):
    """A box with the presets, and a button to save what is chosen as one."""

    def __init__(self, desk: RulesDesk) -> None:
        super().__init__()
        self.desk = desk
        self.files = SharedFiles(self, desk, "Presets")
        self.box = choice_box("Preset")
        self.box.setToolTip("Take a preset: what is chosen then can still be changed, and undone")
        self.box.activated.connect(self._take)
        self.save = button("&Save as preset…", self.ask_title, "Keep this choice under a name, in your own library")
        self.remove = button("Re&move", self.take_out, "Take this preset out of your own library; it can be undone")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        label = QLabel("&Preset:")
        label.setBuddy(self.box)
        row.addWidget(label)
        row.addWidget(self.box, 1)
        row.addWidget(self.save)
        row.addWidget(self.remove)
        desk.changed.connect(self.follow)
        self.follow()

    def follow(self) -> None:
        """List the presets there are now, and show which of them is chosen."""
        self.box.blockSignals(True)
        self.box.clear()
        self.box.addItem(OWN)
        chosen = 0
        for key, preset in sorted(self.desk.presets.items(), key=lambda one: one[1].title):
            own = " (yours)" if key in self.desk.design.presets else ""
            self.box.addItem(fit(f"{preset.title}{own}"), key)
            if not chosen and self._is_chosen(key):
                chosen = self.box.count() - 1
        self.box.setCurrentIndex(chosen)
        self.box.blockSignals(False)
        self.remove.setEnabled(self.key in self.desk.design.presets)

    @property
    def key(self) -> str:
        """The preset that is chosen; none for a choice of one's own."""
        key = self.box.currentData()
        return key if isinstance(key, str) else ""

    def _is_chosen(self, key: str) -> bool:
        try:
            return same_choice(self.desk.family, resolve(key, self.desk.presets), self.desk.choices)
        except Invalid:
            return False

    def _take(self, at: int) -> None:
        key = self.box.itemData(at)
        if not isinstance(key, str):
            self.follow()
            return
        try:
            choices = resolve(key, self.desk.presets)
        except Invalid as error:
            self.desk.refused.emit(sentence(str(error)))
        else:
            was = self.desk.choices
            self.desk.take(replace(choices, order=was.order, grants=was.grants), self.desk.presets[key].title)
        self.follow()

    # -- made and kept

    def ask_title(self) -> None:
        """Ask what the choice is to be called."""
        given = self.desk.presets[self.key].title if self.key in self.desk.design.presets else ""
        ask_text(self, "Save as preset", "What this choice of rules is called:", self.keep, given)

    def keep(self, title: str) -> None:
        """Keep what is chosen under a title; one that has it already is replaced."""
        title = " ".join(fit(title).split())
        key = key_for(title)
        if not key:
            self.desk.refused.emit("A preset needs a name with a letter or a digit.")
            return
        base = next((one for one in self.desk.others if one not in self.desk.design.presets), "")
        others = self.desk.others
        try:
            made = preset_of(self.desk.family.system.key, key, title, self.desk.choices, base, others)
        except Invalid as error:
            self.desk.refused.emit(sentence(str(error)))
            return
        self.desk.do(KeepPreset(key, made))

    def take_out(self) -> None:
        """Take the chosen preset out of the user's library."""
        if self.key in self.desk.design.presets:
            self.desk.do(KeepPreset(self.key, None))

    # -- shared

    def ask_export(self) -> None:
        """Ask for a file to write what is chosen to."""
        self.files.ask_where("Share this choice as a preset", "", self.write)

    def write(self, path: str) -> None:
        """Write what is chosen to a file, as a preset that needs no other."""
        known = self.desk.presets.get(self.key)
        title = known.title if known is not None else Path(path).stem
        key = self.key or key_for(title) or "preset"
        made = preset_of(self.desk.family.system.key, key, title, self.desk.choices, "", {})
        self.files.write(path, preset_text([made]))

    def ask_import(self) -> None:
        """Ask for a file of presets."""
        self.files.ask_which("Take presets from a file", self.read)

    def read(self, path: str) -> None:
        """Keep the presets of a file: all of them, or none where one could not be chosen here."""
        try:
            found = self._sound(Path(path))
        except SandtableError as error:
            self.files.refuse(error)
            return
        for preset in found:
            self.desk.do(KeepPreset(preset.key, preset))

    def _sound(self, path: Path) -> tuple[PresetDocument, ...]:
        found = read_presets(foreign_text(path, LARGEST), path.name)
        there = tuple(self.desk.design.presets.values())
        for preset in found:
            others = (*there, *(one for one in found if one is not preset))
            for finding in check_preset(preset, others, self.desk.family):
                if finding.severity == "error":
                    raise Invalid(f"none of the presets of {path.name} was kept: {preset.key}: {finding.words}")
        return found
