"""What the workbench remembers of its user: the layout, the theme, the pace of the bots. Never what is played."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QByteArray, QSettings

from sandtable.home import settings_file

FILE: Final = "workbench.ini"


class Settings:
    """Values by key, kept in ``workbench.ini`` where the system keeps settings; none counts as not there."""

    def __init__(self) -> None:
        self._kept = QSettings(str(settings_file(FILE)), QSettings.Format.IniFormat)

    def text(self, key: str, default: str = "") -> str:
        value = self._kept.value(key)
        return value if isinstance(value, str) else default

    def names_in(self, group: str) -> list[str]:
        """Return the names that have a value in a group (``keys/``), without it."""
        self._kept.beginGroup(group.removesuffix("/"))
        try:
            return self._kept.allKeys()
        finally:
            self._kept.endGroup()

    def number(self, key: str, default: int) -> int:
        try:
            return int(self.text(key))
        except ValueError:
            return default

    def flag(self, key: str, *, default: bool) -> bool:
        return {"yes": True, "no": False}.get(self.text(key), default)

    def state(self, key: str) -> QByteArray:
        """Return what a window said about itself, empty when it has said nothing."""
        value = self._kept.value(key)
        return value if isinstance(value, QByteArray) else QByteArray()

    def put(self, key: str, value: str | int | bool | QByteArray) -> None:
        """Keep a value."""
        if isinstance(value, bool):
            value = "yes" if value else "no"
        self._kept.setValue(key, value if isinstance(value, QByteArray) else str(value))

    def forget(self, key: str) -> None:
        """Forget a value."""
        self._kept.remove(key)

    def write(self) -> None:
        """Have all of it on disk."""
        self._kept.sync()
