"""Presets that a group may take: those of the game, of the library that ships, and of a library of one's own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from sandtable.engine.errors import Invalid
from sandtable.engine.rules.options import resolve

if TYPE_CHECKING:
    from sandtable.engine.rules.options import Choices, Preset
    from sandtable.engine.rules.rulebooks import Rulebooks
    from sandtable.library.store.documents import PresetDocument


Harmed = Callable[[str], object]
"""Is told what is damaged in a library that somebody has named."""


def presets_for(family: Rulebooks, *libraries: Path, harmed: Harmed | None = None) -> dict[str, Preset]:
    """Return the presets for a game by key; in place of the game's own stands one of that key in a library.

    Raises ``Invalid`` for a library that cannot be read.
    """
    from sandtable.library.shipped import shipped_path

    found = {preset.key: preset for preset in family.system.presets}
    for library in (shipped_path(), *libraries):
        if library in libraries or library.exists():
            found |= {one.key: one.preset() for one in _in(library, harmed) if one.game == family.system.key}
    return found


def preset_choices(name: str, family: Rulebooks, library: Path | None = None, harmed: Harmed | None = None) -> Choices:
    """Return what the preset ``KEY`` (or ``LIBRARY.db#KEY``) comes to; raises ``Invalid`` naming the nearest."""
    path, sharp, key = name.rpartition("#")
    if sharp:
        library = Path(path)
        games = sorted({one.game for one in _in(library, harmed) if one.key == key})
        if games and family.system.key not in games:
            raise Invalid(f"preset {name} is for {' and '.join(games)}, not for {family.system.key}")
    return resolve(key, presets_for(family, *([library] if library is not None else [])))


def _in(path: Path, harmed: Harmed | None = None) -> tuple[PresetDocument, ...]:
    from sandtable.library.store.library_file import Library

    with Library.open_sound(path) as library:
        if harmed is not None:
            for one in library.harm:
                harmed(one)
        return library.presets()
