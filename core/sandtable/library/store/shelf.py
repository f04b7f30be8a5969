"""Where a scenario of a library finds what it extends and the preset that it begins with."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, cast

from sandtable.engine.errors import Elsewhere, Invalid, unknown
from sandtable.library.shipped import shipped_path
from sandtable.library.store.documents import ScenarioDocument
from sandtable.library.store.layers import laid

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sandtable.board.maps import Map
    from sandtable.engine.rules.options import Preset
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.library.store.library_file import Library


class Shelf:
    """The scenarios and presets that one of a library may build on: the library's, then those of its game."""

    def __init__(self, family: InstalledGame, library: Library | None = None) -> None:
        self.family, self.library = family, library
        self._read: dict[str, ScenarioDocument] = {}
        """What was read: it is there when the library is closed."""

    def scenario(self, key: str) -> ScenarioDocument:
        """Return the scenario of a key; raises ``Invalid`` naming the nearest where there is none."""
        if key not in self._read:
            self._read[key] = self._find(key)
        return self._read[key]

    def _find(self, key: str) -> ScenarioDocument:
        heads = {head.key for head in self.library.scenarios()} if self.library is not None else set[str]()
        if self.library is not None and key in heads:
            return self.library.scenario(key)
        for scenario in self.family.system.scenarios:
            if scenario.key == key:
                sheet = cast("Map | None", scenario.map() if scenario.map is not None else None)
                return ScenarioDocument.of(scenario, self.family, sheet)
        raise unknown("scenario", key, heads | {one.key for one in self.family.system.scenarios})

    @cached_property
    def presets(self) -> Mapping[str, Preset]:
        """Those of the game, of the library that ships and of this one, by key."""
        from sandtable.library.store.library_file import Library

        found = {preset.key: preset for preset in self.family.system.presets}
        shipped = shipped_path()
        if shipped.exists():
            with Library.open_sound(shipped) as there:
                found |= self._of(there)
        return found | self._of(self.library) if self.library is not None else found

    def _of(self, library: Library) -> dict[str, Preset]:
        return {one.key: one.preset() for one in library.presets() if one.game == self.family.system.key}

    def laid(self, document: ScenarioDocument) -> ScenarioDocument:
        """Return a scenario as it is played; raises ``Invalid`` where what it builds on is gone."""
        return laid(document, self.scenario, lambda: self.presets, self.family)

    def base_of(self, document: ScenarioDocument) -> ScenarioDocument | None:
        """Return what a scenario extends, as that is played; ``None`` where it extends none, or that is gone."""
        try:
            return self.laid(self.scenario(document.extends)) if document.extends else None
        except Elsewhere:
            raise
        except Invalid:
            return None
