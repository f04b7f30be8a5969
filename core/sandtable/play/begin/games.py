"""The games that are installed and the campaigns in the user's folder; found out off the window's thread."""

from __future__ import annotations

from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable.engine.discovery.modules import Plugins
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.play.begin.campaign_facts import CampaignSummary, SavedCampaign
    from sandtable.play.begin.starts import Start


class Games:
    """What can be played. ``safe``: third parties are left out."""

    def __init__(self, *, safe: bool = False) -> None:
        self._safe = safe
        self._lock = RLock()
        self._plugins: Plugins | None = None
        self.broken = ""

    def plugins(self) -> Plugins:
        """Return what is installed."""
        with self._lock:
            if self._plugins is None:
                from sandtable.engine.discovery.modules import Plugins
                from sandtable.library.own import sound_own_rules

                self._plugins = Plugins(safe=self._safe, kept=sound_own_rules)
            return self._plugins

    def look_again(self) -> None:
        """Read rules files and house rules anew when somebody next asks for a game."""
        with self._lock:
            self._plugins = None

    def anew(self) -> Games:
        """Return what can be played, looked for anew beside this: under the same safe mode."""
        return Games(safe=self._safe)

    def families(self) -> dict[str, InstalledGame]:
        """Return the games that work; may take its time the first time."""
        with self._lock:
            return self.plugins().families()

    def family(self, key: str) -> InstalledGame:
        """Return a game; raises ``Invalid`` naming the nearest, or ``Broken`` saying what is wrong with it."""
        with self._lock:
            return self.plugins().family(key)

    def starts(self) -> list[Start]:
        """Return all scenarios, by game and title; those of the library that ships, where the game has none such."""
        from sandtable.engine.errors import SandtableError
        from sandtable.library.shipped import shipped_path
        from sandtable.play.begin.starts import Start

        own = [Start(family, scenario) for family in self.families().values() for scenario in family.system.scenarios]
        names = {(one.family.system.key, one.name) for one in own}
        broken = [plugin.why for plugin in self.plugins().report().broken_plugins]
        more: list[Start] = []
        if (library := shipped_path()).exists():
            try:
                more = self.of_library(library, broken)
            except SandtableError as error:
                broken.append(str(error))
        self.broken = "\n".join(broken)
        own += [one for one in more if (one.family.system.key, one.name) not in names]
        return sorted(own, key=lambda one: (one.family.system.title, one.scenario.title))

    def of_library(self, path: Path, harm: list[str]) -> list[Start]:
        """Return the scenarios of a library whose games are here; ``harm`` is told what is damaged in it."""
        from sandtable.play.begin.starts import all_of_library

        return all_of_library(path, self.families(), harm)

    def start(self, name: str) -> Start:
        """Return the scenario of a name: ``SCENARIO``, ``GAME/SCENARIO`` or ``LIBRARY.db#SCENARIO``."""
        from sandtable.play.begin.starts import find_scenario

        with self._lock:
            return find_scenario(name, self.plugins())

    def campaigns(self) -> list[SavedCampaign]:
        """Return the campaigns in the user's folder, last played first."""
        from sandtable.play.begin.saved_campaigns import saved_campaigns
        from sandtable.play.begin.starts import campaigns_folder

        return saved_campaigns(campaigns_folder())

    def summarize(self, path: Path, width: float, height: float) -> CampaignSummary:
        """Return how a campaign stands, with a picture of this size; raises an error of ours where that fails."""
        from sandtable.play.begin.saved_campaigns import summarize

        return summarize(path, self.family, width, height)
