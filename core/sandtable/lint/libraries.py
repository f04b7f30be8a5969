"""All checks of a library, and mending it as one unit of work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sandtable.engine.errors import SandtableError
from sandtable.library.diff.scenario_differences import upgraded_document
from sandtable.library.store.documents import ScenarioDocument
from sandtable.library.store.shelf import Shelf
from sandtable.lint.binding import OLD
from sandtable.lint.choices import check_preset
from sandtable.lint.house_rules import check_kept_rules
from sandtable.lint.maps import check_map
from sandtable.lint.mending import MendedDocument, mend
from sandtable.lint.scenarios import check_scenario

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.library.store.library_file import Library
    from sandtable.lint.findings import Finding

Games = Callable[[str], "InstalledGame | None"]
"""The installed game of a key, ``None`` when there is none that works."""
Wanted = Callable[["Finding[Any]"], bool]
Keys = Callable[[str], bool]
"""Says which maps, scenarios and presets are looked at, by key."""


def _every(key: str) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class MendedLibrary:
    """What mending a library comes to: what was done, document by document, what is left, and what could not be done.

    ``documents`` are the maps and scenarios as they are now; nothing is written before ``write``.
    """

    documents: tuple[Map | ScenarioDocument, ...]
    done: tuple[tuple[str, str], ...]
    left: tuple[Finding[Any], ...]
    failed: tuple[tuple[str, str], ...]

    def write(self, library: Library) -> None:
        """Put the documents into a library that is open for writing, as one unit of work."""
        with library.unit():
            for one in self.documents:
                if isinstance(one, ScenarioDocument):
                    library.put_scenario(one)
                else:
                    library.put_map(one)


def check_library(library: Library, games: Games, keys: Keys = _every) -> list[Finding[Any]]:
    """Return all that is wrong with the maps, scenarios, presets and house rules of a library, the worst first."""
    return sorted(_findings(library, games, keys), key=lambda one: one.rank)


def _findings(library: Library, games: Games, keys: Keys) -> Iterator[Finding[Any]]:
    sheets = _Maps(library)
    for info in library.maps():
        if keys(info.key):
            yield from check_map(sheets.now(info.key))
    for head in library.scenarios():
        if keys(head.key):
            document = library.scenario(head.key)
            yield from check_scenario(document, *sheets.under(document, games))
    yield from _presets(library, games, keys)
    yield from _house_rules(library, games, keys)


def _house_rules(library: Library, games: Games, keys: Keys) -> Iterator[Finding[Any]]:
    for rules in library.house_rules():
        if keys(rules.key):
            yield from check_kept_rules(rules, games(rules.game))


def _presets(library: Library, games: Games, keys: Keys) -> Iterator[Finding[Any]]:
    presets = library.presets()
    for preset in presets:
        if keys(preset.key):
            yield from check_preset(preset, presets, games(preset.game))


class _Maps:
    """The maps of a library, each read once; those that were mended since are here, and not yet in the file."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.known = {info.key for info in library.maps()}
        self.read: dict[str, Map] = {}

    def now(self, key: str) -> Map:
        """Return a map as it is now."""
        if key not in self.read:
            self.read[key] = self.library.map(key)
        return self.read[key]

    def under(
        self, document: ScenarioDocument, games: Games
    ) -> tuple[Map | None, InstalledGame | None, Map | None, Shelf | None]:
        """Return what a scenario is checked with: map, game, the revision of the map it was made on, its shelf."""
        game = games(document.game)
        if game is None:
            return self._sheet(document)[0], None, self._sheet(document)[1], None
        shelf = Shelf(game, self.library)
        with suppress(SandtableError):  # it is told by the check
            document = shelf.laid(document)
        sheet, old = self._sheet(document)
        return sheet, game, old, shelf

    def _sheet(self, document: ScenarioDocument) -> tuple[Map | None, Map | None]:
        """Return the map of a scenario, and the revision that it was made on, if that is another."""
        if document.map not in self.known:
            return None, None
        sheet, revision = self.now(document.map), document.revision
        if not revision or revision == sheet.digest or revision not in self.library.revisions(document.map):
            return sheet, None
        return sheet, self.library.map(document.map, revision)


def mend_library(library: Library, games: Games, wanted: Wanted, keys: Keys = _every) -> MendedLibrary:
    """Work out what all fixes that are wanted come to.

    A scenario on a map that was mended is bound to it as it is now, where that touches nothing that it uses.
    """
    mending = _Mending(library, games, wanted)
    for key in sorted(filter(keys, mending.sheets.known)):
        mending.map(key)
    for head in library.scenarios():
        if keys(head.key) or head.map in mending.redrawn:
            mending.scenario(head.key, in_scope=keys(head.key))
    left = sorted((*mending.left, *_presets(library, games, keys)), key=lambda one: one.rank)
    return MendedLibrary(tuple(mending.documents), tuple(mending.done), tuple(left), tuple(mending.failed))


class _Mending:
    """A library while it is mended."""

    def __init__(self, library: Library, games: Games, wanted: Wanted) -> None:
        self.library, self.games, self.wanted = library, games, wanted
        self.sheets = _Maps(library)
        self.redrawn: set[str] = set()
        self.documents: list[Map | ScenarioDocument] = []
        self.done: list[tuple[str, str]] = []
        self.left: list[Finding[Any]] = []
        self.failed: list[tuple[str, str]] = []

    def map(self, key: str) -> None:
        result = mend(self.sheets.now(key), check_map, self.wanted)
        self._note(f"map {key}", result)
        self.left += result.left
        if result.done:
            self.redrawn.add(key)
            self.documents.append(result.document)
            self.sheets.read[key] = result.document

    def scenario(self, key: str, *, in_scope: bool) -> None:
        document = self.library.scenario(key)
        sheet, game, old, shelf = self.sheets.under(document, self.games)
        document = upgraded_document(document, game)

        def check(one: ScenarioDocument) -> list[Finding[ScenarioDocument]]:
            return check_scenario(one, sheet, game, old, shelf)

        def is_wanted(one: Finding[ScenarioDocument]) -> bool:
            redrawn = document.map in self.redrawn and one.fix is not None and not one.fix.deliberate
            return (in_scope and self.wanted(one)) or (one.code == OLD.name and redrawn)

        result = mend(document, check, is_wanted)
        self._note(f"scenario {key}", result)
        self.left += result.left if in_scope else ()
        if result.done:
            self.documents.append(result.document)

    def _note(self, what: str, result: MendedDocument[Any]) -> None:
        self.done += [(what, says) for says in result.done]
        self.failed += [(what, says) for says in result.failed]


def working_games(family: Callable[[str], InstalledGame]) -> Games:
    """Return games by key, those that are not there or broken left out."""

    def find(key: str) -> InstalledGame | None:
        try:
            return family(key)
        except SandtableError:
            return None

    return find
