"""Keys of one's own: which key a command has been given in place of its own, and whose a key is already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtGui import QKeySequence

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sandtable_editor.shell.settings import Settings

GROUP: Final = "keys/"
NONE: Final = "none"
"""What is kept for a command that is to have no key."""
NATIVE, PORTABLE = QKeySequence.SequenceFormat.NativeText, QKeySequence.SequenceFormat.PortableText

FIXED: Final[dict[str, str]] = {
    **{str(number): "chooses an action" for number in range(10)},
    **dict.fromkeys(("Left", "Right", "Up", "Down"), "moves in lists and on the map"),
    **dict.fromkeys(("Ctrl+Left", "Ctrl+Right", "Ctrl+Up", "Ctrl+Down"), "moves the map"),
    **dict.fromkeys(("Return", "Enter"), "chooses"),
    **dict.fromkeys(("Tab", "Shift+Tab"), "goes to the next or the previous thing"),
    "Space": "presses a button and moves the map",
    "Esc": "cancels",
    "Backspace": "goes back one step",
    "Menu": "opens the menu of a place",
    "Shift+F10": "opens the menu of a place",
    "F10": "opens the menu bar",
    **dict.fromkeys(("[", "]"), "turns what is moved"),
    "F": "takes the next formation of what is moved",
    **dict.fromkeys(("G", "Ins"), "holds the button down on a map that is drawn"),
    **dict.fromkeys(("+", "-", "="), "zooms"),
    **dict.fromkeys(("Ctrl+C", "Ctrl+V", "Ctrl+X", "Ctrl+A"), "copies, pastes and selects"),
}
"""What keys do that no command has: they cannot be given away."""


class OwnKeys:
    """The keys that the user has given to commands, by the commands' names; kept with the settings."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def given_to(self, command: str) -> list[QKeySequence] | None:
        """Return the keys a command has been given, ``None`` where it has its own."""
        kept = self._settings.text(GROUP + command)
        if not kept:
            return None
        return [] if kept == NONE else QKeySequence.listFromString(kept, PORTABLE)

    def commands(self) -> frozenset[str]:
        """Return the names of the commands that have been given keys, or none: few, mostly nobody."""
        return frozenset(self._settings.names_in(GROUP))

    def give(self, command: str, keys: Sequence[QKeySequence]) -> None:
        """Give a command these keys and no others."""
        self._settings.put(GROUP + command, QKeySequence.listToString(list(keys), PORTABLE) or NONE)

    def forget(self, command: str) -> None:
        """Let a command have its own keys again."""
        self._settings.forget(GROUP + command)


def fixed_use(key: QKeySequence) -> str:
    """Say what a key does that cannot be given away, ``""`` for one that can."""
    return next((does for fixed, does in FIXED.items() if QKeySequence(fixed) == key), "")


def is_access_key(key: QKeySequence) -> bool:
    """Tell whether a key is that of an underlined letter in some text: Alt and a letter."""
    printed = key.toString(PORTABLE).removeprefix("Alt+")
    return key.toString(PORTABLE).startswith("Alt+") and len(printed) == 1 and printed.isalpha()


def written(keys: Iterable[QKeySequence]) -> str:
    """Return keys as they are printed here; both keys that are called Enter are one."""
    printed = (key.toString(NATIVE).replace("Return", "Enter") for key in keys)
    return " or ".join(dict.fromkeys(printed))
