"""A text made a scenario: the file is asked for; what is wrong in it is listed with its lines, and nothing is kept."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from sandtable.engine.errors import Invalid, SandtableError
from sandtable_editor.scenario.begin.text_keeping import keep_text
from sandtable_editor.shell.asking import ask_which
from sandtable_editor.shell.libraries import known_libraries
from sandtable_editor.shell.told_list import tell_list

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QFileDialog

    from sandtable.play.begin.games import Games
    from sandtable_editor.scenario.begin.text_keeping import KeptScenario
    from sandtable_editor.scenario.scenario_desk import ScenarioDesk
    from sandtable_editor.shell.workspace import Workbench

    Opened = Callable[[Path, str], object]

FILES: Final = "Scenarios as text (*.toml);;All (*)"
LAST: Final = "scenario/text folder"
TITLE: Final = "Import a scenario"


def ask_import(window: Workbench, games: Games, opened: Opened) -> QFileDialog:
    """Ask for a text, make a scenario of it in the user's own library, and have it opened."""

    def chosen(name: str) -> None:
        window.settings.put(LAST, str(Path(name).parent))
        import_text(window, games, Path(name), opened)

    return ask_which(window, TITLE, window.settings.text(LAST), FILES, chosen)


def import_text(window: Workbench, games: Games, path: Path, opened: Opened) -> None:
    """Make a scenario of a text."""
    libraries = known_libraries(window.settings)

    def show(kept: KeptScenario) -> None:
        opened(kept.library, kept.key)
        if told := [*kept.notices, *kept.to_mend]:
            says = f"{path.name} has come in as {kept.title or kept.key}."
            told = [one.removeprefix(f"{path.name}: ") for one in told]
            tell_list(window, TITLE, f"{says} To be mended:" if kept.to_mend else says, told)

    def fail(error: BaseException) -> None:
        _tell_wrong(window, path.name, error)

    window.jobs.run(f"Reading {path.name}", lambda _: keep_text(path, libraries, games), show, fail)


def ask_take_in(desk: ScenarioDesk) -> QFileDialog:
    """Ask for a text, and make the scenario that is open as it has it."""

    def chosen(name: str) -> None:
        desk.window.settings.put(LAST, str(Path(name).parent))
        take_in(desk, Path(name))

    return ask_which(desk.page, "Take in a text", desk.window.settings.text(LAST), FILES, chosen)


def take_in(desk: ScenarioDesk, path: Path) -> None:
    """Make the scenario that is open as a text has it: one edit, or none where something is wrong in it."""
    from sandtable.design.edits.edit import NothingChanges
    from sandtable.design.scenario.taking_in import TakeInText
    from sandtable.interchange.foreign_files import foreign_text

    try:
        edit = TakeInText(foreign_text(path), path.name)
    except SandtableError as error:
        _tell_wrong(desk.window, path.name, error)
        return
    tried = desk.scenario.attempt(edit)
    if isinstance(tried, NothingChanges):
        desk.scenario.note(["nothing has changed: the scenario is as the text has it"])
    elif isinstance(tried, Invalid):
        _tell_wrong(desk.window, path.name, tried)
    else:
        desk.scenario.do(edit)


def _tell_wrong(window: Workbench, name: str, error: BaseException) -> None:
    """List what is wrong in a text; what is no error of ours is a failure of the program."""
    if not isinstance(error, SandtableError):
        window.jobs.failed(error)
        return
    from sandtable.library.text.text_faults import faults_in

    faults = faults_in(error) if isinstance(error, Invalid) else (str(error),)
    told = [one.removeprefix(f"{name}: ") for one in faults]
    tell_list(window, TITLE, f"{name} has not come in; nothing was changed.", told, bad=True)
