"""The text of a scenario that comes in: read with its game and its map, and what is wrong in it told with its line."""

from __future__ import annotations

import os
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from sandtable.engine.errors import Elsewhere, Invalid, unknown
from sandtable.library.text.scenario_text import read_scenario_table
from sandtable.library.text.text_faults import BringMap, TextFault, WrongText
from sandtable.library.text.text_lines import line_of
from sandtable.library.text.toml_reading import load_toml
from sandtable.lint.choices import check_preset, faults_of
from sandtable.lint.findings import worst_of
from sandtable.lint.ground import UNFIT
from sandtable.lint.rows import DANGLING, NO_SIDE
from sandtable.lint.scenarios import check_scenario

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from sandtable.board.maps import Map
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.library.store.library_file import Library
    from sandtable.library.store.shelf import Shelf
    from sandtable.library.text.scenario_text import ScenarioText
    from sandtable.lint.findings import Finding

TEXT: Final = ".toml"
UNMET: Final = {DANGLING.name: "", NO_SIDE.name: "", UNFIT.name: "map"}
"""What is told of a text that has come in, each with what stands at its head where no row is at fault."""


class ToMend(NamedTuple):
    """What keeps a scenario that has come in from being played."""

    unmet: list[str]
    """What the text counts on and what is not there, a sentence each, with its line."""
    others: list[str]
    """All else that is wrong, in one sentence, or nothing."""


class ScenarioArrival(NamedTuple):
    """A text that was read, with its game and its map."""

    name: str
    source: str
    text: ScenarioText
    family: InstalledGame
    sheet: Map | None

    def document(self) -> ScenarioDocument:
        """Return the scenario as a library keeps it."""
        return self.text.document(self.family, self.sheet)

    def require_base(self, document: ScenarioDocument, shelf: Shelf) -> None:
        """Raise ``Invalid`` for a scenario that would extend itself, by whatever way, or what is gone."""
        from sandtable.library.store.layers import layers_of

        with _told_of_base(self.source, self.name):
            layers_of(document, shelf.scenario)

    def to_mend(self, document: ScenarioDocument, library: Library) -> ToMend:
        """Return what is to be mended before it is played, once it is in a library."""
        from sandtable.library.store.shelf import Shelf

        found = check_scenario(document, self.sheet, self.family, shelf=Shelf(self.family, library))
        errors = [one.says for one in found if one.severity == "error" and one.code not in UNMET]
        others = [f"{self.name} cannot be played yet: {worst_of(errors)}"] if errors else []
        return ToMend([str(self._told(one)) for one in found if one.code in UNMET], others)

    def _told(self, found: Finding[ScenarioDocument]) -> TextFault:
        """Return a finding with its line: of a row, or of what stands at the head."""
        place, words = found.place, found.words
        if found.code == UNFIT.name:
            words = f"map {self.text.map!r}: {words}"
        field = place.field if place.table else UNMET[found.code]
        return TextFault(f"{self.name}: {words}", line_of(self.source, place.table, place.row, field))


def read_arrival(
    source: str,
    name: str,
    beside: Path,
    libraries: Sequence[Path],
    family_of: Callable[[str], InstalledGame],
) -> ScenarioArrival:
    """Read a text that goes into the first of these libraries, which need not be there.

    Its map is looked for in all of them, in the one that ships, and in its game. Raises ``Invalid``, and a
    ``WrongText`` for several things that are wrong.
    """
    said = load_toml(source, name)
    if not isinstance(said.get("game"), str):
        raise Invalid(f'{name} does not say which game it is of: write game = "..." at the top')
    family = family_of(said["game"])
    sheet = None
    if key := said.get("extends"):
        with _told_of_base(source, name):
            if key == said.get("key"):
                _require_other(str(key), libraries[0], family)
            _, sheet = find_base(str(key), libraries[0], family)
    elif key := said.get("map"):
        sheet = find_map(str(key), str(said.get("revision", "")), libraries, family, name)
    text = read_scenario_table(said, name, {**family.schema.kinds}, family.system.ground, sheet, beside, source)
    with shelf_for(libraries[0], family) as shelf:
        faults = list(_wrong_choices(text, name, source, shelf))
    if faults:
        raise WrongText.of(faults)
    return ScenarioArrival(name, source, text, family, sheet)


