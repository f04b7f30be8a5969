"""Keys of a command that cannot be done now: they say why, instead of doing nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QShortcut

from sandtable_editor.shell.pieces import fit

if TYPE_CHECKING:
    from sandtable_editor.shell.workspace import Workbench


class SaidKeys:
    """Listens to the keys of some commands while these are grey; ``why`` gives what the line says then."""

    def __init__(self, window: Workbench, keys: tuple[str, ...], why: Callable[[str], str]) -> None:
        self._window, self._why = window, why
        self._listening = {key: QShortcut(window) for key in keys}
        for key, one in self._listening.items():
            one.setAutoRepeat(False)
            one.activated.connect(partial(self._say, key))
            window.commands[key].enabledChanged.connect(self._follow)
        window.commands.keys_changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        """Listen where the command itself does not."""
        for key, one in self._listening.items():
            action = self._window.commands[key]
            one.setKeys(action.shortcuts())
            one.setEnabled(not action.isEnabled())

    def _say(self, key: str) -> None:
        self._window.status.hint.setText(fit(self._why(key)))
