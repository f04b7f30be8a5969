"""A text that becomes a scenario of the user's own library: read and kept in a job, under keys that are free there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.library.store.documents import PresetDocument, ScenarioDocument
    from sandtable.library.store.library_file import Library
    from sandtable.lint.scenario_texts import ScenarioArrival
    from sandtable.play.begin.games import Games


class KeptScenario(NamedTuple):
    """Where a scenario is kept, and what is to be known of it: keys that are others now, rows to be mended."""

    library: Path
    key: str
    title: str
    notices: list[str]
    to_mend: list[str]


def keep_text(path: Path, libraries: Sequence[Path], games: Games) -> KeptScenario:
    """Keep the scenario of a text with its map and presets; raises ``Invalid``, and then nothing is kept."""
    from msgspec.structs import replace

    from sandtable.design.scenario.new_scenario import free_key, put_map_of_base, put_with_map
    from sandtable.interchange.foreign_files import foreign_text
    from sandtable.library.own import open_own_library, own_library_path
    from sandtable.library.store.library_file import Library
    from sandtable.library.store.shelf import Shelf
    from sandtable.lint.scenario_texts import read_arrival

    known = tuple(dict.fromkeys((own_library_path(), *libraries)))
    come = read_arrival(foreign_text(path), path.name, path.parent, known, games.family)
    document, notices = come.document(), list[str]()
    with open_own_library() as own, own.unit():
        document = replace(document, key=free_key(document.key, {head.key for head in own.scenarios()}))
        if document.key != come.text.key:
            notices.append(f"your library has a scenario {come.text.key} already: this one is {document.key} there")
        document = _put_presets(own, come, document, notices)
        if document.extends:
            come.require_base(document, Shelf(come.family, own))
            put_map_of_base(own, come.sheet, document.extends)
        document = put_with_map(own, document, None if document.extends else come.sheet)
    with Library.open(own_library_path()) as own:
        found = come.to_mend(document, own)
    return KeptScenario(own_library_path(), document.key, document.title, notices, [*found.unmet, *found.others])


def _put_presets(
    own: Library, come: ScenarioArrival, document: ScenarioDocument, notices: list[str]
) -> ScenarioDocument:
    """Keep the presets of a text; one whose key another has gets a key of its own, also where it is named."""
    from msgspec.structs import replace

    from sandtable.design.scenario.new_scenario import free_key

    there = {one.key: one for one in own.presets()}
    keys: dict[str, str] = {}
    for preset in come.text.presets:
        keys[preset.key] = preset.key if there.get(preset.key) in (None, preset) else free_key(preset.key, {*there})
        if keys[preset.key] != preset.key:
            notices.append(
                f"your library has another preset {preset.key} already: this one is {keys[preset.key]} there"
            )
    for preset in come.text.presets:
        own.put_preset(_called(preset, keys))
    return replace(document, preset=keys.get(document.preset, document.preset))


def _called(preset: PresetDocument, keys: dict[str, str]) -> PresetDocument:
    from msgspec.structs import replace

    return replace(preset, key=keys[preset.key], extends=keys.get(preset.extends, preset.extends))
