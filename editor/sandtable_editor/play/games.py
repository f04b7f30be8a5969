"""The games that are installed and the campaigns in the user's folder; found out off the window's thread."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sandtable.cli.installed import Start
    from sandtable.engine.family import Family


class Kept(NamedTuple):
    """A campaign in the user's folder; ``wrong`` says why it cannot be read."""

    path: Path
    title: str
    played: datetime
    wrong: str = ""


class Games:
    """What can be played. ``safe``: third parties are left out."""

    def __init__(self, *, safe: bool = False) -> None:
        self._safe = safe
        self._lock = Lock()
        self._found: dict[str, Family] | None = None
        self.broken = ""

    def families(self) -> dict[str, Family]:
        """Return the games that work; may take its time the first time."""
        with self._lock:
            if self._found is None:
                from sandtable.engine.modules import Plugins

                plugins = Plugins(safe=self._safe)
                self._found = plugins.families()
                lost = [plugin.why for plugin in plugins.report().broken]
                self.broken = "\n".join(lost)
            return self._found

    def family(self, key: str) -> Family:
        """Return a game; raises ``Invalid`` naming the nearest when there is none of that name."""
        from sandtable.engine.errors import unknown

        found = self.families()
        if key not in found:
            raise unknown("game", key, found, self.broken or "install it to open this campaign")
        return found[key]

    def starts(self) -> list[Start]:
        """Return all scenarios, by game and title."""
        from sandtable.cli.installed import Start

        return [
            Start(family, scenario)
            for _, family in sorted(self.families().items(), key=lambda pair: pair[1].system.title)
            for scenario in family.system.scenarios
        ]

    def start(self, name: str) -> Start:
        """Return the scenario of a name, ``SCENARIO`` or ``GAME/SCENARIO``."""
        from sandtable.engine.errors import unknown

        game, slash, key = name.rpartition("/")
        fitting = [one for one in self.starts() if one.name == key and (not slash or one.family.system.key == game)]
        if len(fitting) != 1:
            raise unknown("scenario", name, [f"{one.family.system.key}/{one.name}" for one in self.starts()])
        return fitting[0]

    def campaigns(self) -> list[Kept]:
        """Return the campaigns in the user's folder, last played first."""
        from sandtable.cli.installed import campaigns_folder

        try:
            paths = sorted(campaigns_folder().glob("*.campaign"))
        except OSError:
            return []
        return sorted(map(_kept, paths), key=lambda one: one.played, reverse=True)


def _kept(path: Path) -> Kept:
    from sandtable.engine.errors import SandtableError
    from sandtable.library.opening import read_header

    try:
        played = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    except OSError as error:
        return Kept(path, path.name, datetime.fromtimestamp(0).astimezone(), error.strerror or "it cannot be read")
    try:
        return Kept(path, read_header(path, damaged=True).title, played)
    except SandtableError as error:
        return Kept(path, path.name, played, str(error))