def _wrong_choices(text: ScenarioText, name: str, source: str, shelf: Shelf) -> Iterator[TextFault]:
    """Look at the options and parameters of a text, at the preset that it begins with, and at those it brings along."""
    family = shelf.family
    for _, words in faults_of(family, (*text.options, *text.off), text.parameters):
        field = next((one for one in ("parameters", "options", "off") if getattr(text, one)), "")
        yield TextFault(f"{name}: {words}", line_of(source, "", "", field))
    known = {one.key for one in text.presets} | shelf.presets.keys()
    if text.begins_with and text.begins_with not in known:
        words = str(unknown("preset", text.begins_with, known))
        yield TextFault(f"{name}: begins_with: {words}", line_of(source, "", "", "begins_with"))
    there = shelf.library.presets() if shelf.library is not None else ()
    for preset in text.presets:
        others = (*there, *(one for one in text.presets if one is not preset))
        for finding in check_preset(preset, others, family):
            if finding.severity == "error":
                line = line_of(source, "preset", preset.key)
                yield TextFault(f"{name}: preset {preset.key!r}: {finding.words}", line)


@contextmanager
def _told_of_base(source: str, name: str) -> Generator[None]:
    """Tell what is wrong with what a text extends with the line that names it."""
    try:
        yield
    except Elsewhere:
        raise
    except Invalid as error:
        raise TextFault(f"{name}: extends: {error}", line_of(source, "", "", "extends")) from error


def _require_other(key: str, target: Path, family: InstalledGame) -> None:
    """Raise ``Invalid`` for what extends a scenario of its own key where there is no other of that."""
    with shelf_for(target, family) as shelf:
        try:
            shelf.scenario(key)
        except Elsewhere:
            raise
        except Invalid as error:
            raise Invalid(f"scenario {key} extends itself: {key} → {key}: let it extend another, or none") from error


@contextmanager
def shelf_for(target: Path, family: InstalledGame) -> Generator[Shelf]:
    """Give what a scenario may build on that goes into a library, which need not be there."""
    from sandtable.library.store.library_file import Library
    from sandtable.library.store.shelf import Shelf

    if not is_library(target):
        yield Shelf(family)
        return
    with Library.open_sound(target) as library:
        yield Shelf(family, library)


def find_base(key: str, target: Path, family: InstalledGame) -> tuple[ScenarioDocument, Map | None]:
    """Return a scenario that another extends, of its library or its game, and the map that it is bound to."""
    with shelf_for(target, family) as shelf:
        extended = shelf.scenario(key)
        laid = shelf.laid(extended)
    found = find_map(laid.map, laid.revision, (target,), family, f"scenario {key}") if laid.map else None
    return extended, found


def find_map(key: str, revision: str, libraries: Sequence[Path], family: InstalledGame, name: str) -> Map:
    """Return the map of a text; raises ``Invalid`` where there is none, and where its revision is gone."""
    there = False
    for sheet in _maps(key, revision, libraries, family):
        found, there = sheet(), True
        if not revision or found.digest == revision:
            return found
    if there:
        raise Invalid(
            f"{name} is for revision {revision[:8]} of the map {key!r}, which is gone: take the line `revision` out, "
            "and it is for the map as it is now"
        )
    where = f"not in {libraries[0]}" if len(libraries) == 1 else "in none of the libraries that are known here"
    raise Invalid(f"{name} lies on the map {key!r}, which is {where}", remedy=BringMap(key=key))


def _maps(key: str, revision: str, libraries: Sequence[Path], family: InstalledGame) -> Iterator[Callable[[], Map]]:
    """Yield what gives the maps of a key."""
    from sandtable.library.shipped import shipped_path
    from sandtable.library.store.library_file import Library

    for path in dict.fromkeys((*libraries, shipped_path())):
        if is_library(path):
            with Library.open_sound(path) as library:
                kept = library.revisions(key)
                if kept:
                    yield partial(library.map, key, revision if revision in kept else "")
    for scenario in family.system.scenarios:
        if scenario.map is not None and (sheet := cast("Map", scenario.map())).info.key == key:
            yield partial(_same, sheet)


def _same(sheet: Map) -> Map:
    return sheet


def is_library(path: Path) -> bool:
    """Tell whether there is a library to look into; the text of a scenario is none."""
    return os.path.lexists(path) and path.suffix.lower() != TEXT
