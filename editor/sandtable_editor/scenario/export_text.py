"""The scenario that is open written as a text, as it is laid out now, saved or not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable_editor.shell.asking import ask_where

if TYPE_CHECKING:
    from PySide6.QtWidgets import QFileDialog

    from sandtable_editor.scenario.scenario_desk import ScenarioDesk

FILES: Final = "Scenarios as text (*.toml);;All (*)"
LAST: Final = "scenario/text folder"


def ask_export(desk: ScenarioDesk) -> QFileDialog:
    """Ask for a file, and write the scenario into it."""
    folder = Path(desk.window.settings.text(LAST) or str(Path.home()))
    begun = str(folder / f"{desk.scenario.draft.key}.toml")

    def write(name: str) -> None:
        desk.window.settings.put(LAST, str(Path(name).parent))
        export_text(desk, Path(name))

    return ask_where(desk.page, "Export the scenario", begun, FILES, "toml", write)


def export_text(desk: ScenarioDesk, path: Path) -> None:
    """Write the text, and say where; or why not."""
    from sandtable.interchange.foreign_files import write_text
    from sandtable.library.text.scenario_writing import scenario_text

    design = desk.scenario.design
    text = scenario_text(design.document, design.family.schema.kinds, design.family.system.ground)
    try:
        write_text(path, text)
    except SandtableError as error:
        desk.saving.refused.emit("The scenario was not written", sentence(str(error)))
    else:
        desk.scenario.note([f"the scenario is written to {path}"])
